package dev.plumbline.proof.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.plumbline.proof.contest.Workshop;

/** The one tool that works. */
record WallTool(Workshop workshop) {

    @Tool("Draws a wall.")
    String wall(int length) {
        return workshop.wall(length);
    }
}
