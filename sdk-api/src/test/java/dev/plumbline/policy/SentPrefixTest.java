package dev.plumbline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is bound to the messages, instructions and tools before it is sent behind nothing else. */
class SentPrefixTest {
    private static final ModelId MODEL = ModelId.parse("signing:model");
    private static final ToolDefinition DRAW = tool("draw");

    private final Signing provider = new Signing();
    private final List<AiDelta> shown = new ArrayList<>();

    private List<Interaction> said = List.of(new Interaction.System("Be brief."), Interaction.user("1"));
    private List<ToolDefinition> tools = List.of(DRAW);
    private PolicyChain.Builder chain = PolicyChain.builder();

    /** A provider that signs its answers with a number, and records the signatures that it receives. */
    private static final class Signing implements AiProvider {
        private boolean streams = true;
        private List<Integer> received = List.of();
        private int calls;

        @Override
        public String id() {
            return "signing";
        }

        @Override
        public String defaultModel() {
            return "model";
        }

        @Override
        public AiReturn call(AiCall call) {
            received = signatures(call.effective());
            List<AiDelta> deltas = List.of(
                    new AiDelta.Whole(new Part.Opaque(id(), Json.of(++calls))),
                    new AiDelta.Text("Yes."),
                    new AiDelta.Finish(FinishReason.STOP));
            if (streams) {
                deltas.forEach(call.sink());
            }
            return AiReturn.builder().deltas(deltas).model(call.model()).build();
        }

        private static List<Integer> signatures(List<Interaction> said) {
            return said.stream()
                    .filter(Interaction.Assistant.class::isInstance)
                    .flatMap(answer -> ((Interaction.Assistant) answer).parts().stream())
                    .filter(Part.Opaque.class::isInstance)
                    .map(part -> ((Part.Opaque) part).data().asInt())
                    .toList();
        }
    }

    private static ToolDefinition tool(String name) {
        return new ToolDefinition(name, "A tool.", Json.object(), Optional.empty(), Set.of(), "");
    }

    private AiReturn answer() {
        AiCall call = AiCall.builder(AiBody.of("?"), MODEL)
                .effective(said)
                .tools(tools)
                .sink(shown::add)
                .build();
        AiReturn ret = chain.build(provider).call(call);
        List<Interaction> longer = new ArrayList<>(said);
        longer.addAll(ret.interactions());
        longer.add(Interaction.user("Next"));
        said = longer;
        return ret;
    }

    private static boolean startsOver(AiReturn ret) {
        return ret.trace().table().contains("starts over");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("P17 what was sent before is sent again, and nothing is left out, streamed or not")
    void p17_samePrefix_isKept(boolean streams) {
        provider.streams = streams;
        for (int i = 1; i <= 4; i++) {
            AiReturn ret = answer();
            assertThat(startsOver(ret)).isFalse();
            assertThat(provider.received).hasSize(i - 1);
            assertThat(Fold.of(shown).interactions()).isEqualTo(ret.interactions());
            shown.clear();
        }
    }

    private void startsOverOnce(String why) {
        AiReturn first = answer();
        assertThat(first.trace().table()).contains("starts over: " + why);
        assertThat(provider.received).isEmpty();
        for (int i = 0; i < 3; i++) {
            AiReturn next = answer();
            assertThat(startsOver(next)).isFalse();
            assertThat(provider.received).startsWith(3).doesNotContain(1, 2);
        }
    }

    @Test
    @DisplayName("P17 other tools start over once, and answers to them keep what is bound to them")
    void p17_otherTools() {
        answer();
        answer();
        tools = List.of(DRAW, tool("look"));
        startsOverOnce("other tools");
    }

    @Test
    @DisplayName("P17 other instructions of a policy start over once")
    void p17_otherInstructions() {
        answer();
        answer();
        chain = PolicyChain.builder()
                .addRequestPolicy("brief", RequestPolicy.instructionIf(call -> true, "Be briefer."));
        startsOverOnce("other instructions");
    }

    @Test
    @DisplayName("F11 a policy that rewrites what was sent starts over once, at the place that it changed")
    void f11_rewrittenMessage() {
        answer();
        answer();
        chain = PolicyChain.builder().addRequestPolicy("rewriting", call -> {
            List<Interaction> other = new ArrayList<>(call.effective());
            other.set(1, Interaction.user("[hidden]"));
            return call.withEffective(other);
        });
        startsOverOnce("other messages before message 3");
    }

    @Test
    @DisplayName("P17 what a program has put in place itself is sent wherever it stands")
    void p17_withoutPrefix_isSent() {
        said = List.of(
                Interaction.user("0"),
                new Interaction.Assistant(List.of(new Part.Opaque("signing", Json.of(7)))),
                Interaction.user("1"));
        answer();
        answer();
        assertThat(provider.received).containsExactly(7, 1);
    }

    @Test
    @DisplayName("P17 an answer of several parts between tool calls is bound to what was before its first one")
    void p17_severalParts() {
        answer();
        List<Interaction> parts = new ArrayList<>(said.subList(0, said.size() - 1));
        Part.Opaque bound =
                (Part.Opaque) ((Interaction.Assistant) parts.get(2)).parts().get(0);
        parts.add(new Interaction.ToolCall("c1", "draw", Json.object()));
        parts.add(
                new Interaction.Assistant(List.of(new Part.Opaque("signing", Json.of(8)).withPrefix(bound.prefix()))));
        parts.add(Interaction.user("Next"));
        said = parts.stream()
                .filter(item -> !(item instanceof Interaction.ToolCall))
                .toList();
        assertThat(startsOver(answer())).isFalse();
        assertThat(provider.received).containsExactly(1, 8);
    }
}
