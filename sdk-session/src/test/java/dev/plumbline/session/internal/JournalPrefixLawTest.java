package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.internal.ConversationProgram.Step;
import dev.plumbline.session.state.ChangeRecord;
import dev.plumbline.session.state.ConversationChange;
import dev.plumbline.session.state.ConversationState;
import dev.plumbline.testkit.InMemorySessionStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * The state after each prefix of a journal against the live state as it was when the record was queued, and against the
 * plain model. {@code -Dplumbline.programs=20000} runs more programs.
 */
class JournalPrefixLawTest {
    private static final int TRIES = 300;
    private static final Logger LOG = Logger.getLogger("dev.plumbline.failures");

    @BeforeContainer
    static void expectFailures() {
        LOG.setLevel(Level.OFF); // hooks fail on purpose
    }

    @AfterContainer
    static void restore() {
        LOG.setLevel(null);
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    @Label("Prefix: what is resumed from any prefix of a journal is the kept part of the live state of that moment")
    void everyPrefix(@ForAll("programs") List<List<Step>> programs) {
        programs.forEach(JournalPrefixLawTest::check);
    }

    private static void check(List<Step> program) {
        Live live = new Live();
        live.play(program);
        List<Json> records =
                live.records.values().stream().flatMap(List::stream).toList();
        ConversationState state = ConversationState.nothing();
        Optional<ConversationState> copied = Optional.empty();
        for (int i = 0; i < records.size(); i++) {
            Instant at = Instant.parse(records.get(i).get("at").asText());
            Optional<ConversationState> now =
                    Optional.ofNullable(live.program.clock().states.get(at));
            // changes that are made at once have one state before them
            if (now.isPresent() && (copied.isEmpty() || copied.get() != now.get())) {
                assertThat(state)
                        .as("before record %s of %s", i, program)
                        .isEqualTo(now.get().kept());
            }
            copied = now;
            state = apply(state, Json.parse(records.get(i).text()));
            if (live.stored.containsKey(i + 1)) {
                assertThat(state)
                        .as("after record %s of %s", i, program)
                        .isEqualTo(live.stored.get(i + 1).kept());
            }
            Optional<String> shape = live.shapeAfter(records, i);
            if (shape.isPresent()) {
                assertThat(ConversationProgram.shape(state.tree()))
                        .as("tree after record %s of %s", i, program)
                        .isEqualTo(shape.get());
            }
        }
    }

    private static ConversationState apply(ConversationState state, Json record) {
        ConversationChange change = Objects.requireNonNull(ChangeRecord.read(record));
        return state.apply(change);
    }

    /** A program that runs, with the state at each moment at which records are stored. */
    private static final class Live {
        final Map<String, List<Json>> records = new TreeMap<>();

        /** The state at each append, by the number of records then. */
        final Map<Integer, ConversationState> stored = new HashMap<>();

        /** The shape of the model by the time of the conversation. */
        final TreeMap<Instant, String> shapes = new TreeMap<>();

        final ConversationProgram program;

        Live() {
            List<Integer> counts = new ArrayList<>(List.of(0));
            List<Live> self = List.of(this);
            SessionStore store = InMemorySessionStore.of(records).withAppending(some -> {
                counts.add(counts.get(counts.size() - 1) + some.size());
                stored.put(
                        counts.get(counts.size() - 1),
                        self.get(0).program.clock().state());
            });
            program = new ConversationProgram(new ConversationProgram.Setting(Optional.of(store), FailureMode.FAIL));
        }

        void play(List<Step> steps) {
            program.afterEach(this::mark).whenAsked(call -> mark()).play(steps);
            assertThat(program.surprises()).isEmpty();
            program.close();
        }

        private void mark() {
            shapes.put(program.clock().instant(), program.expected());
        }

        /** Returns the shape of the model at a moment between a record and the next one. */
        Optional<String> shapeAfter(List<Json> all, int record) {
            Instant at = Instant.parse(all.get(record).get("at").asText());
            Map.Entry<Instant, String> next = shapes.higherEntry(at);
            boolean last = next != null
                    && (record + 1 == all.size()
                            || next.getKey()
                                    .isBefore(Instant.parse(
                                            all.get(record + 1).get("at").asText())));
            return last ? Optional.of(next.getValue()) : Optional.empty();
        }
    }

    @Provide
    Arbitrary<List<List<Step>>> programs() {
        int programs = Math.max(TRIES, Integer.getInteger("plumbline.programs", TRIES));
        return ConversationSteps.allPrograms().list().ofSize(programs / TRIES);
    }
}
