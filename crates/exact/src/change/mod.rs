//! The abstract generalized game and its change-making theory (Eppstein 2018).
