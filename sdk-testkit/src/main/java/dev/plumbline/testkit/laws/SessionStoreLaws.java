package dev.plumbline.testkit.laws;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.check.SessionStoreChecker;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Laws every session store keeps. Implement {@link #store()} in a test class; jqwik finds the rest. {@link
 * SessionStoreChecker} has the same laws as plain methods.
 */
public interface SessionStoreLaws {

    /** An empty one; the laws close it. */
    SessionStore store();

    /** What was appended is read, all of it, in order, whatever it holds; and conversations do not meet. */
    @Property(tries = 50)
    default void what_was_appended_is_read(
            @ForAll(supplier = AnyRecords.class) List<Json> one,
            @ForAll(supplier = AnyRecords.class) List<Json> other) {
        trial().whatWasAppendedIsRead(one, other);
    }

    /** What was deleted is gone, and nothing else is; it may begin again. */
    @Property(tries = 25)
    default void deleted_is_gone(@ForAll(supplier = AnyRecords.class) List<Json> records) {
        trial().deletedIsGone(records);
    }

    /** The list gives of each conversation what its first and last record say, the newest first. */
    @Property(tries = 25)
    default void list_says_what_records_say(@ForAll(supplier = AnyRecords.class) List<Json> between) {
        trial().listSaysWhatRecordsSay(between);
    }

    /** One writer at a time: a second opening is refused while the first is open, and changes nothing for it. */
    @Property(tries = 25)
    default void second_opening_is_refused(@ForAll(supplier = AnyRecords.class) List<Json> records) {
        trial().secondOpeningIsRefused(records);
    }

    /** A writer that was overtaken learns it by name, and changes nothing. */
    @Property(tries = 25)
    default void overtaken_writer_is_lost(@ForAll(supplier = AnyRecords.class) List<Json> records) {
        trial().overtakenWriterIsLost(records);
    }

    /** What is set aside is not read any more, what comes before it is, and the next record follows that. */
    @Property(tries = 25)
    default void set_aside_keeps_the_prefix(
            @ForAll(supplier = AnyRecords.class) List<Json> kept,
            @ForAll(supplier = AnyRecords.class) List<Json> rest) {
        trial().setAsideKeepsThePrefix(kept, rest);
    }

    private SessionStoreChecker trial() {
        return new SessionStoreChecker(this::store);
    }
}
