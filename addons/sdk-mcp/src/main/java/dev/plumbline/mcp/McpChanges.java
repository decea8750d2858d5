package dev.plumbline.mcp;

/**
 * The undo steps of a host: a client can put several calls into one change, with the tools {@code change_begin} and
 * {@code change_end}. Between them, {@code ids().turn()} of every call of that client is the id of the change. The
 * methods are called on the UI thread if the server has a host, before the first and after the last of these calls.
 */
public interface McpChanges {

    /**
     * Called when a client begins a change.
     *
     * @param change the id of the change
     * @param title what the client calls it; untrusted text of at most 80 characters
     */
    void begin(String change, String title);

    /**
     * Called once when the change ends: by the client, by the end of its session, by its time limit, by the emergency stop, or
     * because the server closes.
     */
    void end(String change);

    /** Returns steps for a host whose undo history puts the edits of one turn together, and needs no more. */
    static McpChanges byTurn() {
        return new McpChanges() {
            @Override
            public void begin(String change, String title) {}

            @Override
            public void end(String change) {}
        };
    }
}
