package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.PolicyChain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ScriptedProviderTest {
    private final VirtualClock clock = VirtualClock.create();
    private final Cancellation cancellation = Cancellation.create(clock);
    private final List<AiDelta> shown = new ArrayList<>();
    private final AiCall call = AiCall.builder(AiBody.of("draw"), ModelId.parse("scripted:script"))
            .cancellation(cancellation)
            .sink(shown::add)
            .build();

    @Test
    void n11_scripts_haveIdsOfTheirOwn() {
        assertThat(ScriptedProvider.create().id()).isEqualTo("scripted");
        assertThat(ScriptedProvider.create("other").id()).isEqualTo("other");
    }

    @Test
    void says_streamsThePieces() {
        AiReturn ret = ScriptedProvider.create().says("a ", "wall").call(call);

        assertThat(ret.text()).isEqualTo("a wall");
        assertThat(ret.model()).isEqualTo(call.model());
        assertThat(shown)
                .containsExactly(
                        new AiDelta.Text("a "),
                        new AiDelta.Text("wall"),
                        new AiDelta.UsageReport(Usage.of(10, 2)),
                        new AiDelta.Finish(FinishReason.STOP));
    }

    @Test
    void callsTool_severalInARow_makeOneRound() {
        ScriptedProvider provider = ScriptedProvider.create()
                .callsTool("drawWall", Map.of("length", 5))
                .callsTool("mine", "drawDoor", Map.of())
                .says("done");

        AiReturn ret = provider.call(call);

        assertThat(ret.interactions())
                .containsExactly(
                        new Interaction.ToolCall("call_1", "drawWall", Json.parse("{\"length\":5}")),
                        new Interaction.ToolCall("mine", "drawDoor", Json.object()));
        assertThat(ret.finish()).isEqualTo(FinishReason.TOOL_CALLS);
        assertThat(provider.call(call).text()).isEqualTo("done");
        assertThat(provider.calls()).containsExactly(call, call);
    }

    @Test
    void callsTool_behindNextRound_answersAnotherCall() {
        ScriptedProvider provider = ScriptedProvider.create()
                .pauses(Duration.ofSeconds(1))
                .callsTool("a", Map.of())
                .callsTool("b", Map.of())
                .nextRound()
                .callsTool("c", Map.of());

        assertThat(provider.call(call).toolCalls()).hasSize(2);
        assertThat(clock.waits()).containsExactly(Duration.ofSeconds(1));
        assertThat(provider.call(call).toolCalls())
                .extracting(Interaction.ToolCall::id)
                .containsExactly("call_3");
    }

    @Test
    void streams_addsNothing() {
        List<AiDelta> raw = List.of(new AiDelta.Text("a"), new AiDelta.Reset(2), new AiDelta.Text("b"));

        AiReturn ret = ScriptedProvider.create().streams(raw).call(call);

        assertThat(shown).isEqualTo(raw);
        assertThat(ret.text()).isEqualTo("b");
        assertThat(ret.usage()).isEqualTo(Usage.NONE);
    }

    @Test
    void failsAfter_keepsWhatArrived() {
        AiError cut = AiError.of(AiError.Category.TRUNCATED, "cut", "the stream ended early");

        AiReturn ret = ScriptedProvider.create().failsAfter("half", cut).call(call);

        assertThat(ret.error()).contains(cut);
        assertThat(ret.partialText()).isEqualTo("half");
        assertThat(ret.finish()).isEqualTo(FinishReason.NONE);
    }

    @Test
    void usage_isThatOfTheScript() {
        AiReturn ret = ScriptedProvider.create().usage(Usage.of(7, 3)).says("x").call(call);

        assertThat(ret.usage()).isEqualTo(Usage.of(7, 3));
    }

    @Test
    void pauses_waitsByTheClockOfTheCall() {
        ScriptedProvider provider =
                ScriptedProvider.create().pauses(Duration.ofMinutes(2)).fails(AiError.Category.SERVER);

        assertThat(provider.call(call).error().orElseThrow().category()).isEqualTo(AiError.Category.SERVER);
        assertThat(clock.waits()).containsExactly(Duration.ofMinutes(2));
    }

    @Test
    void cancelBetweenPieces_endsTheAnswer() {
        AiCall stopping = call.withSink(delta -> {
            shown.add(delta);
            cancellation.cancel("enough");
        });

        AiReturn ret = ScriptedProvider.create().says("one", "two").call(stopping);

        assertThat(ret.status()).isEqualTo(AiReturn.Status.CANCELLED);
        assertThat(ret.partialText()).isEqualTo("one");
        assertThat(shown).containsExactly(new AiDelta.Text("one"));
    }

    @Test
    void blocksUntilCancelled_isReleasedByTheCancel() throws Exception {
        ScriptedProvider provider = ScriptedProvider.create().blocksUntilCancelled("half");
        CompletableFuture<AiReturn> answer = ConcurrentRunner.begin(() -> provider.call(call));
        Await.until(() -> !provider.calls().isEmpty(), () -> "the call did not come");

        cancellation.cancel("enough");

        assertThat(answer.get(60, TimeUnit.SECONDS).status()).isEqualTo(AiReturn.Status.CANCELLED);
    }

    @Test
    @Tag("SH31")
    void callBeyondTheScript_saysWhatIsMissing() {
        ScriptedProvider provider = ScriptedProvider.create().says("only one");
        provider.call(call);

        assertThatThrownBy(() -> provider.call(call))
                .isInstanceOf(AiException.class)
                .hasMessageContaining("call 2 is not in the script");
        assertThat(PolicyChain.builder()
                        .build(provider)
                        .call(call)
                        .error()
                        .orElseThrow()
                        .message())
                .contains("call 3 is not in the script");
        assertThatThrownBy(provider::expectPlayed)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("2 calls were not in it");
    }

    @Test
    void expectPlayed_wantsTheWholeScript() {
        ScriptedProvider provider = ScriptedProvider.create().says("one");

        assertThatThrownBy(provider::expectPlayed).isInstanceOf(AssertionError.class);
        provider.call(call);
        assertThatCode(provider::expectPlayed).doesNotThrowAnyException();
    }
}
