package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.List;

public final class DrawPlan {
    record Wall(String id, double millimetres) {}

    static final class FloorPlanTools {
        private final List<Wall> walls = new ArrayList<>();

        @Tool("Draws a straight wall and returns it with its id.")
        Wall drawWall(@Param("length in millimetres") double length) {
            if (length <= 0) {
                throw new ToolException("This wall has no length. Give a positive one."); // the model reads this
            }
            Wall wall = new Wall("w" + (walls.size() + 1), length);
            walls.add(wall);
            return wall;
        }
    }

    static String draw(AiProvider provider) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(new FloorPlanTools())
                .addContext("units", () -> "mm")
                .build()) {
            ConversationSession session = ai.session(AiBody.builder()
                    .addSystem("You draw floor plans. Work with the tools.")
                    .build());
            return session.send("A wall of 5 metres.").text();
        }
    }

    static Wall describe(AiProvider provider) {
        try (AiRuntime ai = AiRuntime.of(provider)) {
            return ai.send("Describe a wall of 5 metres.", Wall.class); // validated, repaired if need be, bound
        }
    }

    public static void main(String[] args) {
        AiProvider openAi = OpenAiResponses.builder().apiKeyFromEnv().build();
        System.out.println(draw(openAi));
    }
}
