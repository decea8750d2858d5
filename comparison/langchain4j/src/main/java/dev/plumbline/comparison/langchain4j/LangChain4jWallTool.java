package dev.plumbline.comparison.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.plumbline.comparison.harness.PeerTools;

/** The one tool that works. */
record LangChain4jWallTool(PeerTools workshop) {

    @Tool("Draws a wall.")
    String wall(int length) {
        return workshop.wall(length);
    }
}
