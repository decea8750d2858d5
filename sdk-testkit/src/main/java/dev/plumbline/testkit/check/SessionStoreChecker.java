package dev.plumbline.testkit.check;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Checks the laws of a session store without a session. Each method is a law, opens and closes a store, and throws an
 * AssertionError with the law, the records and the remedy.
 *
 * @param store makes an empty one
 * @param another opens another one of the same conversations
 */
public record SessionStoreChecker(Supplier<SessionStore> store, UnaryOperator<SessionStore> another) {

    /**
     * Checks that all appended records are read in order, whatever their content, and that conversations are separate.
     */
    public void whatWasAppendedIsRead(List<Json> one, List<Json> other) {
        LawAssertion verdict = new LawAssertion("what was appended is read", shown(one) + " and " + shown(other));
        try (SessionStore tried = store.get()) {
            try (SessionStore.Writer writer = tried.open("one");
                    SessionStore.Writer second = tried.open("other")) {
                appendInTurn(writer, one, second, other);
            }
            verdict.check(
                    read(tried, "one").equals(one), shown(read(tried, "one")), "keep every record whole and in order");
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

    static void append(SessionStore tried, String id, List<Json> records) {
        try (SessionStore.Writer writer = tried.open(id)) {
            writer.append(records);
        }
    }

    /** Checks that a deletion removes exactly one conversation, which can then begin again. */
    public void deletedIsGone(List<Json> records) {
        List<Json> all = longer(records, Json.object().with("kind", "last"));
        LawAssertion verdict = new LawAssertion("deleted is gone", shown(all));
        try (SessionStore tried = store.get()) {
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
    }

    /** Checks that the list has the data of each conversation's first and last record, newest first. */
    public void listSaysWhatRecordsSay(List<Json> between) {
        LawAssertion verdict = new LawAssertion("the list says what records say", shown(between) + " between");
        try (SessionStore tried = store.get()) {
            write(tried, "early", between, last("2030-01-01T00:00:00Z", true));
            write(tried, "late", between, last("2030-01-02T00:00:00Z", false));
            List<SessionStore.StoredSession> list = tried.list();
            verdict.check(
                    ids(tried).equals(List.of("late", "early")),
                    "the order " + ids(tried),
                    "sort by the time of the last record, newest first");
            verdict.check(
                    list.get(1).interrupted() && !list.get(0).interrupted(),
                    "another answer to whether a turn was running",
                    "take member open of the last record");
            verdict.check(
                    list.get(0).namespace().equals("of late"),
                    "namespace " + list.get(0).namespace(),
                    "take member namespace of the first record");
        }
    }

    /** Checks that a second writer is refused while the first is open, without an effect on the first. */
    public void secondOpeningIsRefused(List<Json> records) {
        LawAssertion verdict = new LawAssertion("one writer at a time", shown(records));
        List<Json> all = longer(records, Json.object().with("kind", "last"));
        try (SessionStore tried = store.get();
                SessionStore elsewhere = another.apply(tried)) {
            append(tried, "one", records);
            try (SessionStore.Writer writer = tried.open("one")) {
                verdict.check(
                        writer.position() == records.size(),
                        "a writer at position " + writer.position() + " of " + records.size(),
                        "open the writer after the stored records");
                verdict.check(
                        isRefused(() -> tried.open("one").close()),
                        "a second writer while the first is open",
                        "refuse a second opening with an IllegalStateException that says where the first is");
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
    }

    static boolean isRefused(Runnable opening) {
        try {
            opening.run();
            return false;
        } catch (IllegalStateException refused) {
            return true;
        }
    }

    /** Checks that an overtaken writer gets a WriterLostException and changes nothing. */
    public void overtakenWriterIsLost(List<Json> records) {
        LawAssertion verdict = new LawAssertion("a writer that was overtaken is lost", shown(records));
        List<Json> all = longer(records, Json.object().with("kind", "of the next one"));
        SessionStore.Writer last;
        try (SessionStore tried = store.get()) {
            SessionStore.Writer before = tried.open("one");
            before.append(records);
            before.close();
            try (SessionStore.Writer next = tried.open("one")) {
                verdict.check(isLost(before), "an append of a closed writer", "refuse it with a WriterLostException");
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
    }

    static boolean isLost(SessionStore.Writer writer) {
        try {
            writer.append(List.of(Json.object().with("kind", "too late")));
            return false;
        } catch (WriterLostException lost) {
            return true;
        }
    }

    /** Checks that records set aside are no longer read, and that the next record follows the remaining ones. */
    public void setAsideKeepsThePrefix(List<Json> kept, List<Json> rest) {
        LawAssertion verdict = new LawAssertion("setting aside keeps the prefix", shown(kept) + " and " + shown(rest));
        List<Json> all = longer(kept, Json.object().with("kind", "last"));
        try (SessionStore tried = store.get()) {
            try (SessionStore.Writer writer = tried.open("one")) {
                writer.append(kept);
                writer.append(rest);
                writer.setAside(kept.size());
                verdict.check(
                        writer.position() == kept.size() && read(tried, "one").equals(kept),
                        shown(read(tried, "one")) + " at position " + writer.position(),
                        "remove only the records after the position");
                writer.append(all.subList(kept.size(), all.size()));
            }
            verdict.check(read(tried, "one").equals(all), shown(read(tried, "one")), "continue after the kept records");
        }
    }

    /** Checks that operations that are cancelled, or have no time, throw the documented error and change nothing. */
    public void operationsKeepTheirLimits(List<Json> records) {
        LawAssertion verdict = new LawAssertion("operations keep their limits", shown(records));
        Cancellation cancelled = Cancellation.create();
        cancelled.cancel("the law says so");
        List<Json> all = longer(records, Json.object().with("kind", "last"));
        try (SessionStore tried = store.get()) {
            append(tried, "one", all);
            limited(verdict, tried, SessionStore.NO_LIMIT, cancelled);
            limited(verdict, tried, Duration.ZERO, Cancellation.create());
            verdict.check(read(tried, "one").equals(all), shown(read(tried, "one")), "delete nothing then");
            tried.open("one").close(); // was not opened by an operation that failed
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

    static List<Json> longer(List<Json> records, Json last) {
        List<Json> longer = new ArrayList<>(records);
        longer.add(last);
        return longer;
    }

    static List<Json> read(SessionStore tried, String id) {
        try (Stream<Json> records = tried.read(id)) {
            return records.toList();
        }
    }

    private static List<String> ids(SessionStore tried) {
        return tried.list().stream().map(SessionStore.StoredSession::id).toList();
    }

    static String shown(List<Json> records) {
        return records.stream().map(Json::text).toList().toString();
    }
}
