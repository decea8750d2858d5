package dev.plumbline.proof.plumbline;

import dev.plumbline.proof.contest.Workshop;
import dev.plumbline.tool.Tool;

/** The one tool that works. */
record WallTool(Workshop workshop) {

    @Tool("Draws a wall.")
    String wall(int length) {
        return workshop.wall(length);
    }
}
