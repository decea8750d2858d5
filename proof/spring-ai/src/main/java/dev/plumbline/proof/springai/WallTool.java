package dev.plumbline.proof.springai;

import dev.plumbline.proof.contest.Workshop;
import org.springframework.ai.tool.annotation.Tool;

/** The one tool that works. */
record WallTool(Workshop workshop) {

    @Tool(description = "Draws a wall.")
    String wall(int length) {
        return workshop.wall(length);
    }
}
