//! Counting: every position that can occur in play, exactly.
