package dev.plumbline.comparison.plumbline;

import dev.plumbline.comparison.harness.PeerTools;
import dev.plumbline.tool.Tool;

/** All tools, annotated for Plumbline. */
record PlumblineTools(PeerTools peerTools) {

    @Tool("Draws a wall.")
    String wall(int length) {
        return peerTools.wall(length);
    }

    @Tool("Draws a wall slowly.")
    String slowWall(int length) throws InterruptedException {
        return peerTools.slowWall(length);
    }

    @Tool(value = "Waits.", timeoutMillis = 1_500)
    String hang() throws InterruptedException {
        return peerTools.hang();
    }

    @Tool("Fails.")
    String speechless() {
        return peerTools.speechless();
    }

    @Tool("Fails.")
    String indiscreet() {
        return peerTools.indiscreet();
    }

    @Tool("Fails.")
    String bottomless() {
        return peerTools.bottomless();
    }

    @Tool("Fails.")
    String homeless() {
        return peerTools.homeless();
    }

    @Tool("Says much.")
    String endless() {
        return peerTools.endless();
    }

    @Tool("Says no.")
    String forged() {
        return peerTools.forged();
    }
}
