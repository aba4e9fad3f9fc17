//! The secret by which the processes of a run know each other.

use std::fmt;

use sha2::{Digest, Sha256};

/// What both sides of a connection choose anew.
pub(crate) type Nonce = [u8; 16];

/// A proof that somebody knows the token.
pub(crate) type Proof = [u8; 32];

/// A secret that all processes of a run share, and nobody else knows. It is never sent: each side proves
/// to the other that it knows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    /// A new one.
    pub fn random() -> Token {
        Token(rand::random())
    }

    /// The token of a text, such as the content of a file: white space around it does not matter.
    /// `None` if it is shorter than sixteen characters.
    pub fn from_text(text: &str) -> Option<Token> {
        let text = text.trim();
        (text.len() >= 16).then(|| Token(Sha256::digest(text.as_bytes()).into()))
    }

    /// A new one as a text.
    pub fn random_text() -> String {
        Token::random().0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// A proof for whoever sent the first nonce; the side keeps a proof from being sent back.
    pub(crate) fn proof(&self, side: Side, theirs: &Nonce, ours: &Nonce) -> Proof {
        let mut hash = Sha256::new();
        for part in [&self.0[..], &[side as u8], theirs, ours] {
            hash.update(part);
        }
        hash.finalize().into()
    }
}

/// Tokens are not for logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// Who proves something.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    /// The one who was called.
    Listener,
    /// The one who called.
    Caller,
}

/// Whether proofs are equal, in a time that does not tell where they differ.
pub(crate) fn are_equal(one: &Proof, other: &Proof) -> bool {
    one.iter().zip(other).fold(0, |differs, (one, other)| differs | (one ^ other)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_token_proves_the_same() {
        let (one, other) = (Token::random(), Token::random());
        let (a, b) = ([1; 16], [2; 16]);
        let proof = one.proof(Side::Caller, &a, &b);
        assert!(are_equal(&proof, &one.clone().proof(Side::Caller, &a, &b)));
        assert!(!are_equal(&proof, &other.proof(Side::Caller, &a, &b)));
        assert!(!are_equal(&proof, &one.proof(Side::Listener, &a, &b)));
        assert!(!are_equal(&proof, &one.proof(Side::Caller, &b, &a)));
        assert_eq!(Token::from_text(" 0123456789abcdef\n"), Token::from_text("0123456789abcdef"));
        assert_eq!(Token::from_text("too short"), None);
        assert_eq!(format!("{one:?}"), "Token");
    }
}
