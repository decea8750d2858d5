package dev.plumbline.session.journal;

import dev.plumbline.conversation.UnwritableStoreException;
import dev.plumbline.conversation.WriterLostException;
import dev.plumbline.event.AiError;

/** The errors of a journal that cannot be written or opened. */
public final class JournalErrors {
    private static final String JOURNAL = "journal";

    private JournalErrors() {}

    /** Returns the error of a place that cannot be written, which names it for developers and users. */
    public static AiError unwritable(AiError.Category category, UnwritableStoreException e) {
        return AiError.of(category, JOURNAL, String.valueOf(e.getMessage()))
                .withDetail("folder", e.place())
                .withCause(e);
    }

    /** Returns the error of a write that failed and is tried again. */
    static AiError failed(Throwable cause) {
        return cause instanceof UnwritableStoreException unwritable
                ? unwritable(AiError.Category.INTERNAL, unwritable)
                : internal(JOURNAL, "the conversation cannot be written down: is the disk full?");
    }

    static AiError overtaken(WriterLostException e) {
        return internal("journal-overtaken", "nothing more of this conversation is written here: " + e.getMessage());
    }

    /**
     * Returns the error of a record that the store would not be able to read again.
     *
     * @param written the number of records before it
     * @param unwritten the number of records that are not written, it among them
     */
    static AiError refused(long written, int unwritten) {
        return internal(
                "journal-refused",
                "the store refuses record " + (written + 1) + " of this conversation as one that it could not read"
                        + " again, so this and " + (unwritten - 1)
                        + " more, and all later ones, are not written; resume"
                        + " the conversation to continue after record " + written);
    }

    private static AiError internal(String code, String message) {
        return AiError.of(AiError.Category.INTERNAL, code, message);
    }
}
