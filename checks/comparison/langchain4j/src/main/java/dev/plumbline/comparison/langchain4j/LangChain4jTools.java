package dev.plumbline.comparison.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.plumbline.comparison.harness.PeerTools;

/** All tools, annotated for LangChain4j. */
record LangChain4jTools(PeerTools peerTools) {

    @Tool("Draws a wall.")
    String wall(int length) {
        return peerTools.wall(length);
    }

    @Tool("Draws a wall slowly.")
    String slowWall(int length) throws InterruptedException {
        return peerTools.slowWall(length);
    }

    @Tool("Waits.")
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
