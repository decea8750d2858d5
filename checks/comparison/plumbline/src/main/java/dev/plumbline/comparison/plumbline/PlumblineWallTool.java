package dev.plumbline.comparison.plumbline;

import dev.plumbline.comparison.harness.PeerTools;
import dev.plumbline.tool.Tool;

/** The working tool, annotated for Plumbline. */
record PlumblineWallTool(PeerTools peerTools) {

    @Tool("Draws a wall.")
    String wall(int length) {
        return peerTools.wall(length);
    }
}
