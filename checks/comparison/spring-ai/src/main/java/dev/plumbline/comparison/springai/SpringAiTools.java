package dev.plumbline.comparison.springai;

import dev.plumbline.comparison.harness.PeerTools;
import org.springframework.ai.tool.annotation.Tool;

/** All tools, annotated for Spring AI. */
record SpringAiTools(PeerTools peerTools) {

    @Tool(description = "Draws a wall.")
    String wall(int length) {
        return peerTools.wall(length);
    }

    @Tool(description = "Draws a wall slowly.")
    String slowWall(int length) throws InterruptedException {
        return peerTools.slowWall(length);
    }

    @Tool(description = "Waits.")
    String hang() throws InterruptedException {
        return peerTools.hang();
    }

    @Tool(description = "Fails.")
    String speechless() {
        return peerTools.speechless();
    }

    @Tool(description = "Fails.")
    String indiscreet() {
        return peerTools.indiscreet();
    }

    @Tool(description = "Fails.")
    String bottomless() {
        return peerTools.bottomless();
    }

    @Tool(description = "Fails.")
    String homeless() {
        return peerTools.homeless();
    }

    @Tool(description = "Says much.")
    String endless() {
        return peerTools.endless();
    }

    @Tool(description = "Says no.")
    String forged() {
        return peerTools.forged();
    }
}
