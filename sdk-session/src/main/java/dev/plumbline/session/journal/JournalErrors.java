package dev.plumbline.session.journal;

import dev.plumbline.conversation.SessionStore.DamagedSessionException;
import dev.plumbline.conversation.SessionStore.UnwritableStoreException;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.JsonException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/** The errors of a journal that cannot be written or opened. */
public final class JournalErrors {
    private static final String JOURNAL = "journal";

    private JournalErrors() {}

    /**
     * Reads from a store and reports I/O errors and invalid records as configuration errors, not as errors of the
     * program.
     */
    public static <T> T reading(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (DamagedSessionException e) {
            throw new AiException(AiError.of(
                            AiError.Category.CONFIGURATION,
                            "journal-damaged",
                            e.getMessage()
                                    + "; nothing was changed, and repair(id) keeps it as it is and continues with"
                                    + " what can be read")
                    .withCause(e));
        } catch (UnwritableStoreException e) {
            throw new AiException(unwritable(AiError.Category.CONFIGURATION, e));
        } catch (UncheckedIOException | JsonException e) {
            throw new AiException(AiError.of(
                            AiError.Category.CONFIGURATION,
                            "journal",
                            "the stored conversation cannot be opened: its files are damaged, of a newer version, "
                                    + "encrypted with another key, or cannot be written")
                    .withCause(e));
        }
    }

    /** Returns the error of a place that cannot be written, which names it for developers and users. */
    static AiError unwritable(AiError.Category category, UnwritableStoreException e) {
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
