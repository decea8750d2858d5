package dev.plumbline.conversation;

/**
 * Thrown by a {@link SessionStore.Writer} that may write no more: it was closed, its lease ended, or another writer has
 * written the conversation since. Nothing was changed. Open the conversation again to see its state.
 */
public final class WriterLostException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** One that says what has become of which conversation, without its content. */
    public WriterLostException(String message) {
        super(message);
    }
}
