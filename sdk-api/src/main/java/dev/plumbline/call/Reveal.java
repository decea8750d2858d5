package dev.plumbline.call;

/** When the deltas of a call are shown. */
public enum Reveal {
    /** As they arrive; what a layer takes back is announced by a Reset. */
    LIVE,
    /** When the outermost layer has agreed; the default with an output schema. */
    WHEN_COMPLETE
}
