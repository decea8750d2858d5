package dev.plumbline.call;

/** The permitted use of the response cache for a call. */
public enum CacheMode {
    /** Answer from it, and keep the answer. */
    READ_WRITE,
    /** Leave it alone. */
    BYPASS,
    /** Ask the provider, and keep the answer in place of the old one. */
    REFRESH
}
