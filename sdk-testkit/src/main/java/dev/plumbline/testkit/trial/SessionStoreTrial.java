package dev.plumbline.testkit.trial;

import dev.plumbline.extend.SessionStore;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * One session store, used without a session around it. Each method is a law, opens a store and closes it, and throws an
 * AssertionError that names the law, the records and the fix.
 *
 * @param store makes an empty one
 */
public record SessionStoreTrial(Supplier<SessionStore> store) {

    /** What was appended is read, all of it, in order, whatever it holds; and conversations do not meet. */
    public void whatWasAppendedIsRead(List<Json> one, List<Json> other) {
        Verdict verdict = new Verdict("what was appended is read", shown(one) + " and " + shown(other));
        try (SessionStore tried = store.get()) {
            appendInTurn(tried, one, other);
            verdict.require(
                    read(tried, "one").equals(one), shown(read(tried, "one")), "keep every record whole and in order");
            verdict.require(
                    read(tried, "other").equals(other),
                    shown(read(tried, "other")) + " in the other conversation",
                    "keep conversations apart");
            tried.release("one");
            tried.append("one", Json.object());
            verdict.require(
                    read(tried, "one").equals(longer(one, Json.object())),
                    shown(read(tried, "one")) + " after a rest",
                    "go on where the list ended");
        }
    }

    private static void appendInTurn(SessionStore tried, List<Json> one, List<Json> other) {
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            if (i < one.size()) {
                tried.append("one", one.get(i));
            }
            if (i < other.size()) {
                tried.append("other", other.get(i));
            }
        }
    }

    /** What was deleted is gone, and nothing else is; it may begin again. */
    public void deletedIsGone(List<Json> records) {
        List<Json> all = longer(records, Json.object().with("kind", "last"));
        Verdict verdict = new Verdict("deleted is gone", shown(all));
        try (SessionStore tried = store.get()) {
            all.forEach(record -> tried.append("one", record));
            all.forEach(record -> tried.append("other", record));
            tried.delete("one");
            tried.delete("nobody");
            verdict.require(read(tried, "one").isEmpty(), "records", "forget all of a deleted conversation");
            verdict.require(
                    read(tried, "other").equals(all), "another went with it", "delete the one conversation only");
            verdict.require(
                    ids(tried).equals(List.of("other")), "a list of " + ids(tried), "list what can be read, only");
            tried.append("one", all.get(0));
            verdict.require(
                    read(tried, "one").equals(all.subList(0, 1)),
                    "records of its former life",
                    "begin anew after a deletion");
        }
    }

    /** The list tells of each conversation what its first and last record say, the newest first. */
    public void listSaysWhatRecordsSay(List<Json> between) {
        Verdict verdict = new Verdict("the list says what records say", shown(between) + " between");
        try (SessionStore tried = store.get()) {
            write(tried, "early", between, last("2030-01-01T00:00:00Z", true));
            write(tried, "late", between, last("2030-01-02T00:00:00Z", false));
            List<SessionStore.Summary> list = tried.list();
            verdict.require(
                    ids(tried).equals(List.of("late", "early")),
                    "the order " + ids(tried),
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

    private static void write(SessionStore tried, String id, List<Json> between, Json last) {
        tried.append(id, Json.object().with("namespace", "of " + id));
        between.forEach(record -> tried.append(id, record));
        tried.append(id, last);
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
        return tried.list().stream().map(SessionStore.Summary::id).toList();
    }

    private static String shown(List<Json> records) {
        return records.stream().map(Json::text).toList().toString();
    }
}
