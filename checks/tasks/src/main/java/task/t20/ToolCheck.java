package task.t20;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.ToolChecker;
import dev.plumbline.tool.AiTool;
import java.util.List;
import java.util.Map;

public final class ToolCheck {
    private ToolCheck() {}

    public static void check(Object tools) {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("wallCount", Map.of())
                .nextRound()
                .callsTool("drawWall", Map.of("length", 5000))
                .nextRound()
                .callsTool("wallCount", Map.of())
                .nextRound()
                .callsTool("drawWall", Map.of("length", -5))
                .nextRound()
                .callsTool("wallCount", Map.of())
                .says("Done.");
        try (AiRuntime ai =
                        AiRuntime.builder().addProvider(model).addTools(tools).build();
                ConversationSession session = ai.session(AiBody.builder().build())) {
            session.send("Draw.").orThrow();
            List<ToolEnvelope> results = session.body().interactions().stream()
                    .filter(Interaction.ToolResult.class::isInstance)
                    .map(item -> ((Interaction.ToolResult) item).envelope())
                    .toList();
            require(count(results.get(2)) == count(results.get(0)) + 1, "a wall of 5000 mm was not drawn");
            require(!results.get(3).isOk(), "a wall of -5 mm was not refused");
            require(count(results.get(4)) == count(results.get(2)), "a refused call has changed the walls");
        }
        for (AiTool tool : AiTool.from(tools)) {
            if (tool.name().equals("drawWall")) {
                ToolChecker.of(tool).answersOrRefuses(Json.object().with("length", -5));
            }
        }
    }

    private static int count(ToolEnvelope result) {
        require(result.isOk(), "wallCount failed");
        return result.result().get("value").asInt();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
