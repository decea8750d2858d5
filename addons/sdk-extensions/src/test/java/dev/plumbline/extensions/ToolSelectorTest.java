package dev.plumbline.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ToolSelectorTest {
    private static final List<ToolDefinition> TOOLS = List.of(
            tool("draw_wall", "Draws a wall between two points."),
            tool("drawStair", "Draws a stair with a number of steps."),
            tool("export_pdf", "Writes the sheets as a document for printing."),
            tool("delete_layer", "Removes a layer with everything on it."),
            tool("measure", "Returns the distance of two points.", "unit", "millimetres or inches"));

    static ToolDefinition tool(String name, String description, String... argument) {
        Json properties = argument.length == 0
                ? Json.object()
                : Json.object().with(argument[0], Json.object().with("description", argument[1]));
        return new ToolDefinition(
                name,
                description,
                Json.object().with("type", "object").with("properties", properties),
                Optional.empty(),
                Set.of(),
                "");
    }

    private static List<String> names(ToolSelector selector, String request, int count) {
        return selector.select(TOOLS, request, count).stream()
                .map(ToolDefinition::name)
                .toList();
    }

    @Test
    void words_ofNameDescriptionAndArguments_areFoundWithOtherEndings() {
        ToolSelector selector = ToolSelector.create();
        assertThat(names(selector, "Please add some walls.", 1)).containsExactly("draw_wall");
        assertThat(names(selector, "I need stairs", 1)).containsExactly("drawStair");
        assertThat(names(selector, "print it", 1)).containsExactly("export_pdf");
        assertThat(names(selector, "how many inches?", 1)).containsExactly("measure");
        assertThat(names(selector, "layers removing", 1)).containsExactly("delete_layer");
    }

    @Test
    void parts_ofLongWords_areFound() {
        assertThat(names(ToolSelector.create(), "Zeichne die Staircases", 1)).containsExactly("drawStair");
    }

    @Test
    void example_teachesTheWordsOfUsers() {
        ToolSelector selector = ToolSelector.create();
        assertThat(names(selector, "send it to the plotter", 1)).isNotEqualTo(List.of("export_pdf"));
        assertThat(names(selector.withExample("export_pdf", "give me something for the plotter"), "to the plotter", 1))
                .containsExactly("export_pdf");
    }

    @Test
    void request_withoutSharedWords_selectsNothing_andCountIsKept() {
        assertThat(names(ToolSelector.create(), "xyz", 2)).isEmpty();
        assertThat(names(ToolSelector.create(), "", 9)).isEmpty();
        assertThat(names(ToolSelector.create(), "wall", 0)).isEmpty();
        assertThat(names(ToolSelector.create(), "draw", 9)).containsExactlyInAnyOrder("draw_wall", "drawStair");
        assertThatThrownBy(() -> names(ToolSelector.create(), "wall", -1)).hasMessageContaining("-1");
    }

    @Test
    void otherTools_areIndexedAnew() {
        ToolSelector selector = ToolSelector.create();
        assertThat(names(selector, "wall", 1)).containsExactly("draw_wall");
        List<ToolDefinition> others = new ArrayList<>(TOOLS);
        others.set(0, tool("paint", "Paints a floor."));
        assertThat(selector.select(others, "paint the floor", 1)).containsExactly(others.get(0));
    }
}
