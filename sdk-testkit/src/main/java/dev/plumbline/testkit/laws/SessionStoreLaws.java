package dev.plumbline.testkit.laws;

import dev.plumbline.extend.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.trial.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Laws every session store keeps. Implement {@link #store()} in a test class; jqwik finds the rest. */
public interface SessionStoreLaws {

    /** An empty one; the laws close it. */
    SessionStore store();

    /** What was appended is read, all of it, in order, whatever it holds; and conversations do not meet. */
    @Property(tries = 50)
    default void what_was_appended_is_read(
            @ForAll(supplier = AnyRecords.class) List<Json> one,
            @ForAll(supplier = AnyRecords.class) List<Json> other) {
        Verdict verdict = new Verdict("what was appended is read", one.size() + " and " + other.size() + " records");
        try (SessionStore store = store()) {
            for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
                if (i < one.size()) {
                    store.append("one", one.get(i));
                }
                if (i < other.size()) {
                    store.append("other", other.get(i));
                }
            }
            verdict.require(read(store, "one").equals(one), "other records", "keep every record whole and in order");
            verdict.require(
                    read(store, "other").equals(other), "records of another conversation", "keep conversations apart");
            store.release("one");
            store.append("one", Json.object());
            List<Json> longer = new ArrayList<>(one);
            longer.add(Json.object());
            verdict.require(
                    read(store, "one").equals(longer), "other records after a rest", "go on where the list ended");
        }
    }

    /** What was deleted is gone, and nothing else is; it may begin again. */
    @Property(tries = 25)
    default void deleted_is_gone(@ForAll(supplier = AnyRecords.class) List<Json> more) {
        List<Json> records = new ArrayList<>(more);
        records.add(Json.object().with("kind", "last"));
        Verdict verdict = new Verdict("deleted is gone", records.size() + " records");
        try (SessionStore store = store()) {
            records.forEach(record -> store.append("one", record));
            records.forEach(record -> store.append("other", record));
            store.delete("one");
            store.delete("nobody");
            verdict.require(read(store, "one").isEmpty(), "records", "forget all of a deleted conversation");
            verdict.require(
                    read(store, "other").equals(records), "another went with it", "delete the one conversation only");
            verdict.require(
                    ids(store).equals(List.of("other")), "a list of " + ids(store), "list what can be read, only");
            store.append("one", records.get(0));
            verdict.require(
                    read(store, "one").equals(records.subList(0, 1)),
                    "records of its former life",
                    "begin anew after a deletion");
        }
    }

    /** The list tells of each conversation what its first and last record say, the newest first. */
    @Property(tries = 25)
    default void list_says_what_records_say(@ForAll(supplier = AnyRecords.class) List<Json> between) {
        Verdict verdict = new Verdict("the list says what records say", between.size() + " records between");
        try (SessionStore store = store()) {
            write(store, "early", between, last("2030-01-01T00:00:00Z", true));
            write(store, "late", between, last("2030-01-02T00:00:00Z", false));
            List<SessionStore.Summary> list = store.list();
            verdict.require(
                    list.stream().map(SessionStore.Summary::id).toList().equals(List.of("late", "early")),
                    "the order " + list.stream().map(SessionStore.Summary::id).toList(),
                    "sort by the time of the last record, newest first");
            verdict.require(
                    list.get(1).interrupted() && !list.get(0).interrupted(),
                    "another answer to whether a turn was running",
                    "take member open of the last record");
            verdict.require(
                    list.get(0).namespace().equals("of late"),
                    "namespace " + list.get(0).namespace(),
                    "take member namespace of the first record");
        }
    }

    private static void write(SessionStore store, String id, List<Json> between, Json last) {
        store.append(id, Json.object().with("namespace", "of " + id));
        between.forEach(record -> store.append(id, record));
        store.append(id, last);
    }

    private static Json last(String at, boolean open) {
        return Json.object().with("at", at).with("open", open);
    }

    private static List<Json> read(SessionStore store, String id) {
        try (Stream<Json> records = store.read(id)) {
            return records.toList();
        }
    }

    private static List<String> ids(SessionStore store) {
        return store.list().stream().map(SessionStore.Summary::id).toList();
    }
}
