package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
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
            public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                kept.putIfAbsent(key, Map.entry(key, entry));
            }
        };

        assertThatThrownBy(() -> laws.what_was_stored_is_found(KEY, ENTRY, OTHER))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("what was stored is found")
                .hasMessageContaining("an entry with the answer")
                .hasMessageContaining("replace an earlier entry");
    }

    @Test
    void storeThatKeepsNothing_isCaught() {
        ResponseStoreLaws laws = () -> new MapResponseStore(key -> new Object());

        assertThatThrownBy(() -> laws.what_was_stored_is_found(KEY, ENTRY, OTHER))
                .hasMessageContaining("seen:  nothing")
                .hasMessageContaining("store the whole answer");
    }

    @Test
    void storeThatIsNotEmpty_isCaught() {
        MapResponseStore full = new MapResponseStore(key -> key);
        full.put(KEY, ENTRY);
        ResponseStoreLaws laws = () -> full;

        assertThatThrownBy(() -> laws.what_was_stored_is_found(KEY, ENTRY, OTHER))
                .hasMessageContaining("an entry that was not stored")
                .hasMessageContaining("create an empty store");
    }

    @Test
    void storeThatInvalidatesNothing_isCaught() {
        ResponseStoreLaws laws = () -> new MapResponseStore(key -> key) {
            @Override
            public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
                return matching(selection);
            }
        };

        assertThatThrownBy(() -> laws.selected_is_gone(KEY, SAME_HASH, ENTRY))
                .hasMessageContaining("it is still there")
                .hasMessageContaining("remove what is selected");
    }

    @Test
    void storeThatCountsNothing_isCaught() {
        ResponseStoreLaws laws = () -> new MapResponseStore(key -> key) {
            @Override
            public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
                super.invalidate(selection, limit, cancellation);
                return 0;
            }
        };

        assertThatThrownBy(() -> laws.selected_is_gone(KEY, SAME_HASH, ENTRY))
                .hasMessageContaining("a count of 0")
                .hasMessageContaining("return how many entries");
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
            public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
                long chosen = matching(selection);
                kept.clear();
                return chosen;
            }
        };

        assertThatThrownBy(() -> laws.selected_is_gone(KEY, SAME_HASH, ENTRY))
                .hasMessageContaining("what is selected is gone")
                .hasMessageContaining("another entry went with it");
    }

    @Test
    void storeThatRemovesNothing_isCaught() {
        ResponseStoreLaws laws = () -> new MapResponseStore(key -> key) {
            @Override
            public boolean remove(Key key, Duration limit, Cancellation cancellation) {
                return kept.containsKey(key);
            }
        };

        assertThatThrownBy(() -> laws.removed_is_gone(KEY, SAME_HASH, ENTRY))
                .hasMessageContaining("law broken: removed is gone")
                .hasMessageContaining("return whether there was one");
    }

    /** A lease that every caller gets, though others use the store. */
    private record EverybodysLease(String holder) implements ResponseStore.Lease {
        @Override
        public State state() {
            return State.HELD;
        }

        @Override
        public void release(boolean unanswered) {}
    }

    @Test
    @DisplayName("RD5 a store that gives a lease to two holders breaks the laws")
    void rd5_storeThatLeasesTwice_isCaught() {
        ResponseStoreLaws laws = () -> new MapResponseStore(key -> key) {
            @Override
            public Lease lease(Key key, String awaited, Duration limit, Cancellation cancellation) {
                return new EverybodysLease("somebody");
            }
        };

        assertThatThrownBy(() -> laws.a_lease_has_one_holder(KEY))
                .hasMessageContaining("law broken: a lease has one holder")
                .hasMessageContaining("give the lease to one");
    }

    @Test
    @DisplayName("J16 a store that goes on after it was cancelled breaks the laws")
    void j16_storeThatIgnoresCancellation_isCaught() {
        ResponseStoreLaws laws = () -> new MapResponseStore(key -> key) {
            @Override
            public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                super.put(key, entry, limit, Cancellation.create());
            }
        };

        assertThatThrownBy(() -> laws.cancelled_changes_nothing(KEY, ENTRY))
                .hasMessageContaining("law broken: what is cancelled changes nothing")
                .hasMessageContaining("an entry that was stored");
    }
}
