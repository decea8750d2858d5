package task.t13;

import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolRuntime;
import dev.plumbline.ui.Question;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

public final class Agents {
    private Agents() {}

    public static AutoCloseable serve(Map<String, Integer> walls, Predicate<String> person) {
        Consumer<Question> dialog = question -> answer(question.opened(), person);
        ToolRuntime tools = ToolRuntime.builder(JsonSchemas.service())
                .addTools(AiTool.from(new Tools(walls)), "")
                .approvals(ApprovalRules.ofDefaults())
                .questionHandler(dialog)
                .build();
        McpServer server = McpServer.serve(
                tools,
                McpOptions.builder("Walls", "1.0")
                        .allowClients("claude-code")
                        .questionHandler(dialog)
                        .build());
        return () -> {
            server.close();
            tools.close();
        };
    }

    private static void answer(Question question, Predicate<String> person) {
        boolean yes = person.test(question.title() + "\n" + question.text());
        question.options().stream()
                .filter(option -> question.isRefusal(option) != yes)
                .findFirst()
                .ifPresent(question::answer);
    }

    record Tools(Map<String, Integer> walls) {
        @Tool(value = "Lists the walls: id and length in millimetres.", readOnly = true)
        Map<String, Integer> listWalls() {
            return new TreeMap<>(walls);
        }

        @Tool(value = "Removes a wall.", destructive = true)
        void removeWall(String id) {
            if (walls.remove(id) == null) {
                throw new ToolException("There is no wall " + id + ". The walls are: " + walls.keySet());
            }
        }
    }
}
