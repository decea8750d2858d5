package dev.plumbline.integration.docs;

import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;

public final class SmallestTool {
    @Tool("Draws a straight wall and returns its id.")
    String drawWall(@Param("length in millimetres") double length) {
        System.out.println("A wall of " + length + " mm.");
        return "w1";
    }

    public static void main(String[] args) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(OpenAiResponses.builder().apiKeyFromEnv().build())
                .addTools(new SmallestTool())
                .build()) {
            System.out.println(ai.send("Draw a wall of 5 metres.").text());
        }
    }
}
