package dev.plumbline.examples.toolkits;

import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import java.util.Map;

/** What the model says to the windows of a conversation, and the tool that it asks for. */
final class ChatScript {
    static final String QUESTION = "Delete the old wall";

    private ChatScript() {}

    /** A tool that needs an approval. */
    public static final class Walls {
        @Tool(value = "Deletes a wall.", destructive = true)
        String delete_wall(String id) {
            return "deleted " + id;
        }
    }

    /** Returns whether it is what the status line says while a turn runs. */
    static boolean goesOn(String text) {
        return text.startsWith("Running") || text.equals("Answering") || text.equals("Thinking");
    }

    static AiRuntime.Builder runtime() {
        return AiRuntime.builder()
                .addTools(new Walls())
                .addProvider(ScriptedProvider.create()
                        .callsTool("delete_wall", Map.of("id", "wall-1"))
                        .nextRound()
                        .says(
                                "# Done\n\nThe **old** ",
                                "wall is `gone`.\n\n| wall | state |\n|---|---|\n| 1 | gone |\n"));
    }
}
