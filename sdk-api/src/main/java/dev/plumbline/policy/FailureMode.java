package dev.plumbline.policy;

/** What a throwing policy does to the call. */
public enum FailureMode {
    /** The call ends with EXTENSION and the policy's name. */
    FAIL,
    /** The policy is skipped, and the trace says so. */
    SKIP
}
