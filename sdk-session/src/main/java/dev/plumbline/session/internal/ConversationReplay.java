package dev.plumbline.session.internal;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.state.ChangeRecord;
import dev.plumbline.session.state.ConversationChange;
import dev.plumbline.session.state.ConversationState;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of a conversation after the records of its journal, up to the first one that does not fit.
 *
 * @param state the state
 * @param valid the number of records that fit
 * @param recovery the records after them and what the store has cut off; null if there is neither
 */
record ConversationReplay(ConversationState state, long valid, ConversationSession.@Nullable Recovery recovery) {

    /**
     * Replays the records of a conversation that is open for writing. Those that do not fit are moved aside.
     *
     * @throws AiException CONFIGURATION with the number of the record, if it is the first, or of a newer version
     */
    static ConversationReplay of(SessionStore.Writer writer) {
        Reader reader = new Reader();
        try (Stream<Json> records = writer.read()) {
            reader.readAll(records.iterator());
        }
        SessionStore.Damage damage = writer.damage().orElse(null);
        String place = damage == null ? "" : damage.location();
        if (!reader.invalid.isEmpty()) {
            String aside = writer.setAside(reader.valid);
            place = damage == null ? aside : place + ", " + aside;
        }
        boolean whole = damage == null && reader.invalid.isEmpty();
        return new ConversationReplay(
                reader.state,
                reader.valid,
                whole
                        ? null
                        : new ConversationSession.Recovery(reader.invalid, damage == null ? 0 : damage.bytes(), place));
    }

    /** Replays records that are only read; those that do not fit are left out. */
    static ConversationState of(Stream<Json> records) {
        Reader reader = new Reader();
        reader.readAll(records.iterator());
        return reader.state;
    }

    /** Applies records one by one. */
    private static final class Reader {
        private final List<Json> invalid = new ArrayList<>();
        private ConversationState state = ConversationState.nothing();
        private long valid;

        void readAll(Iterator<Json> records) {
            if (!records.hasNext()) {
                throw new AiException(AiError.of(
                        AiError.Category.NOT_FOUND, "session", "no conversation of that id is written down"));
            }
            while (records.hasNext() && invalid.isEmpty()) {
                read(records.next());
            }
            records.forEachRemaining(invalid::add);
        }

        private void read(Json record) {
            try {
                ConversationChange change = ChangeRecord.read(record);
                if (change == null) {
                    throw unreadable(new IllegalArgumentException("an unknown kind of record"));
                }
                state = first(change).apply(change);
                valid++;
            } catch (AiException newer) {
                throw newer;
            } catch (RuntimeException doesNotFit) { // thrown by a record of another form, which has changed nothing
                if (valid == 0) {
                    throw unreadable(doesNotFit);
                }
                invalid.add(record);
            }
        }

        private ConversationState first(ConversationChange change) {
            if (valid == 0 && !(change instanceof ConversationChange.Opened)) {
                throw new IllegalArgumentException("the first record opens a conversation");
            }
            return state;
        }

        private AiException unreadable(RuntimeException cause) {
            return new AiException(AiError.of(
                            AiError.Category.CONFIGURATION,
                            "journal",
                            "record " + (valid + 1)
                                    + " of the stored conversation does not fit those before it, or is "
                                    + "of a newer version")
                    .withCause(cause));
        }
    }
}
