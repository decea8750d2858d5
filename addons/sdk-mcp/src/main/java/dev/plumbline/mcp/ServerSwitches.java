package dev.plumbline.mcp;

import dev.plumbline.body.Selector;

/** What a person or the host can switch while a server runs. Thread-safe. */
final class ServerSwitches {
    private static final Selector READ_ONLY = Selector.of("#read-only");

    private final Selector offered;
    private volatile boolean readOnly;
    private volatile boolean stopped;

    ServerSwitches(Selector offered, boolean readOnly) {
        this.offered = offered;
        this.readOnly = readOnly;
    }

    /** Returns the filter of the tools that are offered now. */
    Selector tools() {
        return readOnly ? offered.and(READ_ONLY) : offered;
    }

    boolean isReadOnly() {
        return readOnly;
    }

    void readOnly(boolean on) {
        readOnly = on;
    }

    boolean isStopped() {
        return stopped;
    }

    void stopped(boolean on) {
        stopped = on;
    }
}
