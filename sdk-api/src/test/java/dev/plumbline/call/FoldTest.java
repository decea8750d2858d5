package dev.plumbline.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What single streams fold to, and how content becomes one stream; the laws are in the test kit. */
class FoldTest {
    private static List<AiDelta> deltas(Interaction... content) {
        return AiReturn.builder().interactions(List.of(content)).build().deltas();
    }

    @Test
    void everyKindOfWords_isAPartOfItsOwn() {
        AiReturn ret = Fold.of(List.of(
                new AiDelta.Reasoning("how "),
                new AiDelta.Reasoning("large?"),
                new AiDelta.Text("20 m²"),
                new AiDelta.Refusal("no more")));

        assertThat(ret.interactions())
                .containsExactly(new Interaction.Assistant(
                        List.of(new Part.Reasoning("how large?"), Part.text("20 m²"), new Part.Refusal("no more"))));
    }

    @Test
    void content_standsInTheOrderInWhichItBegan() {
        AiReturn ret = Fold.of(List.of(
                new AiDelta.Text("first"),
                new AiDelta.ToolCallPart(0, "a", "measure", "{\"n\":"),
                new AiDelta.Text("then"),
                new AiDelta.ToolCallPart(1, "b", "measure", ""),
                new AiDelta.ToolCallPart(0, "", "", "1}"),
                new AiDelta.Finish(FinishReason.TOOL_CALLS)));

        assertThat(ret.interactions())
                .containsExactly(
                        new Interaction.Assistant(List.of(Part.text("first"))),
                        new Interaction.ToolCall("a", "measure", Json.object().with("n", 1)),
                        new Interaction.Assistant(List.of(Part.text("then"))),
                        new Interaction.ToolCall("b", "measure", Json.object()));
        assertThat(ret.finish()).isEqualTo(FinishReason.TOOL_CALLS);
    }

    @Test
    void boundary_partsWordsOfOneKind() {
        assertThat(Fold.of(List.of(new AiDelta.Text("a"), new AiDelta.Boundary(), new AiDelta.Text("b")))
                        .interactions())
                .containsExactly(new Interaction.Assistant(List.of(Part.text("a"), Part.text("b"))));
    }

    @Test
    void partsOfOneKind_areSeparatedByABoundary() {
        assertThat(deltas(new Interaction.Assistant(
                        List.of(Part.text("a"), Part.text("b"), new Part.Reasoning("c"), Part.text("d")))))
                .containsExactly(
                        new AiDelta.Text("a"),
                        new AiDelta.Boundary(),
                        new AiDelta.Text("b"),
                        new AiDelta.Reasoning("c"),
                        new AiDelta.Text("d"));
    }

    @Test
    void wholeParts_needNoBoundary() {
        Part opaque = new Part.Opaque("anthropic", Json.object().with("signature", "s"));

        assertThat(deltas(new Interaction.Assistant(List.of(opaque, opaque))))
                .containsExactly(new AiDelta.Whole(opaque), new AiDelta.Whole(opaque));
    }

    @Test
    void calls_haveAnIndexEach() {
        assertThat(deltas(
                        new Interaction.ToolCall("a", "measure", Json.object()),
                        new Interaction.ToolCall("b", "draw", Json.object())))
                .containsExactly(
                        new AiDelta.ToolCallPart(0, "a", "measure", "{}"),
                        new AiDelta.ToolCallPart(1, "b", "draw", "{}"));
    }
}
