package dev.plumbline.comparison.springai;

import dev.plumbline.comparison.harness.PeerTools;
import org.springframework.ai.tool.annotation.Tool;

/** The one tool that works. */
record SpringAiWallTool(PeerTools workshop) {

    @Tool(description = "Draws a wall.")
    String wall(int length) {
        return workshop.wall(length);
    }
}
