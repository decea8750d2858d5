package dev.plumbline.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ToolSelectionPolicyTest {
    private final ToolSelectionPolicy policy = new ToolSelectionPolicy(ToolSelector.create(), 1);

    private static AiCall call(List<Interaction> said) {
        List<ToolDefinition> tools = new ArrayList<>(List.of(
                ToolSelectorTest.tool("draw_wall", "Draws a wall."),
                ToolSelectorTest.tool("find_tools", "Searches for further tools."),
                ToolSelectorTest.tool("print_sheet", "Prints a sheet."),
                ToolSelectorTest.tool("delete_stair", "Removes a stair.")));
        return AiCall.builder(AiBody.of("asked"), ModelId.parse("scripted:script"))
                .effective(said)
                .tools(tools)
                .build();
    }

    private List<String> offered(Interaction... said) {
        return policy.onRequest(call(List.of(said))).tools().stream()
                .map(ToolDefinition::name)
                .toList();
    }

    @Test
    @DisplayName("P4 what fits the messages is offered, in the order of the tools, and stays")
    void p4_offered_isWhatFitsTheMessages_inTheOrderOfTheTools() {
        assertThat(offered(Interaction.user("A wall, please."))).containsExactly("draw_wall", "find_tools");
        assertThat(offered(Interaction.user("A wall."), Interaction.user("Now print it.")))
                .containsExactly("draw_wall", "find_tools", "print_sheet");
    }

    @Test
    void calledTools_stayOffered() {
        assertThat(offered(
                        Interaction.user("A wall."),
                        new Interaction.ToolCall("1", "draw_wall", Json.object()),
                        Interaction.user("Print it.")))
                .containsExactly("draw_wall", "find_tools", "print_sheet");
    }

    @Test
    @DisplayName("P4 what a search finds is offered from then on")
    void p4_search_offersWhatItFinds() {
        Interaction search =
                new Interaction.ToolCall("1", "find_tools", Json.object().with("need", "remove a stair"));
        assertThat(offered(Interaction.user("A wall."), search))
                .containsExactly("draw_wall", "find_tools", "delete_stair");
        assertThat(offered(Interaction.user("A wall."), search, Interaction.user("Print it.")))
                .containsExactly("draw_wall", "find_tools", "print_sheet", "delete_stair");
    }

    @Test
    void search_withoutText_changesNothing() {
        assertThat(offered(
                        Interaction.user("A wall."),
                        new Interaction.ToolCall(
                                "1", "find_tools", Json.object().with("need", 5))))
                .hasSize(2);
    }

    @Test
    void nothingThatFits_offersTheSearch_orAllIfThereIsNone() {
        assertThat(offered(Interaction.user("xyz"))).containsExactly("find_tools");
        AiCall call = call(List.of(Interaction.user("xyz")));
        AiCall without = call.withTools(call.tools().stream()
                .filter(tool -> !tool.name().equals("find_tools"))
                .toList());
        assertThat(policy.onRequest(without)).isSameAs(without);
    }

    @Test
    void fewTools_areAllOffered() {
        AiCall call = call(List.of(Interaction.user("A wall.")));
        assertThat(new ToolSelectionPolicy(ToolSelector.create(), 4).onRequest(call))
                .isSameAs(call);
        assertThatThrownBy(() -> Extensions.toolSelection(ToolSelector.create(), 0))
                .hasMessageContaining("tool filter");
    }
}
