//! The same code, compiled for the widest vectors that the processor has.

/// Runs a function that was compiled several times, choosing the best version at run time. It pays
/// for loops over many boards that consist of shifts, masks and minima.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline]
pub(super) fn widest(work: impl FnOnce()) {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn avx512(work: impl FnOnce()) {
        work();
    }
    #[target_feature(enable = "avx2")]
    fn avx2(work: impl FnOnce()) {
        work();
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
    work();
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn widest(work: impl FnOnce()) {
    work();
}
