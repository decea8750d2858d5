package dev.plumbline.proof.plumbline;

import dev.plumbline.proof.contest.PeerTools;
import dev.plumbline.tool.Tool;

/** The one tool that works. */
record PlumblineWallTool(PeerTools workshop) {

    @Tool("Draws a wall.")
    String wall(int length) {
        return workshop.wall(length);
    }
}
