package dev.plumbline.testkit.laws;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.internal.LawAssertion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Laws every session store keeps. Implement {@link #store()} in a test class; jqwik finds the rest. Tests without
 * jqwik call them with an input.
 */
public interface SessionStoreLaws {

    /** Returns an empty store; the laws close it. */
    SessionStore store();

    /** Returns how long a law may take with one input: 30 seconds by default. What takes longer is taken for endless. */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** Another store of the same conversations, as another program would open one; the laws close it. */
    SessionStore another(SessionStore first);

    /** Lets the lease of a writer end, as time would; nothing for a store whose leases have no end. */
    default void endLease(SessionStore.Writer writer) {}

    /** What was appended is read, all of it, in order, whatever it holds; and conversations do not meet. */
    @Property(tries = 35)
    default void what_was_appended_is_read(
            @ForAll(supplier = AnyInput.Records.class) List<Json> one,
            @ForAll(supplier = AnyInput.Records.class) List<Json> other) {
        LawAssertion.within(patience(), "what was appended is read", () -> {
            LawAssertion verdict = new LawAssertion("what was appended is read", shown(one) + " and " + shown(other));
            try (SessionStore tried = store()) {
                try (SessionStore.Writer writer = tried.open("one");
                        SessionStore.Writer second = opened(tried, "other", verdict)) {
                    appendInTurn(writer, one, second, other);
                }
                verdict.check(
                        read(tried, "one").equals(one),
                        shown(read(tried, "one")),
                        "keep every record whole and in order");
                verdict.check(
                        read(tried, "other").equals(other),
                        shown(read(tried, "other")) + " in the other conversation",
                        "keep conversations apart");
                append(tried, "one", List.of(Json.object()));
                verdict.check(
                        read(tried, "one").equals(longer(one, Json.object())),
                        shown(read(tried, "one")) + " after a rest",
                        "continue at the end of the list");
            }
        });
    }

    /**
     * Writers may do what those of a model may: open, append, close and overtake whose lease has ended, in any order, through two stores
     * of one place.
     */
    @Property(tries = 30)
    default void writers_are_those_of_a_model(@ForAll(supplier = AnyInput.Steps.class) List<Integer> steps) {
        LawAssertion.within(patience(), "writers are those of a model", () -> {
            try (SessionStore tried = store();
                    SessionStore elsewhere = another(tried)) {
                StoreHistories.writers(tried, elsewhere, this::endLease, steps);
            }
        });
    }

    /** Checks that after any operations, through two stores of a place, conversations are lists of their records. */
    @Property(tries = 25)
    default void histories_are_those_of_lists(@ForAll(supplier = AnyInput.Steps.class) List<Integer> steps) {
        LawAssertion.within(patience(), "histories are those of lists", () -> {
            try (SessionStore tried = store();
                    SessionStore elsewhere = another(tried)) {
                StoreHistories.conversations(tried, elsewhere, steps);
            }
        });
    }

    /** Checks that a conversation of many records is read whole, and in order, with long records among them. */
    @Property(tries = 1)
    default void long_conversations_are_kept() {
        LawAssertion.within(patience(), "long conversations are kept", () -> {
            List<Json> all = IntStream.range(0, 250)
                    .mapToObj(i ->
                            Json.object().with("number", i).with("text", "wall ".repeat(i % 100 == 99 ? 20_000 : 1)))
                    .toList();
            LawAssertion verdict = new LawAssertion("long conversations are kept", all.size() + " records");
            try (SessionStore tried = store()) {
                append(tried, "one", all.subList(0, 120));
                append(tried, "one", all.subList(120, all.size()));
                List<Json> read = read(tried, "one");
                verdict.check(
                        read.equals(all), read.size() + " records, or others", "keep every record whole and in order");
            }
        });
    }

    /** Checks that conversations whose ids are nearly equal are apart; a store may refuse an id with an IllegalArgumentException. */
    @Property(tries = 1)
    default void nearly_equal_ids_do_not_meet() {
        LawAssertion.within(patience(), "nearly equal ids do not meet", () -> {
            try (SessionStore tried = store()) {
                List<String> taken = new ArrayList<>();
                for (String id : StoreChecks.names()) {
                    try (SessionStore.Writer writer = tried.open(id)) {
                        writer.append(List.of(Json.object().with("id", id)));
                        taken.add(id);
                    } catch (IllegalArgumentException refused) {
                        // said, so nothing is mixed
                    }
                }
                LawAssertion verdict = new LawAssertion("nearly equal ids do not meet", taken.toString());
                for (String id : taken) {
                    verdict.check(
                            read(tried, id).equals(List.of(Json.object().with("id", id))),
                            shown(read(tried, id)) + " of conversation " + id,
                            "keep ids as they are: with case, white space and signs");
                }
                verdict.check(
                        ids(tried).size() == taken.size() && ids(tried).containsAll(taken),
                        "a list of " + ids(tried),
                        "list each conversation by its own id");
            }
        });
    }

    /** Checks that a stream that is read ends with CANCELLED when it is cancelled. */
    @Property(tries = 1)
    default void reading_ends_when_it_is_cancelled() {
        LawAssertion.within(patience(), "reading ends when it is cancelled", () -> {
            LawAssertion verdict = new LawAssertion("reading ends when it is cancelled", "2 of 500 records");
            Cancellation cancellation = Cancellation.create();
            try (SessionStore tried = store()) {
                append(
                        tried,
                        "one",
                        IntStream.range(0, 500)
                                .mapToObj(i -> Json.object().with("number", i))
                                .toList());
                try (Stream<Json> records = tried.read("one", SessionStore.NO_LIMIT, cancellation)) {
                    Iterator<Json> each = records.iterator();
                    each.next();
                    cancellation.cancel("by the law");
                    String seen = ended(() -> each.forEachRemaining(record -> {}));
                    verdict.check(
                            seen.equals(AiError.Category.CANCELLED.name()),
                            "reading ended with " + seen,
                            "look at the cancellation between records, also while a stream is read");
                }
            }
        });
    }

    /** Checks that a deletion removes exactly one conversation, which can then begin again. */
    @Property(tries = 25)
    default void deleted_is_gone(@ForAll(supplier = AnyInput.Records.class) List<Json> records) {
        LawAssertion.within(patience(), "deleted is gone", () -> {
            List<Json> all = longer(records, Json.object().with("kind", "last"));
            LawAssertion verdict = new LawAssertion("deleted is gone", shown(all));
            try (SessionStore tried = store()) {
                append(tried, "one", all);
                append(tried, "other", all);
                tried.delete("one");
                tried.delete("nobody");
                verdict.check(read(tried, "one").isEmpty(), "records", "delete all records of a deleted conversation");
                verdict.check(
                        read(tried, "other").equals(all),
                        "another conversation was deleted, too",
                        "delete the one conversation only");
                verdict.check(
                        ids(tried).equals(List.of("other")), "a list of " + ids(tried), "list what can be read, only");
                append(tried, "one", all.subList(0, 1));
                verdict.check(
                        read(tried, "one").equals(all.subList(0, 1)),
                        "records from before the deletion",
                        "begin with no records after a deletion");
            }
        });
    }

    /** Checks that the list has the data of each conversation's first and last record, newest first. */
    @Property(tries = 25)
    default void list_says_what_records_say(@ForAll(supplier = AnyInput.Records.class) List<Json> between) {
        LawAssertion.within(patience(), "the list says what records say", () -> {
            LawAssertion verdict = new LawAssertion("the list says what records say", shown(between) + " between");
            try (SessionStore tried = store()) {
                write(tried, "early", between, last("2030-01-02T00:00:00Z", true));
                write(
                        tried,
                        "late",
                        between,
                        last("2030-01-02T00:00:00.500Z", false)); // as text it is before the other
                write(tried, "old", between, last("2029-12-31T23:59:59Z", true));
                List<SessionStore.StoredSession> list = tried.list();
                verdict.check(
                        ids(tried).equals(List.of("late", "early", "old")),
                        "the order " + ids(tried),
                        "sort by the time of the last record, newest first");
                verdict.check(
                        list.get(1).interrupted() && !list.get(0).interrupted(),
                        "another answer to whether a turn was running",
                        "take member open of the last record");
                verdict.check(
                        list.stream().allMatch(each -> each.last().isAfter(Instant.parse("2029-01-01T00:00:00Z"))),
                        list.toString(),
                        "take member at of the last record");
                verdict.check(
                        list.get(0).namespace().equals("of late"),
                        "namespace " + list.get(0).namespace(),
                        "take member namespace of the first record");
                tried.open("nothing").close();
                append(tried, "plain", List.of(Json.object()));
                verdict.check(
                        ids(tried).equals(List.of("late", "early", "old", "plain"))
                                && tried.list()
                                        .get(3)
                                        .equals(new SessionStore.StoredSession("plain", "", Instant.EPOCH, false)),
                        tried.list().toString(),
                        "list a conversation from its first record on, also one without namespace, at and open");
                hasNothingElse(verdict, tried);
            }
        });
    }

    /** Checks that no conversation is left out of a list, and that notes are kept as they are put, or not at all. */
    private static void hasNothingElse(LawAssertion verdict, SessionStore tried) {
        verdict.check(
                tried.unreadable(SessionStore.NO_LIMIT, Cancellation.create()).isEmpty(),
                "conversations that cannot be read",
                "return only those that the list leaves out");
        List<String> before = ids(tried);
        tried.putNote("law", "a note");
        Optional<String> kept = tried.findNote("law");
        verdict.check(
                kept.isEmpty() || kept.get().equals("a note"),
                "another note than was put",
                "keep notes as they are put, or none");
        verdict.check(ids(tried).equals(before), "a note in the list", "list conversations only");
        tried.putNote("law", "");
        verdict.check(
                tried.findNote("law").isEmpty(), "a note that was removed", "remove a note when a blank one is put");
    }

    /** Checks that a second writer is refused while the first is open, without an effect on the first. */
    @Property(tries = 25)
    default void second_opening_is_refused(@ForAll(supplier = AnyInput.Records.class) List<Json> records) {
        LawAssertion.within(patience(), "one writer at a time", () -> {
            LawAssertion verdict = new LawAssertion("one writer at a time", shown(records));
            List<Json> all = longer(records, Json.object().with("kind", "last"));
            try (SessionStore tried = store();
                    SessionStore elsewhere = another(tried)) {
                append(tried, "one", records);
                try (SessionStore.Writer writer = tried.open("one")) {
                    verdict.check(
                            writer.position() == records.size(),
                            "a writer at position " + writer.position() + " of " + records.size(),
                            "open the writer after the stored records");
                    for (String which : List.of("second", "third", "fourth")) { // a refusal gives no lock back
                        verdict.check(
                                isRefused(() -> tried.open("one").close()),
                                "a " + which + " writer while the first is open, or a refusal without words",
                                "refuse each opening with an IllegalStateException that says where the first is");
                    }
                    verdict.check(
                            isRefused(() -> tried.delete("one")),
                            "a deletion while a writer is open",
                            "refuse to delete what is open for writing");
                    verdict.check(
                            isRefused(() -> elsewhere.open("one").close()),
                            "a second writer through another store of the same place",
                            "keep leases where all stores of a place see them");
                    verdict.check(
                            isRefused(() -> elsewhere.delete("one")),
                            "a deletion through another store while a writer is open",
                            "refuse to delete what is open for writing anywhere");
                    tried.open("other").close();
                    writer.append(all.subList(records.size(), all.size()));
                }
                try (SessionStore.Writer next = tried.open("one");
                        Stream<Json> read = next.read()) {
                    verdict.check(
                            read.toList().equals(all),
                            "changed records after a refused opening",
                            "let a refused opening change nothing");
                }
            }
        });
    }

    /** Checks that an overtaken writer gets a WriterLostException and changes nothing. */
    @Property(tries = 25)
    default void overtaken_writer_is_lost(@ForAll(supplier = AnyInput.Records.class) List<Json> records) {
        LawAssertion.within(patience(), "a writer that was overtaken is lost", () -> {
            LawAssertion verdict = new LawAssertion("a writer that was overtaken is lost", shown(records));
            List<Json> all = longer(records, Json.object().with("kind", "of the next one"));
            SessionStore.Writer last;
            SessionStore closed = store();
            try (SessionStore tried = closed) {
                SessionStore.Writer before = tried.open("one");
                before.append(records);
                before.close();
                try (SessionStore.Writer next = tried.open("one")) {
                    verdict.check(
                            isLost(before), "an append of a closed writer", "refuse it with a WriterLostException");
                    next.append(all.subList(records.size(), all.size()));
                    verdict.check(
                            isLost(before), "an append of an overtaken writer", "refuse it with a WriterLostException");
                    before.close();
                    verdict.check(
                            isRefused(() -> tried.open("one").close()),
                            "a second writer after the first was closed twice",
                            "end a lease once, by its own writer");
                }
                verdict.check(
                        read(tried, "one").equals(all),
                        shown(read(tried, "one")),
                        "let an overtaken writer change nothing");
                last = tried.open("one");
            }
            verdict.check(isLost(last), "an append after the store was closed", "end all leases with the store");
            verdict.check(
                    isRefused(() -> closed.open("one")),
                    "a writer of a closed store",
                    "refuse it with an IllegalStateException");
        });
    }

    /** Checks that records set aside are no longer read, and that the next record follows the remaining ones. */
    @Property(tries = 25)
    default void set_aside_keeps_the_prefix(
            @ForAll(supplier = AnyInput.Records.class) List<Json> kept,
            @ForAll(supplier = AnyInput.Records.class) List<Json> rest) {
        LawAssertion.within(patience(), "setting aside keeps the prefix", () -> {
            LawAssertion verdict =
                    new LawAssertion("setting aside keeps the prefix", shown(kept) + " and " + shown(rest));
            List<Json> all = longer(kept, Json.object().with("kind", "last"));
            try (SessionStore tried = store()) {
                try (SessionStore.Writer writer = tried.open("one")) {
                    writer.append(kept);
                    writer.append(rest);
                    writer.setAside(kept.size());
                    verdict.check(
                            writer.position() == kept.size()
                                    && read(tried, "one").equals(kept),
                            shown(read(tried, "one")) + " at position " + writer.position(),
                            "remove only the records after the position");
                    writer.append(all.subList(kept.size(), all.size()));
                    for (long wrong : new long[] {-1, all.size() + 1L}) {
                        verdict.check(
                                isRefusedWith(IllegalArgumentException.class, () -> writer.setAside(wrong)),
                                "records set aside from " + wrong + " on, of " + all.size(),
                                "refuse another position than 0 to that of the writer");
                    }
                    try (Stream<Json> own = writer.read()) {
                        verdict.check(
                                own.toList().equals(all), "other records for the writer", "read up to the position");
                    }
                    verdict.close(writer);
                    verdict.check(
                            isRefusedWith(WriterLostException.class, () -> writer.setAside(0)),
                            "records that a closed writer set aside",
                            "refuse it with a WriterLostException");
                }
                verdict.check(
                        read(tried, "one").equals(all), shown(read(tried, "one")), "continue after the kept records");
            }
        });
    }

    /** Checks that an operation that is cancelled, or has no time, throws the documented error and changes nothing. */
    @Property(tries = 10)
    default void operations_keep_their_limits(@ForAll(supplier = AnyInput.Records.class) List<Json> records) {
        LawAssertion.within(patience(), "operations keep their limits", () -> {
            LawAssertion verdict = new LawAssertion("operations keep their limits", shown(records));
            Cancellation cancelled = Cancellation.create();
            cancelled.cancel("the law says so");
            List<Json> all = longer(records, Json.object().with("kind", "last"));
            try (SessionStore tried = store()) {
                append(tried, "one", all);
                limited(verdict, tried, SessionStore.NO_LIMIT, cancelled);
                limited(verdict, tried, Duration.ZERO, Cancellation.create());
                verdict.check(read(tried, "one").equals(all), shown(read(tried, "one")), "delete nothing then");
                tried.open("one").close(); // was not opened by an operation that failed
            }
        });
    }

    /** What was appended is there after the store was closed, for another store of the same place. */
    @Property(tries = 25)
    default void what_was_appended_survives_close(@ForAll(supplier = AnyInput.Records.class) List<Json> records) {
        LawAssertion.within(patience(), "what was appended survives close", () -> {
            LawAssertion verdict = new LawAssertion("what was appended survives close", shown(records));
            List<Json> all = longer(records, Json.object().with("kind", "last"));
            SessionStore first = store();
            first.open("one").append(all);
            first.close();
            try (SessionStore next = another(first)) {
                verdict.check(
                        read(next, "one").equals(all),
                        shown(read(next, "one")) + " after the store was closed",
                        "store records where they outlive the store object");
                try (SessionStore.Writer writer = next.open("one")) {
                    verdict.check(
                            writer.position() == all.size(),
                            "position " + writer.position() + " after the store was closed",
                            "end all leases with the store, and count what is stored");
                }
            }
        });
    }

    /** An append names the position it expects, and is refused at any other one. */
    @Property(tries = 25)
    default void append_expects_its_position(@ForAll(supplier = AnyInput.Records.class) List<Json> records) {
        LawAssertion.within(patience(), "an append expects its position", () -> {
            LawAssertion verdict = new LawAssertion("an append expects its position", shown(records));
            List<Json> all = longer(records, Json.object().with("kind", "last"));
            try (SessionStore tried = store()) {
                append(tried, "one", all);
                for (long wrong : new long[] {-1, all.size() - 1L, all.size() + 1L}) {
                    for (List<Json> batch : List.of(List.of(Json.object()), List.<Json>of())) {
                        SessionStore.Writer writer = tried.open("one");
                        verdict.check(
                                isLostAt(writer, wrong, batch),
                                "an append of " + batch.size() + " records at " + wrong + " behind " + all.size(),
                                "refuse it with a WriterLostException, also without records");
                        verdict.check(
                                isLost(writer),
                                "an append after one at " + wrong,
                                "let a writer never append again that has lost the conversation");
                        writer.close();
                        verdict.check(
                                isLostAt(writer, all.size(), batch),
                                "an append of " + batch.size() + " records of a closed writer",
                                "refuse it with a WriterLostException, also without records");
                    }
                }
                try (SessionStore.Writer writer = tried.open("one")) {
                    writer.append(List.of());
                    verdict.check(
                            writer.position() == all.size(),
                            "position " + writer.position() + " after an append without records",
                            "add nothing then");
                }
                verdict.check(
                        read(tried, "one").equals(all), shown(read(tried, "one")), "add nothing at another position");
            }
        });
    }

    /** Checks that a conversation without damage is said to have none, and that its repair changes nothing. */
    @Property(tries = 5)
    default void what_is_whole_needs_no_repair(@ForAll(supplier = AnyInput.Records.class) List<Json> records) {
        LawAssertion.within(patience(), "what is whole needs no repair", () -> {
            LawAssertion verdict = new LawAssertion("what is whole needs no repair", shown(records));
            List<Json> all = longer(records, Json.object().with("kind", "last"));
            try (SessionStore tried = store()) {
                append(tried, "one", all);
                verdict.check(
                        tried.repair("one").isEmpty() && tried.repair("nobody").isEmpty(),
                        "a damage",
                        "repair what cannot be read, only");
                try (SessionStore.Writer writer = tried.open("one")) {
                    verdict.check(writer.damage().isEmpty(), writer.damage() + "", "report what was cut off, only");
                    SessionStore.Lease lease = writer.renew(SessionStore.NO_LIMIT, Cancellation.create());
                    verdict.check(
                            lease.ends() == writer.lease().ends()
                                    && lease.token() == writer.lease().token(),
                            writer.lease() + ", renewed " + lease,
                            "extend the lease that the writer has");
                    writer.append(List.of(Json.object()));
                }
                verdict.check(
                        read(tried, "one").equals(longer(all, Json.object())),
                        shown(read(tried, "one")),
                        "let a repair without damage change nothing");
            }
        });
    }

    /** A batch is added wholly or not at all: also if one of it is no record, if it is cancelled, or while others read. */
    @Property(tries = 10)
    default void batches_are_atomic(@ForAll(supplier = AnyInput.Records.class) List<Json> records) {
        LawAssertion.within(patience(), "batches are atomic", () -> {
            LawAssertion verdict = new LawAssertion("batches are atomic", shown(records));
            List<Json> batch =
                    longer(longer(records, Json.object()), Json.object().with("kind", "last"));
            try (SessionStore tried = store();
                    SessionStore.Writer writer = tried.open("one")) {
                writer.append(batch);
                verdict.check(
                        isRefusedWith(IllegalArgumentException.class, () -> writer.append(longer(batch, Json.of(1)))),
                        "a record that is a number",
                        "refuse what is no JSON object with an IllegalArgumentException");
                Cancellation cancelled = Cancellation.create();
                cancelled.cancel("by the law");
                verdict.check(
                        isRefusedWith(
                                AiException.class,
                                () -> writer.append(writer.position(), batch, SessionStore.NO_LIMIT, cancelled)),
                        "an append that was cancelled before",
                        "look at the cancellation before records are added");
                verdict.check(
                        isRefusedWith(
                                AiException.class,
                                () -> writer.append(writer.position(), batch, Duration.ZERO, Cancellation.create())),
                        "an append without any time",
                        "look at the limit before records are added");
                verdict.check(
                        read(tried, "one").equals(batch) && writer.position() == batch.size(),
                        shown(read(tried, "one")),
                        "add nothing of a batch that is refused");
                verdict.check(
                        readsWhile(tried, writer, batch).stream().allMatch(seen -> seen % batch.size() == 0),
                        "a part of a batch",
                        "show records to readers when their whole batch is stored");
            }
        });
    }

    /** Reading opens nothing: whoever reads hinders no writer, and is hindered by none. */
    @Property(tries = 25)
    default void reading_is_apart_from_writing(@ForAll(supplier = AnyInput.Records.class) List<Json> records) {
        LawAssertion.within(patience(), "reading is apart from writing", () -> {
            LawAssertion verdict = new LawAssertion("reading is apart from writing", shown(records));
            List<Json> all = longer(records, Json.object().with("kind", "last"));
            try (SessionStore tried = store();
                    SessionStore elsewhere = another(tried)) {
                append(tried, "one", all);
                try (Stream<Json> reading = elsewhere.read("one");
                        SessionStore.Writer writer = tried.open("one")) {
                    writer.append(List.of(Json.object().with("kind", "while somebody reads")));
                    verdict.check(
                            reading.limit(all.size()).toList().equals(all),
                            "other records for a reader that began before the writer",
                            "let readers read what was there");
                    verdict.check(
                            read(elsewhere, "one").size() == all.size() + 1,
                            "other records for a reader while a writer is open",
                            "let everybody read what is open for writing");
                }
            }
        });
    }

    /** Whose lease has ended is replaced by a writer with a greater token, and changes nothing any more. */
    @Property(tries = 25)
    default void ended_lease_is_taken_over(@ForAll(supplier = AnyInput.Records.class) List<Json> records) {
        LawAssertion.within(patience(), "an ended lease is taken over", () -> {
            LawAssertion verdict = new LawAssertion("an ended lease is taken over", shown(records));
            List<Json> all = longer(records, Json.object().with("kind", "of the next one"));
            try (SessionStore tried = store();
                    SessionStore elsewhere = another(tried)) {
                SessionStore.Writer before = tried.open("one");
                if (!before.lease().ends()) {
                    return;
                }
                before.append(records);
                endLease(before);
                verdict.check(
                        before.renew(SessionStore.NO_LIMIT, Cancellation.create())
                                        .ends()
                                && isRefused(() -> elsewhere.open("one").close()),
                        "a second writer after a renewal",
                        "extend the lease of a writer that renews it, if nobody has taken it over");
                endLease(before);
                try (SessionStore.Writer next = elsewhere.open("one")) {
                    verdict.check(
                            next.lease().token() > before.lease().token(),
                            "token " + next.lease().token() + " after "
                                    + before.lease().token(),
                            "give each lease a greater token than all before it");
                    verdict.check(isLost(before), "an append of the earlier writer", "refuse a smaller token");
                    next.append(all.subList(records.size(), all.size()));
                    before.close();
                    verdict.check(
                            isLost(before) && isRefused(() -> tried.open("one").close()),
                            "the lease of the next writer ended by the earlier one",
                            "end a lease once, by its own writer");
                }
                verdict.check(read(tried, "one").equals(all), shown(read(tried, "one")), "refuse a smaller token");
            }
        });
    }

    private static void appendInTurn(
            SessionStore.Writer writer, List<Json> one, SessionStore.Writer second, List<Json> other) {
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            if (i < one.size()) {
                writer.append(one.subList(i, i + 1));
            }
            if (i < other.size()) {
                second.append(other.subList(i, i + 1));
            }
        }
    }

    private static void append(SessionStore tried, String id, List<Json> records) {
        try (SessionStore.Writer writer = tried.open(id)) {
            writer.append(records);
        }
        List<Json> read = read(tried, id);
        new LawAssertion("what was appended is read", shown(records))
                .check(
                        read.size() >= records.size()
                                && read.subList(read.size() - records.size(), read.size())
                                        .equals(records),
                        shown(read),
                        "keep every record whole and in order; this is checked first, because other laws need it");
    }

    private static SessionStore.Writer opened(SessionStore tried, String id, LawAssertion verdict) {
        try {
            return tried.open(id);
        } catch (IllegalStateException refused) {
            throw verdict.violation(id + " was refused while another one was open", "keep conversations apart");
        }
    }

    private static boolean isRefused(Runnable opening) {
        try {
            opening.run();
            return false;
        } catch (IllegalStateException refused) {
            return refused.getMessage() != null && refused.getMessage().contains(" ");
        }
    }

    private static boolean isLost(SessionStore.Writer writer) {
        try {
            writer.append(List.of(Json.object().with("kind", "too late")));
            return false;
        } catch (WriterLostException lost) {
            return true;
        }
    }

    private static void limited(LawAssertion verdict, SessionStore tried, Duration limit, Cancellation cancellation) {
        AiError.Category expected = limit.isZero() ? AiError.Category.TIMEOUT_TOTAL : AiError.Category.CANCELLED;
        Map<String, Runnable> operations = Map.of(
                "list", () -> tried.list(limit, cancellation),
                "open", () -> tried.open("one", limit, cancellation),
                "delete", () -> tried.delete("one", limit, cancellation),
                "read",
                        () -> {
                            try (Stream<Json> records = tried.read("one", limit, cancellation)) {
                                records.forEach(record -> {});
                            }
                        });
        operations.forEach((name, operation) -> {
            String seen = ended(operation);
            verdict.check(
                    seen.equals(expected.name()),
                    name + " ended with " + seen + ", not with " + expected,
                    "check limit and cancellation before an operation has an effect");
        });
    }

    private static String ended(Runnable operation) {
        try {
            operation.run();
            return "success";
        } catch (AiException e) {
            return e.error().category().name();
        }
    }

    private static void write(SessionStore tried, String id, List<Json> between, Json last) {
        append(tried, id, List.of(Json.object().with("namespace", "of " + id)));
        append(tried, id, longer(between, last));
    }

    private static Json last(String at, boolean open) {
        return Json.object().with("at", at).with("open", open);
    }

    private static List<Json> longer(List<Json> records, Json last) {
        List<Json> longer = new ArrayList<>(records);
        longer.add(last);
        return longer;
    }

    private static List<Json> read(SessionStore tried, String id) {
        try (Stream<Json> records = tried.read(id)) {
            return records.toList();
        }
    }

    private static List<String> ids(SessionStore tried) {
        return tried.list().stream().map(SessionStore.StoredSession::id).toList();
    }

    private static String shown(List<Json> records) {
        return records.stream().map(Json::text).toList().toString();
    }

    private static boolean isLostAt(SessionStore.Writer writer, long position, List<Json> batch) {
        try {
            writer.append(position, batch, SessionStore.NO_LIMIT, Cancellation.create());
            return false;
        } catch (WriterLostException lost) {
            return true;
        }
    }

    /** How many records a reader sees while batches are appended. */
    private static List<Integer> readsWhile(SessionStore tried, SessionStore.Writer writer, List<Json> batch) {
        return ConcurrentRunner.run(2, thread -> {
                    List<Integer> seen = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        if (thread == 0) {
                            writer.append(batch);
                        } else {
                            seen.add(read(tried, "one").size());
                        }
                    }
                    return seen;
                })
                .get(1);
    }

    private static boolean isRefusedWith(Class<? extends RuntimeException> type, Runnable appending) {
        try {
            appending.run();
            return false;
        } catch (RuntimeException refused) {
            return type.isInstance(refused);
        }
    }
}
