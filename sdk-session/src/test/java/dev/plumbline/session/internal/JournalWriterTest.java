package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A conversation has one writer, which knows when it is not the one any more. */
@Timeout(120)
class JournalWriterTest {
    private static final String LOST = "dev.plumbline.conversation.SessionStore.WriterLostException";

    private final FailingSessionStore store = new FailingSessionStore();

    private EngineFixture fixture(FailureMode onFailure) {
        return fixture(onFailure, builder -> builder);
    }

    private EngineFixture fixture(FailureMode onFailure, UnaryOperator<EngineSettings> more) {
        EngineFixture fixture =
                new EngineFixture(4, Optional.of(new DrawingProvider()), b -> more.apply(b.journal(store, onFailure)));
        fixture.tools.tool("draw", (call, scope) -> ToolEnvelope.ok(call.arguments()));
        fixture.tools.tool("look", (call, scope) -> ToolEnvelope.ok(call.arguments()));
        return fixture;
    }

    private static AiBody plan() {
        return AiBody.builder().addSystem("You draw.").toolFilter("*").build();
    }

    private String talk() {
        try (EngineFixture fixture = fixture(FailureMode.FAIL)) {
            ConversationSession session = fixture.engine.open(plan(), SessionOptions.none());
            assertThat(session.send("A house.").isOk()).isTrue();
            return session.id();
        }
    }

    private static ConversationSession resume(EngineFixture fixture, String id) {
        return fixture.engine.resume(id, SessionOptions.none());
    }

    private void writeBehindItsBack(String id) {
        store.records.get(id).add(Json.object().with("kind", "turn").with("branch", "main"));
    }

    @Test
    @DisplayName("J2 a session is refused while another one of its conversation is open, of this engine or another")
    void resume_ofWhatIsOpen() {
        String id = talk();
        try (EngineFixture fixture = fixture(FailureMode.SKIP);
                EngineFixture other = fixture(FailureMode.SKIP)) {
            ConversationSession session = resume(fixture, id);
            assertThatIllegalStateException()
                    .isThrownBy(() -> resume(fixture, id))
                    .withMessageContaining(id);
            assertThatIllegalStateException().isThrownBy(() -> resume(other, id));
            assertThat(other.engine.tree(id)).isEqualTo(session.tree());
            ConversationSession side = session.fork("side");
            session.close();
            assertThatIllegalStateException().isThrownBy(() -> resume(other, id));
            side.close();
            assertThat(resume(other, id).branch()).isEqualTo("main");
        }
    }

    @Test
    @DisplayName("J2 a new conversation is open for writing from its first record on")
    void begun_isOpen() {
        try (EngineFixture fixture = fixture(FailureMode.SKIP)) {
            ConversationSession session = fixture.engine.open(plan(), SessionOptions.none());
            assertThat(session.send("A house.").isOk()).isTrue();
            assertThatIllegalStateException().isThrownBy(() -> store.open(session.id()));
            session.close();
            store.open(session.id()).close();
        }
    }

    @Test
    @DisplayName("J2 under FAIL a writer that was overtaken ends its turn with an error of that name")
    void overtaken_underFail() {
        String id = talk();
        try (EngineFixture fixture = fixture(FailureMode.FAIL)) {
            ConversationSession session = resume(fixture, id);
            writeBehindItsBack(id);
            List<Json> before = store.only();

            AiReturn ret = session.send("Another one.");

            assertThat(ret.error()).map(AiError::code).contains("journal-overtaken");
            assertThat(ret.error().orElseThrow().toString())
                    .contains(id)
                    .contains("written by somebody else")
                    .doesNotContain("disk");
            assertThat(store.only()).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("J2 under SKIP a writer that was overtaken is reported by name to telemetry, once, and writes no more")
    void overtaken_underSkip() {
        String id = talk();
        try (EngineFixture fixture = fixture(FailureMode.SKIP)) {
            ConversationSession session = resume(fixture, id);
            writeBehindItsBack(id);
            List<Json> before = store.only();

            assertThat(session.send("Another one.").isOk()).isTrue();
            assertThat(session.send("And one more.").isOk()).isTrue();

            assertThat(fixture.telemetry)
                    .filteredOn(TelemetryEvent.ExtensionFailed.class::isInstance)
                    .extracting(event -> ((TelemetryEvent.ExtensionFailed) event)
                            .causeClass()
                            .text())
                    .containsExactly(LOST);
            assertThat(store.only()).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("J23 all records of a conversation after it was overtaken are counted as lost")
    void j23_overtaken_countsAllThatIsLost() {
        String id = talk();
        int turn = store.only().size() - 1; // without the record that opens the conversation
        try (EngineFixture fixture = fixture(FailureMode.SKIP)) {
            ConversationSession session = resume(fixture, id);
            writeBehindItsBack(id);
            session.send("Another one.");
            session.send("And one more.");
            session.close();

            assertThat(fixture.engine.isIdle()).isTrue();
            assertThat(fixture.engine.abandonUnwritten()).containsEntry(id, 2 * turn);
        }
    }

    @Test
    @DisplayName("J2 a new conversation whose id is taken already does not write into the other one")
    void begun_underATakenId() {
        String id = talk();
        List<Json> before = store.only();
        try (EngineFixture fixture = fixture(FailureMode.FAIL)) {
            ConversationSession session = fixture.engine.open(plan(), SessionOptions.none());
            assertThat(session.id()).isEqualTo(id);
            assertThat(session.send("A tower.").error()).map(AiError::code).contains("journal-overtaken");
        }
        assertThat(store.only()).isEqualTo(before);
    }

    @Test
    @Tag("J2")
    @DisplayName("J2 records that do not fit are handed over, those before them are kept and gone on from")
    void recordsThatDoNotFit_areHandedOver() {
        String id = talk();
        List<Json> whole = store.only();
        Json twice = whole.stream()
                .filter(record -> record.get("kind").asText().equals("entry"))
                .findFirst()
                .orElseThrow();
        List<Json> misfits = List.of(
                Json.parse("{\"kind\":\"moved\",\"branch\":\"main\",\"to\":\"e99\"}"),
                Json.parse("{\"kind\":\"entry\",\"branch\":\"main\"}"),
                Json.object()
                        .with("kind", "result")
                        .with("result", Interaction.user("secret").toJson()),
                Json.parse("{\"kind\":\"ended\",\"usage\":[]}"),
                Json.parse("{\"kind\":\"branch\",\"branch\":\"side\",\"from\":\"e1\",\"like\":7}"),
                Json.parse("{}"),
                whole.get(0),
                twice);
        for (Json misfit : misfits) {
            int first = misfit.equals(twice) ? whole.indexOf(twice) + 1 : 1;
            for (int kept = first; kept <= whole.size(); kept++) {
                goesOnBefore(id, whole, kept, misfit);
            }
        }
    }

    private void goesOnBefore(String id, List<Json> whole, int kept, Json misfit) {
        List<Json> rest = new ArrayList<>(List.of(misfit));
        rest.addAll(whole.subList(kept, whole.size()));
        List<Json> broken = new ArrayList<>(whole.subList(0, kept));
        store.records.put(id, new ArrayList<>(broken));
        Object tree;
        try (EngineFixture fixture = fixture(FailureMode.FAIL)) {
            tree = fixture.engine.tree(id);
        }
        broken.addAll(rest);
        store.records.put(id, broken);
        try (EngineFixture fixture = fixture(FailureMode.FAIL)) {
            ConversationSession session = resume(fixture, id);
            assertThat(session.recovery().orElseThrow().records()).isEqualTo(rest);
            assertThat(session.recovery().toString())
                    .contains(rest.size() + " records")
                    .doesNotContain("secret");
            assertThat(session.tree()).isEqualTo(tree);
            assertThat(store.only()).isEqualTo(whole.subList(0, kept));
            assertThat(session.send("A shed.").isOk()).isTrue();
        }
        try (EngineFixture fixture = fixture(FailureMode.FAIL)) {
            ConversationSession session = resume(fixture, id);
            assertThat(session.recovery()).isEmpty();
            assertThat(session.path()).extracting(entry -> entry.text()).contains("A shed.");
        }
    }

    @Test
    @Tag("J2")
    @DisplayName("J2 a resume that is refused half way leaves no writer open")
    void refusedResume_closesItsWriter() {
        String id = talk();
        Hook refusing = new Hook() {
            @Override
            public void onSessionOpened(Context context) {
                throw new IllegalStateException("no");
            }
        };
        try (EngineFixture fixture = fixture(FailureMode.SKIP, builder -> builder.addHook("refusing", refusing, ""))) {
            assertThatThrownBy(() -> resume(fixture, id)).isInstanceOf(AiException.class);
            assertThatThrownBy(() -> resume(fixture, "nobody")).isInstanceOf(AiException.class);
        }
        store.open(id).close();
        store.open("nobody").close();
        try (EngineFixture fixture = fixture(FailureMode.SKIP)) {
            fixture.engine.close();
            assertThatIllegalStateException().isThrownBy(() -> resume(fixture, id));
        }
        store.open(id).close();
    }
}
