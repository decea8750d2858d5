package dev.plumbline.comparison.springai;

import dev.plumbline.comparison.harness.PeerTools;
import org.springframework.ai.tool.annotation.Tool;

/** The working tool, annotated for Spring AI. */
record SpringAiWallTool(PeerTools peerTools) {

    @Tool(description = "Draws a wall.")
    String wall(int length) {
        return peerTools.wall(length);
    }
}
