package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What may run is what the model was offered in the call it answered. */
class OfferedToolsTest {
    private static final Json ANY = Json.parse("{\"type\":\"object\"}");

    private final List<String> ran = new CopyOnWriteArrayList<>();
    private final ScriptedProvider model = ScriptedProvider.create();

    private AiTool tool(String name) {
        return AiTool.of(name, "A tool.", ANY, (in, call) -> ran.add(name));
    }

    private AiRuntime.Builder runtime() {
        return AiRuntime.builder().addProvider(model).addTools(tool("wipe"), tool("draw"));
    }

    private static AiBody body() {
        return AiBody.builder().toolFilter("*").addUser("Go.").build();
    }

    private static AiCall without(AiCall call, String tool) {
        return call.withTools(call.tools().stream()
                .filter(known -> !known.name().equals(tool))
                .toList());
    }

    private static ToolEnvelope.Failure failure(AiReturn ret, int result) {
        return ret.toolResults().get(result).envelope().failure().orElseThrow();
    }

    @Test
    @Tag("FM8")
    @DisplayName("M8 a tool that a request policy took away is denied and does not run")
    void tool_takenAwayByAPolicy_isDenied() {
        model.callsTool("wipe", Map.of()).callsTool("draw", Map.of()).says("Done.");
        try (AiRuntime ai = runtime()
                .addRequestPolicy("less", call -> without(call, "wipe"))
                .build()) {
            AiReturn ret = ai.send(body());
            assertThat(ran).containsExactly("draw");
            assertThat(failure(ret, 0).code()).isEqualTo(ToolEnvelope.Code.DENIED);
            assertThat(failure(ret, 0).message()).contains("not offered");
            assertThat(ret.isOk()).isTrue();
        }
    }

    @Test
    @DisplayName("M8 a tool that an inner policy removed is denied, with a cache outside of it")
    void tool_takenAwayInsideTheCache_isDenied() {
        model.callsTool("wipe", Map.of())
                .says("Done.")
                .callsTool("wipe", Map.of())
                .says("Done.");
        try (AiRuntime ai = runtime()
                .cache(ResponseStore.inMemory(10))
                .addPolicy("less", (call, next) -> next.proceed(without(call, "wipe")))
                .build()) {
            assertThat(failure(ai.send(body()), 0).code()).isEqualTo(ToolEnvelope.Code.DENIED);
            assertThat(ai.send(body()).isOk()).isTrue();
            assertThat(ran).isEmpty();
        }
    }

    @Test
    @Tag("FM8")
    @DisplayName("M8 what counts is the attempt that was answered: a tool offered in an earlier one alone is denied")
    void tool_takenAwayInALaterAttempt_isDenied() {
        Policy again = new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                next.proceed(call);
                return next.proceed(without(call, "wipe"));
            }

            @Override
            public boolean mayRepeat() {
                return true;
            }
        };
        model.says("No.").callsTool("wipe", Map.of()).says("No.").says("Done.");
        try (AiRuntime ai = runtime().addPolicy("again", again).build()) {
            assertThat(failure(ai.send(body()), 0).code()).isEqualTo(ToolEnvelope.Code.DENIED);
            assertThat(ran).isEmpty();
        }
    }

    @Test
    @DisplayName("M8 of an answer made of several attempts only what all of them offered may run")
    void tool_ofAnAnswerOfSeveralAttempts_mustBeOfferedInAll() {
        Policy mixing = new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                AiReturn first = next.proceed(without(call, "wipe"));
                AiReturn second = next.proceed(call);
                return first.isOk() && !first.toolCalls().isEmpty()
                        ? second.toBuilder().interactions(first.interactions()).build()
                        : second;
            }

            @Override
            public boolean mayRepeat() {
                return true;
            }
        };
        model.callsTool("wipe", Map.of()).says("No.").says("No.").says("Done.");
        try (AiRuntime ai = runtime().addPolicy("mixing", mixing).build()) {
            AiReturn ret = ai.send(body());
            assertThat(failure(ret, 0).code()).isEqualTo(ToolEnvelope.Code.DENIED);
            assertThat(ran).isEmpty();
        }
    }

    @Test
    @DisplayName("M8 a tool offered again in a later round runs then; one taken away in it does not")
    void tool_isOfferedRoundByRound() {
        AtomicInteger calls = new AtomicInteger();
        model.callsTool("wipe", Map.of())
                .nextRound()
                .callsTool("wipe", Map.of())
                .nextRound()
                .callsTool("wipe", Map.of())
                .nextRound()
                .says("Done.");
        try (AiRuntime ai = runtime()
                .addRequestPolicy("second", call -> calls.incrementAndGet() == 2 ? call : without(call, "wipe"))
                .build()) {
            AiReturn ret = ai.send(body());
            assertThat(ret.toolResults())
                    .extracting(result -> result.envelope().isOk())
                    .containsExactly(false, true, false);
            assertThat(ran).containsExactly("wipe");
        }
    }

    @Test
    @Tag("FM8")
    @DisplayName("M8 a policy cannot offer what the filter of the body leaves out: it fails, and nothing runs")
    void tool_addedByAPolicy_isRefused() {
        ToolDefinition wipe = new ToolDefinition("wipe", "A tool.", ANY, Optional.empty(), Set.of(), "");
        model.callsTool("wipe", Map.of()).says("Done.");
        try (AiRuntime ai = runtime()
                .addRequestPolicy(
                        "more",
                        call -> call.withTools(Stream.concat(call.tools().stream(), Stream.of(wipe))
                                .toList()))
                .build()) {
            AiReturn ret =
                    ai.send(AiBody.builder().toolFilter("draw").addUser("Go.").build());
            assertThat(ret.error().orElseThrow().category()).isEqualTo(AiError.Category.EXTENSION);
            assertThat(ran).isEmpty();
        }
    }

    @Test
    @DisplayName("M8 a session's own tool that was taken away is denied; hooks and messages do not name it")
    void sessionsTool_takenAway_isDeniedAndNotNamed() {
        List<Optional<ToolDefinition>> seen = new ArrayList<>();
        Hook looking = new Hook() {
            @Override
            public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
                batch.calls().forEach(call -> seen.add(batch.tool(call)));
                return Decision.proceed();
            }
        };
        model.callsTool("own", Map.of())
                .nextRound()
                .callsTool("nonsense", Map.of())
                .says("Done.");
        try (AiRuntime ai = runtime()
                        .addRequestPolicy("less", call -> without(call, "own"))
                        .addHook("looking", looking)
                        .build();
                ConversationSession session = ai.session(
                        AiBody.builder().toolFilter("*").build(),
                        SessionOptions.none(),
                        brought -> brought.addTools(tool("own")))) {
            AiReturn ret = session.send("Go.");
            assertThat(failure(ret, 0).code()).isEqualTo(ToolEnvelope.Code.DENIED);
            assertThat(failure(ret, 1).message()).contains("draw", "wipe").doesNotContain("own");
            assertThat(seen).first().isEqualTo(Optional.empty());
            assertThat(ran).isEmpty();
        }
    }

    @Test
    @DisplayName("M8 calls that the host runs are handed out only if they were offered")
    void handedOutCall_takenAway_isDenied() {
        model.callsTool("wipe", Map.of()).says("Done.");
        try (AiRuntime ai = runtime()
                        .addRequestPolicy("less", call -> without(call, "wipe"))
                        .build();
                ConversationSession session = ai.session(
                        AiBody.builder().toolFilter("*").build(),
                        SessionOptions.builder().returnToolCalls(true).build())) {
            AiReturn ret = session.send(Interaction.user("Go."), SessionOptions.none());
            assertThat(failure(ret, 0).code()).isEqualTo(ToolEnvelope.Code.DENIED);
        }
    }
}
