package dev.plumbline.benchmarks;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Blocks name lookups while it is open: the JDK reads its hosts from a pipe without a writer. Needs named pipes and a
 * process that has not looked up a name before.
 */
final class BlockedDnsLookup implements AutoCloseable {
    private final Path pipe;

    BlockedDnsLookup() throws IOException, InterruptedException {
        pipe = Files.createTempDirectory("names").resolve("hosts");
        if (new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor() != 0) {
            throw new IOException("cannot create a named pipe");
        }
        System.setProperty("jdk.net.hosts.file", pipe.toString());
    }

    /** Ends the lookups, which find no address. */
    @Override
    public void close() throws IOException {
        new RandomAccessFile(pipe.toFile(), "rw").close();
        Files.delete(pipe);
        Files.delete(pipe.getParent());
    }
}
