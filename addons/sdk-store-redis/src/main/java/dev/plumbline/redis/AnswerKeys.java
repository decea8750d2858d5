package dev.plumbline.redis;

import dev.plumbline.body.internal.Digest;
import dev.plumbline.policy.ResponseStore;
import java.util.ArrayList;
import java.util.List;

/**
 * The names of keys on the server. Answers are in 16 shards by their hash; the number of the shard is the hash tag, so
 * that an answer and its indexes are in one slot of a cluster. Names are hashes and reveal nothing.
 *
 * @param prefix the first part of all names
 * @param mark distinguishes encryption keys
 */
record AnswerKeys(String prefix, String mark) {
    /** The number of shards: one for each hexadecimal digit. */
    static final int SHARDS = 16;

    private static final int INDEX_DIGITS = 24;

    /** Returns the name of an answer: 64 hexadecimal digits, the first of which is its shard. */
    String name(ResponseStore.Key key) {
        Digest digest = Digest.of("plb1/redis")
                .text(mark)
                .text(key.namespace())
                .text(key.call().text())
                .number(key.format())
                .number(key.resources().size());
        key.resources().forEach((name, hash) -> digest.text(name).text(hash));
        return digits(digest);
    }

    private static String digits(Digest digest) {
        return digest.fingerprint().text().substring("plb1:".length());
    }

    String answer(String name) {
        return prefix + ":{" + name.charAt(0) + "}:a:" + name;
    }

    String lease(String name) {
        return prefix + ":{" + name.charAt(0) + "}:l:" + name;
    }

    String index(int shard, String index) {
        return prefix + ":{" + Character.forDigit(shard, SHARDS) + "}:i:" + index;
    }

    static int shard(String name) {
        return Character.digit(name.charAt(0), SHARDS);
    }

    /** Returns the names of all indexes of an answer. */
    List<String> indexes(ResponseStore.Key key, ResponseStore.Entry entry) {
        List<String> indexes = new ArrayList<>();
        indexes.add(index(ResponseStore.Selection.all()));
        indexes.add(index(ResponseStore.Selection.ofNamespace(key.namespace())));
        indexes.add(index(ResponseStore.Selection.ofModel(entry.model())));
        entry.tags().stream().sorted().forEach(tag -> indexes.add(index(ResponseStore.Selection.ofTag(tag))));
        return indexes;
    }

    /** Returns the name of the index for a selection. */
    String index(ResponseStore.Selection selection) {
        Digest digest = Digest.of("plb1/redis-index")
                .text(mark)
                .text(selection.by().name())
                .text(selection.value());
        return digits(digest).substring(0, INDEX_DIGITS);
    }
}
