package dev.plumbline.call.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ToolDefinitionListTest {
    private static final ToolDefinition WALL = new ToolDefinition(
            "wall",
            "Draws.",
            Json.parse("{\"b\":1,\"a\":2}"),
            Optional.of(Json.parse("{\"d\":1,\"c\":2}")),
            Set.of(),
            "");

    @Test
    void list_isTheSameInstanceAgain_andIsACopyOfOthers() {
        List<ToolDefinition> given = new ArrayList<>(List.of(WALL));
        List<ToolDefinition> list = ToolDefinitionList.of(given);
        given.clear();

        assertThat(list).containsExactly(WALL).isEqualTo(List.of(WALL));
        assertThat(ToolDefinitionList.of(list)).isSameAs(list);
        assertThatThrownBy(() -> list.add(WALL)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> ToolDefinitionList.of(Arrays.asList(WALL, null)))
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void forms_areCanonical_andComputedOnce() {
        ToolDefinitionList list = ToolDefinitionList.of(List.of(WALL, WALL));

        assertThat(list.inputSchema(1)).asString().isEqualTo("{\"a\":2,\"b\":1}");
        assertThat(list.outputSchema(0)).asString().isEqualTo("{\"c\":2,\"d\":1}");
        assertThat(list.outputSchema(0)).isSameAs(list.outputSchema(0));
    }
}
