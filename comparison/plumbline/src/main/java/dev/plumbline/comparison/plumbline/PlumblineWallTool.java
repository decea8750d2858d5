package dev.plumbline.comparison.plumbline;

import dev.plumbline.comparison.harness.PeerTools;
import dev.plumbline.tool.Tool;

/** The one tool that works. */
record PlumblineWallTool(PeerTools workshop) {

    @Tool("Draws a wall.")
    String wall(int length) {
        return workshop.wall(length);
    }
}
