package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.check.ResponseStoreChecker;
import java.time.Instant;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The laws hold for a map, and each catches the store that breaks it. */
class ResponseStoreLawsTest {
    private static final ResponseStore.Key KEY =
            new ResponseStore.Key("Aa", Fingerprint.parse("plb1:" + "0".repeat(64)), Map.of("Aa", "BB"), 1);
    private static final ResponseStore.Key SAME_HASH = new ResponseStore.Key("BB", KEY.call(), KEY.resources(), 1);
    private static final ResponseStore.Entry ENTRY = new ResponseStore.Entry(Json.of("x"), Instant.EPOCH);
    private static final ResponseStore.Entry OTHER = new ResponseStore.Entry(Json.of("y"), Instant.EPOCH);

    @Test
    void storeThatKeepsTheFirst_isCaught() {
        ResponseStoreLaws laws = () -> new MapResponseStore(key -> key) {
            @Override
            public void store(Key key, Entry entry) {
                kept.putIfAbsent(key, Map.entry(key, entry));
            }
        };

        assertThatThrownBy(() -> laws.what_was_stored_is_found(KEY, ENTRY, OTHER))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("what was stored is found")
                .hasMessageContaining("another entry")
                .hasMessageContaining("replace what was there");
    }

    @Test
    void storeThatKeepsNothing_isCaught() {
        ResponseStoreLaws laws = () -> new MapResponseStore(key -> new Object());

        assertThatThrownBy(() -> laws.what_was_stored_is_found(KEY, ENTRY, OTHER))
                .hasMessageContaining("seen:  nothing")
                .hasMessageContaining("keep the whole answer");
    }

    @Test
    void storeThatIsNotEmpty_isCaught() {
        MapResponseStore full = new MapResponseStore(key -> key);
        full.store(KEY, ENTRY);

        assertThatThrownBy(() -> new ResponseStoreChecker(() -> full).whatWasStoredIsFound(KEY, ENTRY, OTHER))
                .hasMessageContaining("an entry nobody stored")
                .hasMessageContaining("hand out an empty store");
    }

    @Test
    void storeThatInvalidatesNothing_isCaught() {
        ResponseStoreLaws laws = () -> new MapResponseStore(key -> key) {
            @Override
            public long invalidate(Predicate<Key> which) {
                return 1;
            }
        };

        assertThatThrownBy(() -> laws.invalidated_is_gone(KEY, SAME_HASH, ENTRY))
                .hasMessageContaining("it is still there")
                .hasMessageContaining("remove what the predicate chooses");
    }

    @Test
    void storeThatCountsNothing_isCaught() {
        ResponseStoreLaws laws = () -> new MapResponseStore(key -> key) {
            @Override
            public long invalidate(Predicate<Key> which) {
                super.invalidate(which);
                return 0;
            }
        };

        assertThatThrownBy(() -> laws.invalidated_is_gone(KEY, SAME_HASH, ENTRY))
                .hasMessageContaining("a count of 0")
                .hasMessageContaining("say how many entries were removed");
    }

    @Test
    void storeThatComparesHashes_isCaught() {
        ResponseStoreLaws laws = () -> new MapResponseStore(Object::hashCode);

        assertThatThrownBy(() -> laws.keys_that_differ_anywhere_do_not_meet(KEY, SAME_HASH, ENTRY))
                .hasMessageContaining("keys that differ anywhere do not meet")
                .hasMessageContaining("not a hash of them");
    }

    @Test
    void storeThatForgetsEverything_isCaught() {
        ResponseStoreLaws laws = () -> new MapResponseStore(key -> key) {
            @Override
            public long invalidate(Predicate<Key> which) {
                kept.clear();
                return 1;
            }
        };

        assertThatThrownBy(() -> laws.invalidated_is_gone(KEY, SAME_HASH, ENTRY))
                .hasMessageContaining("invalidated is gone")
                .hasMessageContaining("another entry went with it");
    }
}
