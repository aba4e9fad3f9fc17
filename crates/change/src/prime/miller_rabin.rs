//! A primality test without doubt for 64-bit numbers.

/// These bases leave no composite number below 2^64 undetected (Jaeschke; Sorenson and Webster).
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// Whether `n` is prime: the Miller–Rabin test with a set of bases that is proved to decide every
/// `u64`.
///
/// ```
/// use twofold_change::prime::is_prime;
///
/// assert!(is_prime(401_429_925_999_153_707));
/// assert!(!is_prime(401_429_925_999_155_061));
/// ```
#[must_use]
pub fn is_prime(n: u64) -> bool {
    for p in BASES {
        if n.is_multiple_of(p) {
            return n == p;
        }
    }
    if n < 41 * 41 {
        return n > 1;
    }
    // n − 1 = odd · 2^twos
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.iter().all(|&base| {
        let mut x = power(base, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = multiply(x, x, n);
            x == n - 1
        })
    })
}

fn multiply(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, base, modulus);
        }
        base = multiply(base, base, modulus);
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prime::primes_up_to;

    #[test]
    fn agrees_with_the_sieve() {
        let by_test = (0..200_000u32).filter(|&n| is_prime(u64::from(n)));
        assert!(by_test.eq(primes_up_to(199_999)));
    }

    #[test]
    fn strong_pseudoprimes_are_found_out() {
        // The least numbers that pass the first k bases (A014233), and other hard composites.
        for n in [
            2047,
            1_373_653,
            25_326_001,
            3_215_031_751,
            2_152_302_898_747,
            3_474_749_660_383,
            341_550_071_728_321,
            3_825_123_056_546_413_051,
            4_294_967_291 * 4_294_967_291,
        ] {
            assert!(!is_prime(n), "{n}");
        }
        assert!(is_prime(18_446_744_073_709_551_557));
        assert!(!is_prime(u64::MAX));
    }
}
