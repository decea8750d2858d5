package dev.plumbline.integration.docs;

import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantDocument;
import dev.plumbline.assistant.AssistantPanel;
import dev.plumbline.tool.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

public final class WallPlugin {
    final List<String> walls = new ArrayList<>();

    @Tool("Draws a wall. The length is in centimetres.")
    String draw(int length) {
        walls.add(length + " cm");
        return walls.size() + " walls";
    }

    AssistantPanel panel(Path folder) {
        Assistant assistant = Assistant.builder("Wall planner")
                .instructions("You draw walls with tools.")
                .conversations(folder)
                .build();
        return assistant.open(AssistantDocument.of(() -> "walls", walls::toString, this));
    }
}
