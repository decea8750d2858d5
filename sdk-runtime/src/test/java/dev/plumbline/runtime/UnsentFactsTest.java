package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.BindingProvider;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Facts that may not be stored, and facts that are withdrawn, beside answers that are bound to them. */
class UnsentFactsTest {
    private static final AiBody BODY = AiBody.builder().contextFilter("*").build();

    private final Map<String, List<Json>> records = new ConcurrentHashMap<>();
    private final AtomicReference<Optional<String>> address = new AtomicReference<>(Optional.of("1 Main Street"));
    private ScriptedProvider script = ScriptedProvider.create().says("Yes.").repeats();
    private BindingProvider provider = BindingProvider.of(script);

    private AiRuntime runtime(boolean stored) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addContext(ContextSource.of("address", address::get).withStored(stored))
                .addContext("units", () -> "mm")
                .journal(InMemorySessionStore.of(records), FailureMode.FAIL)
                .build();
    }

    private String sent() {
        List<Interaction> sent = script.calls().get(script.calls().size() - 1).effective();
        return Json.of(sent.stream().map(Interaction::toJson).toList()).text();
    }

    private static boolean startsOver(AiReturn ret) {
        return ret.trace().table().contains("starts over");
    }

    @Test
    @DisplayName("F11 a fact that may not be stored is in no record, and a resumed conversation starts over without it")
    void f11_unstoredFact() {
        String id;
        try (AiRuntime ai = runtime(false);
                ConversationSession session = ai.session(BODY)) {
            id = session.id();
            session.send("1?");
            assertThat(startsOver(session.send("2?"))).isFalse();
            assertThat(sent()).containsOnlyOnce("1 Main Street");
        }
        assertThat(records.get(id))
                .extracting(Json::text)
                .noneMatch(record -> record.contains("Main Street"))
                .anyMatch(record -> record.contains("\"units\":\"mm\""));
        address.set(Optional.empty());
        try (AiRuntime ai = runtime(false);
                ConversationSession session = ai.resume(id)) {
            AiReturn third = session.send("3?");
            assertThat(third.error()).isEmpty();
            assertThat(startsOver(third)).isTrue();
            assertThat(sent()).doesNotContain("Main Street").containsOnlyOnce("\"units\"");
            assertThat(startsOver(session.send("4?"))).isFalse();
        }
        assertThat(provider.refused()).isEmpty();
    }

    @Test
    @DisplayName("F11 a fact that is withdrawn is in no later request, on any branch and after a restart")
    void f11_withdrawnFact() {
        String id;
        try (AiRuntime ai = runtime(true);
                ConversationSession session = ai.session(BODY)) {
            id = session.id();
            session.send("1?");
            session.nameBranch("side", session.head());
            address.set(Optional.empty());
            session.withdrawFact("address");
            AiReturn second = session.send("2?");
            assertThat(second.error()).isEmpty();
            assertThat(startsOver(second)).isTrue();
            assertThat(sent()).doesNotContain("Main Street", "address").containsOnlyOnce("\"units\"");
            assertThat(startsOver(session.send("3?"))).isFalse();
        }
        try (AiRuntime ai = runtime(true);
                ConversationSession session = ai.resume(id);
                ConversationSession side = session.onBranch("side")) {
            session.send("4?");
            assertThat(sent()).doesNotContain("Main Street");
            side.send("5?");
            assertThat(sent()).doesNotContain("Main Street");
        }
        assertThat(provider.refused()).isEmpty();
    }

    @Test
    @DisplayName("F11 a fact is withdrawn between turns, and of an open session only")
    void f11_withdrawnWhenClosed_isRefused() {
        try (AiRuntime ai = runtime(true)) {
            ConversationSession session = ai.session(BODY);
            session.close();
            assertThatThrownBy(() -> session.withdrawFact("address")).isInstanceOf(IllegalStateException.class);
        }
    }
}
