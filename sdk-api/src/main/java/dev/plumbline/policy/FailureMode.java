package dev.plumbline.policy;

/** What a throwing layer does to the call. */
public enum FailureMode {
    /** The call ends with EXTENSION and the layer's name. */
    FAIL,
    /** The layer is skipped, and the trace says so. */
    SKIP
}
