package dev.plumbline.testkit.check;

import static dev.plumbline.testkit.check.SessionStoreChecker.append;
import static dev.plumbline.testkit.check.SessionStoreChecker.isLost;
import static dev.plumbline.testkit.check.SessionStoreChecker.isRefused;
import static dev.plumbline.testkit.check.SessionStoreChecker.longer;
import static dev.plumbline.testkit.check.SessionStoreChecker.read;
import static dev.plumbline.testkit.check.SessionStoreChecker.shown;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.ConcurrentRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The writers of one session store, as several programs use it. Each method is a law, opens stores and closes them, and throws an
 * AssertionError that names the law, the records and the fix.
 *
 * @param store makes an empty one
 * @param another opens another one of the same conversations
 * @param endLease lets the lease of a writer end, where leases end
 */
public record SessionWriterChecker(
        Supplier<SessionStore> store, UnaryOperator<SessionStore> another, Consumer<SessionStore.Writer> endLease) {

    /** What was appended is there after the store was closed, for another store of the same place. */
    public void whatWasAppendedSurvivesClose(List<Json> records) {
        LawAssertion verdict = new LawAssertion("what was appended survives close", shown(records));
        List<Json> all = longer(records, Json.object().with("kind", "last"));
        SessionStore first = store.get();
        first.open("one").append(all);
        first.close();
        try (SessionStore next = another.apply(first)) {
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
    }

    /** An append names the position it expects, and is refused at any other one. */
    public void appendExpectsItsPosition(List<Json> records) {
        LawAssertion verdict = new LawAssertion("an append expects its position", shown(records));
        List<Json> all = longer(records, Json.object().with("kind", "last"));
        try (SessionStore tried = store.get()) {
            append(tried, "one", all);
            for (long wrong : new long[] {-1, all.size() - 1L, all.size() + 1L}) {
                try (SessionStore.Writer writer = tried.open("one")) {
                    verdict.check(
                            isLostAt(writer, wrong),
                            "an append at " + wrong + " behind " + all.size() + " records",
                            "refuse it with a WriterLostException");
                }
            }
            verdict.check(read(tried, "one").equals(all), shown(read(tried, "one")), "add nothing at another position");
        }
    }

    private static boolean isLostAt(SessionStore.Writer writer, long position) {
        try {
            writer.append(position, List.of(Json.object()), SessionStore.NO_LIMIT, Cancellation.create());
            return false;
        } catch (WriterLostException lost) {
            return true;
        }
    }

    /** A batch is added wholly or not at all: also if one of it is no record, if it is cancelled, or while others read. */
    public void batchesAreAtomic(List<Json> records) {
        LawAssertion verdict = new LawAssertion("batches are atomic", shown(records));
        List<Json> batch = longer(longer(records, Json.object()), Json.object().with("kind", "last"));
        try (SessionStore tried = store.get();
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

    /** Reading opens nothing: whoever reads hinders no writer, and is hindered by none. */
    public void readingIsApartFromWriting(List<Json> records) {
        LawAssertion verdict = new LawAssertion("reading is apart from writing", shown(records));
        List<Json> all = longer(records, Json.object().with("kind", "last"));
        try (SessionStore tried = store.get();
                SessionStore elsewhere = another.apply(tried)) {
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
    }

    /** Whose lease has ended is replaced by a writer with a greater token, and changes nothing any more. */
    public void endedLeaseIsTakenOver(List<Json> records) {
        LawAssertion verdict = new LawAssertion("an ended lease is taken over", shown(records));
        List<Json> all = longer(records, Json.object().with("kind", "of the next one"));
        try (SessionStore tried = store.get();
                SessionStore elsewhere = another.apply(tried)) {
            SessionStore.Writer before = tried.open("one");
            if (!before.lease().ends()) {
                return;
            }
            before.append(records);
            endLease.accept(before);
            verdict.check(
                    before.renew(SessionStore.NO_LIMIT, Cancellation.create()).ends()
                            && isRefused(() -> elsewhere.open("one").close()),
                    "a second writer after a renewal",
                    "extend the lease of a writer that renews it, if nobody has taken it over");
            endLease.accept(before);
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
    }
}
