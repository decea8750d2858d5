package dev.plumbline.comparison.springai;

import dev.plumbline.comparison.harness.PeerTools;
import org.springframework.ai.tool.annotation.Tool;

/** Every tool of the workshop. */
record SpringAiTools(PeerTools workshop) {

    @Tool(description = "Draws a wall.")
    String wall(int length) {
        return workshop.wall(length);
    }

    @Tool(description = "Draws a wall slowly.")
    String slowWall(int length) throws InterruptedException {
        return workshop.slowWall(length);
    }

    @Tool(description = "Waits.")
    String hang() throws InterruptedException {
        return workshop.hang();
    }

    @Tool(description = "Fails.")
    String speechless() {
        return workshop.speechless();
    }

    @Tool(description = "Fails.")
    String indiscreet() {
        return workshop.indiscreet();
    }

    @Tool(description = "Fails.")
    String bottomless() {
        return workshop.bottomless();
    }

    @Tool(description = "Fails.")
    String homeless() {
        return workshop.homeless();
    }

    @Tool(description = "Says much.")
    String endless() {
        return workshop.endless();
    }

    @Tool(description = "Says no.")
    String forged() {
        return workshop.forged();
    }
}
