package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterTry;

/** Several stores of one folder open, write and close one conversation in any order. */
class SessionWritersLawTest {
    private static final int STORES = 3;

    private final TempFolders scratch = new TempFolders();

    @AfterTry
    void clear() {
        scratch.clear();
    }

    /** What can be done to a conversation through a store. */
    enum Deed {
        OPEN,
        APPEND,
        CLOSE,
        REFUSED_DELETE
    }

    record Step(int store, Deed deed) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(Arbitraries.integers().between(0, STORES - 1), Arbitraries.of(Deed.class))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Property(tries = 200)
    @Tag("J2")
    @Label("J2 of all that open one conversation, one writes, the others are refused, and all it has written is there")
    void oneWriter(@ForAll("steps") List<Step> steps) {
        Play play = new Play();
        try {
            steps.forEach(play::take);
            assertThat(play.read()).isEqualTo(play.written);
        } finally {
            play.stores.forEach(SessionStore::close);
        }
    }

    /** The stores, the writers each of them was given last, and what should stand there. */
    private final class Play {
        private final List<SessionStore> stores = new ArrayList<>();
        private final List<Optional<SessionStore.Writer>> writers = new ArrayList<>();
        private final List<Json> written = new ArrayList<>();
        private int holder = -1;

        Play() {
            var folder = scratch.folder();
            for (int i = 0; i < STORES; i++) {
                stores.add(FileSessionStore.of(folder));
                writers.add(Optional.empty());
            }
        }

        void take(Step step) {
            switch (step.deed()) {
                case OPEN -> open(step.store());
                case APPEND -> writers.get(step.store()).ifPresent(writer -> append(step.store(), writer));
                case CLOSE -> writers.get(step.store()).ifPresent(writer -> close(step.store(), writer));
                case REFUSED_DELETE -> delete(step.store());
            }
        }

        private void open(int store) {
            try {
                SessionStore.Writer writer = stores.get(store).open("one");
                assertThat(holder).isEqualTo(-1);
                assertThat(writer.position()).isEqualTo(written.size());
                writers.set(store, Optional.of(writer));
                holder = store;
            } catch (IllegalStateException refused) {
                assertThat(holder).isNotEqualTo(-1);
                assertThat(refused)
                        .hasMessageContaining(
                                store == holder ? "in this runtime" : "in another runtime of this process");
            }
        }

        private void append(int store, SessionStore.Writer writer) {
            Json record = Json.object().with("number", written.size());
            try {
                writer.append(List.of(record));
                assertThat(holder).isEqualTo(store);
                written.add(record);
            } catch (WriterLostException lost) {
                assertThat(holder).isNotEqualTo(store);
            }
        }

        private void close(int store, SessionStore.Writer writer) {
            writer.close();
            holder = holder == store ? -1 : holder;
        }

        private void delete(int store) {
            if (holder != -1) {
                try {
                    stores.get(store).delete("one");
                    throw new AssertionError("deleted while it is open");
                } catch (IllegalStateException refused) {
                    assertThat(refused).hasMessageContaining("open for writing");
                }
            }
        }

        List<Json> read() {
            try (Stream<Json> records = stores.get(0).read("one")) {
                return records.toList();
            }
        }
    }
}
