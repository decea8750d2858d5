package dev.plumbline.call;

/** When the deltas of a call are shown. */
public enum Reveal {
    /** As they arrive; a Reset announces what a policy takes back. */
    LIVE,
    /** When the outermost policy has accepted the answer; the default with an output schema. */
    WHEN_COMPLETE
}
