package dev.plumbline.conversation;

/**
 * Tells a {@link SessionStore.Writer} that it may write no more: it was closed, its lease ended, or somebody else has written
 * the conversation since. Nothing was changed. Open the conversation again to see how it stands.
 */
public final class WriterLostException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** One that says what has become of which conversation, without its content. */
    public WriterLostException(String message) {
        super(message);
    }
}
