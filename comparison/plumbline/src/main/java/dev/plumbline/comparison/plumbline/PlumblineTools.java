package dev.plumbline.comparison.plumbline;

import dev.plumbline.comparison.harness.PeerTools;
import dev.plumbline.tool.Tool;

/** Every tool of the workshop. */
record PlumblineTools(PeerTools workshop) {

    @Tool("Draws a wall.")
    String wall(int length) {
        return workshop.wall(length);
    }

    @Tool("Draws a wall slowly.")
    String slowWall(int length) throws InterruptedException {
        return workshop.slowWall(length);
    }

    @Tool(value = "Waits.", timeoutMillis = 1_500)
    String hang() throws InterruptedException {
        return workshop.hang();
    }

    @Tool("Fails.")
    String speechless() {
        return workshop.speechless();
    }

    @Tool("Fails.")
    String indiscreet() {
        return workshop.indiscreet();
    }

    @Tool("Fails.")
    String bottomless() {
        return workshop.bottomless();
    }

    @Tool("Fails.")
    String homeless() {
        return workshop.homeless();
    }

    @Tool("Says much.")
    String endless() {
        return workshop.endless();
    }

    @Tool("Says no.")
    String forged() {
        return workshop.forged();
    }
}
