package dev.plumbline.session.journal;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a journal into its store. The store's writer is opened with the first record, after the records that the
 * journal knows, and closed when no session is left. Used by one thread at a time.
 */
final class JournalWriter {
    private final JournalSettings settings;
    private final CallIds ids;
    private final LeaseRenewal renewal;

    /** A token that is never cancelled: records are written also when a turn is cancelled. */
    private final Cancellation never = Cancellation.create();

    private SessionStore.@Nullable Writer open;

    /** The number of records found and written. */
    private long position;

    /**
     * Creates a writer.
     *
     * @param open the store's writer; null if the first record opens it
     * @param lost receives the reason when the store's writer is known to be lost although nothing was written
     */
    JournalWriter(
            JournalSettings settings,
            CallIds ids,
            SessionStore.@Nullable Writer open,
            Consumer<WriterLostException> lost) {
        this.settings = settings;
        this.ids = ids;
        this.renewal = new LeaseRenewal(settings, lost);
        if (open != null) {
            this.open = open;
            this.position = open.position();
            renewal.start(open);
        }
    }

    void append(List<Json> batch) {
        writer().append(position, batch, JournalSettings.STORE_LIMIT, never);
        position += batch.size();
    }

    /** Returns the number of records found and written. */
    long position() {
        return position;
    }

    private SessionStore.Writer writer() {
        SessionStore.Writer known = open;
        if (known == null) {
            known = opened();
            if (known.position() != position) {
                known.close();
                throw new WriterLostException("conversation " + ids.session() + " has " + known.position()
                        + " records, and this session knows of " + position + ": another writer has written it");
            }
            open = known;
            renewal.start(known);
        }
        return known;
    }

    private SessionStore.Writer opened() {
        try {
            return settings.store().open(ids.session(), JournalSettings.STORE_LIMIT, never);
        } catch (IllegalStateException elsewhere) {
            throw new WriterLostException(String.valueOf(elsewhere.getMessage()));
        }
    }

    /** Closes the store's writer so that others can open the conversation; a later record opens it again. */
    void close() {
        SessionStore.Writer known = open;
        if (known != null) {
            open = null;
            renewal.stop();
            try {
                known.close();
            } catch (RuntimeException e) {
                settings.failed().accept(ids, e);
            }
        }
    }
}
