package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class InMemoryResponseStoreTest {
    private final ResponseStore store = ResponseStore.inMemory(100);

    private static ResponseStore.Key key(String namespace, String text) {
        return new ResponseStore.Key(namespace, AiBody.of(text).fingerprint(), Map.of(), 1);
    }

    private static ResponseStore.Entry entry(String text) {
        return new ResponseStore.Entry(Json.of(text), Instant.EPOCH);
    }

    @Test
    void entry_is_found_under_its_whole_key_only() {
        store.put(key("a", "hi"), entry("one"));
        assertThat(store.find(key("a", "hi"))).contains(entry("one"));
        assertThat(store.find(key("b", "hi"))).isEmpty();
        assertThat(store.find(key("a", "ho"))).isEmpty();
        assertThat(store.find(new ResponseStore.Key("a", AiBody.of("hi").fingerprint(), Map.of("r", "1"), 1)))
                .isEmpty();
        assertThat(store.find(new ResponseStore.Key("a", AiBody.of("hi").fingerprint(), Map.of(), 2)))
                .isEmpty();
    }

    @Test
    void later_entry_replaces() {
        store.put(key("a", "hi"), entry("one"));
        store.put(key("a", "hi"), entry("two"));
        assertThat(store.find(key("a", "hi"))).contains(entry("two"));
    }

    @Test
    void invalidation_counts_what_it_removed() {
        IntStream.range(0, 10).forEach(i -> store.put(key(i < 3 ? "a" : "b", "hi " + i), entry("x")));
        assertThat(store.invalidate(ResponseStore.Selection.ofNamespace("a"))).isEqualTo(3);
        assertThat(store.find(key("a", "hi 0"))).isEmpty();
        assertThat(store.find(key("b", "hi 9"))).isPresent();
        assertThat(store.invalidate(ResponseStore.Selection.all())).isEqualTo(7);
    }

    @Test
    @Tag("F93")
    @DisplayName("93 many keys stay within the bound")
    void many_keys_stay_within_the_bound() {
        IntStream.range(0, 10_000).forEach(i -> store.put(key("a", "hi " + i), entry("x")));
        assertThat(store.invalidate(ResponseStore.Selection.all())).isBetween(1L, 100L);
    }

    @Test
    void answer_nobody_asked_for_lately_goes_first() {
        IntStream.range(0, 100).forEach(i -> store.put(key("a", "hi " + i), entry("x")));
        assertThat(store.find(key("a", "hi 0"))).isPresent();
        store.put(key("a", "another"), entry("x"));
        assertThat(store.find(key("a", "hi 0"))).isPresent();
        assertThat(store.find(key("a", "hi 1"))).isEmpty();
        assertThat(store.find(key("a", "hi 2"))).isPresent();
    }

    @Test
    void closed_store_is_empty_and_keeps_nothing() {
        store.put(key("a", "hi"), entry("one"));
        store.close();
        store.close();
        assertThat(store.find(key("a", "hi"))).isEmpty();
        store.put(key("a", "hi"), entry("one"));
        assertThat(store.find(key("a", "hi"))).isEmpty();
    }

    @Test
    void no_thread_is_started() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        IntStream.range(0, 1_000).forEach(i -> store.put(key("a", "hi " + i), entry("x")));
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> !before.contains(thread))
                .filteredOn(thread -> thread.getName().contains("ForkJoin")
                        || thread.getName().toLowerCase(Locale.ROOT).contains("caffeine"))
                .isEmpty();
    }

    @Test
    void store_of_nothing_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ResponseStore.inMemory(0))
                .withMessageContaining("at least 1");
    }

    @Test
    void text_shows_no_content() {
        store.put(key("secret", "hi"), entry("secret"));
        assertThat(store).hasToString("InMemoryResponseStore[at most 100]");
    }

    private static AiCall call(String text) {
        return AiCall.of(AiBody.of(text), PolicyFixture.MODEL);
    }

    private static ResponseStore.Key lazy(String text) {
        return ResponseStore.Key.of(call(text), 1);
    }

    private static ResponseStore.Key known(String text) {
        return new ResponseStore.Key("", call(text).fingerprint(), Map.of(), 1);
    }

    @Test
    void keys_of_calls_and_of_fingerprints_find_the_same_entries() {
        store.put(lazy("one"), entry("1"));
        store.put(lazy("two"), entry("2"));
        assertThat(store.find(lazy("one"))).contains(entry("1"));
        assertThat(store.find(known("one"))).contains(entry("1"));
        assertThat(store.find(known("three"))).isEmpty();
        store.put(known("three"), entry("3"));
        assertThat(store.find(lazy("three"))).contains(entry("3"));
        assertThat(store.find(lazy("two"))).contains(entry("2"));
        assertThat(store.remove(known("two"))).isTrue();
        assertThat(store.find(lazy("two"))).isEmpty();
        assertThat(lazy("one")).isEqualTo(known("one")).hasSameHashCodeAs(known("one"));
    }

    @Test
    @Tag("SH107")
    @DisplayName("calls with different questions cost no digest, and 100 of them at most keep what they sent")
    void differentQuestions_costNoDigest() {
        ResponseStore large = ResponseStore.inMemory(1_000);
        List<ResponseStore.Key> keys = IntStream.rangeClosed(1, 110)
                .mapToObj(i -> lazy("question " + i))
                .toList();
        for (ResponseStore.Key key : keys) {
            assertThat(large.find(key)).isEmpty();
            large.put(key, entry("x"));
        }
        assertThat(keys.subList(0, 100)).allMatch(InMemoryResponseStoreTest::isLazy);
        assertThat(keys.subList(100, 110)).noneMatch(InMemoryResponseStoreTest::isLazy);
        assertThat(large.find(lazy("question 1"))).isPresent();
        assertThat(keys.get(0)).matches(key -> !isLazy(key), "was compared");
    }

    @Test
    @DisplayName("no key keeps a picture")
    void keyOfACallWithAPicture_hasItsFingerprint() {
        AiBody body = AiBody.builder()
                .addUser(new Part.Text("What is this?"), new Part.Image(Blob.of(new byte[] {1, 2}, "image/png")))
                .build();
        assertThat(ResponseStore.Key.of(AiCall.of(body, PolicyFixture.MODEL), 1))
                .matches(key -> !isLazy(key), "has a fingerprint");
    }

    /** A key says that it has no fingerprint, in place of computing one for a debugger. */
    private static boolean isLazy(ResponseStore.Key key) {
        return key.toString().contains("not computed");
    }
}
