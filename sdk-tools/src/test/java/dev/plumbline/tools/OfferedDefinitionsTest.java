package dev.plumbline.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Selector;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.tool.IToolExecutor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a filter lets through, and when that is worked out. */
class OfferedDefinitionsTest {
    private final ToolExecutorFixture bench = new ToolExecutorFixture()
            .with(
                    ToolExecutorFixture.tool("draw_wall", (in, ctx) -> 1),
                    ToolExecutorFixture.tool("measure", (in, ctx) -> 1));

    @AfterEach
    void close() {
        bench.close();
    }

    private static List<String> names(IToolExecutor tools, String filter) {
        return tools.definitions(Selector.of(filter)).stream()
                .map(ToolDefinition::name)
                .toList();
    }

    @Test
    @DisplayName("A4 what equal filters let through is worked out once")
    void a4_equalFilters_areWorkedOutOnce() {
        ToolRuntime tools = bench.executor();
        List<ToolDefinition> first = tools.definitions(Selector.of("draw_*, measure"));
        assertThat(first).hasSize(2);
        assertThat(tools.definitions(Selector.of("measure draw_*"))).isSameAs(first);
    }

    @Test
    void a4_filtersWithoutNumber_areNotAllKept() {
        ToolRuntime tools = bench.executor();
        List<ToolDefinition> first = tools.definitions(Selector.ALL);
        for (int i = 0; i < 100; i++) {
            assertThat(names(tools, "measure, other" + i)).containsExactly("measure");
        }
        assertThat(tools.definitions(Selector.ALL)).isEqualTo(first).isNotSameAs(first);
    }

    @Test
    void a4_moreTools_haveDefinitionsOfTheirOwn() {
        ToolRuntime tools = bench.executor();
        assertThat(names(tools, "*")).containsExactly("draw_wall", "measure");
        try (IToolExecutor more = ToolRuntime.builder(new FakeSchemaService())
                .addTools(List.of(ToolExecutorFixture.tool("copy", (in, ctx) -> 1)), "guest")
                .on(tools)) {
            assertThat(names(more, "*")).containsExactly("copy", "draw_wall", "measure");
            assertThat(names(more, "@guest")).containsExactly("copy");
        }
        assertThat(names(tools, "*")).containsExactly("draw_wall", "measure");
    }
}
