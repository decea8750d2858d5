package dev.plumbline.store;

/**
 * Keeps the number of records of each conversation in another place than its file, so that a cut at the end of the file,
 * an older copy of it and its deletion are detected: in the keyring of the host, or in a folder that others cannot
 * write ({@link FolderRecordCounter}). Give it to {@code FileSessionStore.withCounter}. Implementations are thread-safe; a failure is an
 * {@link java.io.UncheckedIOException}. A conversation whose number cannot be stored is written all the same; the store
 * logs a warning and tries again at the end of the next turn.
 *
 * <p>The store calls {@link #store} after the records of a turn were forced to the disk, and when a conversation is
 * closed: once per turn. Records of a turn that a crash interrupted are not counted.
 */
public interface RecordCounter {
    /** A counter that keeps nothing: a cut at the end is not detected. */
    RecordCounter NONE = new RecordCounter() {
        @Override
        public long find(String sessionId) {
            return 0;
        }

        @Override
        public void store(String sessionId, long records) {
            // keeps nothing
        }

        @Override
        public void remove(String sessionId) {
            // keeps nothing
        }
    };

    /** Returns the number that was stored last; 0 for a conversation that is not known. */
    long find(String sessionId);

    /** Stores the number of records of a conversation. When it returns, the number survives the death of the process. */
    void store(String sessionId, long records);

    /** Removes the number of a conversation that was deleted; does nothing if it is not known. */
    void remove(String sessionId);
}
