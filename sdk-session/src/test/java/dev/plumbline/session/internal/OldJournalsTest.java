package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Journals that the version before format 2 wrote, in {@code old-journals}, and each prefix of them. */
@Timeout(120)
class OldJournalsTest {
    private static final StateKey<Integer> WALLS =
            StateKey.of("walls", StateKey.Scope.BRANCH, 0).withPersistent();
    private static final StateKey<Integer> SHEETS =
            StateKey.of("sheets", StateKey.Scope.SESSION, 0).withPersistent();

    private final FailingSessionStore store = new FailingSessionStore();

    private EngineFixture fixture() {
        EngineFixture fixture = new EngineFixture(
                builder -> builder.journal(store, FailureMode.FAIL).executor(Runnable::run));
        fixture.tools.echo("draw");
        return fixture;
    }

    private static List<Json> records(String name) {
        try (InputStream file = OldJournalsTest.class.getResourceAsStream("old-journals/" + name + ".jsonl")) {
            return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(Json::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain-turn",
                "tool-calls",
                "fork",
                "edit",
                "summary",
                "state-values",
                "failed-turn",
                "cancelled-turn"
            })
    @DisplayName(
            "j a journal of the older format that ends at any record is resumed whole, and the conversation goes on")
    void anyPrefix_goesOn(String name) {
        List<Json> records = records(name);
        for (int length = 1; length <= records.size(); length++) {
            store.records.put(name, new ArrayList<>(records.subList(0, length)));
            List<String> said = goesOn(name);
            assertThat(store.records.get(name).subList(0, length))
                    .as("nothing is set aside")
                    .isEqualTo(records.subList(0, length));
            assertThat(resumed(name)).as("%s up to %s", name, length).isEqualTo(said);
        }
    }

    /** Continues a conversation, and returns what is on its branches then. */
    private List<String> goesOn(String id) {
        try (EngineFixture fixture = fixture()) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(session.recovery()).isEmpty();
            if (!session.interruptedBranches().isEmpty()
                    && session.tree().heads().size() == 1) {
                fixture.provider.says("After all.");
                assertThat(session.path().isEmpty()
                                || session.runToStableResult().isOk())
                        .isTrue();
                fixture.provider.says("Fine.");
            } else {
                fixture.provider.says("Fine.");
            }
            assertThat(session.send("Go on.").isOk()).isTrue();
            assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
            return said(session.tree());
        }
    }

    private List<String> resumed(String id) {
        try (EngineFixture fixture = fixture()) {
            return said(fixture.engine.resume(id, SessionOptions.none()).tree());
        }
    }

    private static List<String> said(ConversationTree tree) {
        List<String> all = new ArrayList<>();
        tree.heads().keySet().forEach(branch -> all.add(branch + " " + said(tree.path(branch))));
        return all;
    }

    private static List<String> said(List<ConversationEntry> path) {
        return path.stream().map(entry -> entry.kind() + " " + entry.text()).toList();
    }

    @Test
    @DisplayName("j a whole journal of the older format has its paths and its values")
    void wholeJournals_haveTheirPathsAndValues() {
        assertThat(paths("fork"))
                .containsExactly(
                        "main [SYSTEM You draw., USER A wall?, ASSISTANT Yes., USER And there?, ASSISTANT Again.]",
                        "side [SYSTEM You draw., USER A wall?, ASSISTANT Yes., USER And here?, ASSISTANT Aside.]");
        assertThat(paths("edit")).containsExactly("main [SYSTEM You draw., USER A door?, ASSISTANT No.]");
        assertThat(paths("summary"))
                .containsExactly("main [SYSTEM You draw., SUMMARY There is a wall., USER How many?, ASSISTANT Two.,"
                        + " USER And now?, ASSISTANT Three.]");
        assertThat(paths("failed-turn"))
                .containsExactly(
                        "main [SYSTEM You draw., USER A wall?, ASSISTANT Yes., USER A roof?, ASSISTANT At last.]");
        store.records.put("state-values", new ArrayList<>(records("state-values")));
        try (EngineFixture fixture = fixture()) {
            ConversationSession session = fixture.engine.resume("state-values", SessionOptions.none());
            assertThat(session.state().get(WALLS)).isEqualTo(1);
            assertThat(session.state().get(SHEETS)).isEqualTo(10);
        }
    }

    private List<String> paths(String name) {
        store.records.put(name, new ArrayList<>(records(name)));
        return resumed(name);
    }
}
