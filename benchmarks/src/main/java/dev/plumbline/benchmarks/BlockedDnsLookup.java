package dev.plumbline.benchmarks;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Looking up a name never ends while this is open: the JDK reads its hosts from a pipe that nobody writes. Only where pipes
 * have names, and only if no name was looked up before.
 */
final class BlockedDnsLookup implements AutoCloseable {
    private final Path pipe;

    BlockedDnsLookup() throws IOException, InterruptedException {
        pipe = Files.createTempDirectory("names").resolve("hosts");
        if (new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor() != 0) {
            throw new IOException("no pipe could be made");
        }
        System.setProperty("jdk.net.hosts.file", pipe.toString());
    }

    /** Whoever waits finds no name. */
    @Override
    public void close() throws IOException {
        new RandomAccessFile(pipe.toFile(), "rw").close();
        Files.delete(pipe);
        Files.delete(pipe.getParent());
    }
}
