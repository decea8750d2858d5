package dev.plumbline.comparison.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.plumbline.comparison.harness.PeerTools;

/** The working tool, annotated for LangChain4j. */
record LangChain4jWallTool(PeerTools peerTools) {

    @Tool("Draws a wall.")
    String wall(int length) {
        return peerTools.wall(length);
    }
}
