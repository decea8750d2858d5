package dev.plumbline.call;

/** The moment at which the deltas of a call are shown. */
public enum Reveal {
    /** As they arrive; a Reset announces what a policy takes back. */
    LIVE,
    /** After the outermost policy has accepted the answer; the default with an output schema. */
    WHEN_COMPLETE
}
