//! The same code, compiled for the widest vectors that the processor has.

/// A loop over many boards that consists of shifts, masks and minima. To be compiled into each
/// version of its caller, `run` has to be `#[inline(always)]`, and so has everything it calls.
pub(super) trait Loop {
    fn run(self);
}

/// Runs a loop in the version that suits the processor best.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub(super) fn widest(work: impl Loop) {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn avx512(work: impl Loop) {
        work.run();
    }
    #[target_feature(enable = "avx2")]
    fn avx2(work: impl Loop) {
        work.run();
    }
    if is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
    {
        // SAFETY: the processor has just been found to have every feature that is enabled.
        return unsafe { avx512(work) };
    }
    if is_x86_feature_detected!("avx2") {
        // SAFETY: as above.
        return unsafe { avx2(work) };
    }
    work.run();
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn widest(work: impl Loop) {
    work.run();
}
