package dev.plumbline.redis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A disk in memory that a test fills and frees. Only root may mount one. */
final class SmallDisk implements AutoCloseable {
    private static final int BLOCK = 4096;

    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    static SmallDisk ofMegabytes(int size) {
        try {
            Path folder = Files.createTempDirectory("plumbline-disk");
            assumeTrue(
                    run("mount", "-t", "tmpfs", "-o", "mode=755,size=" + size + "m", "plumbline", folder.toString()),
                    "SKIPPED, and it should not be: the tests of a full disk mount one in memory, as root");
            return new SmallDisk(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path folder() {
        return folder;
    }

    private Path filler() {
        return folder.resolve("filler");
    }

    /** Leaves no free block. */
    void fill() {
        try (OutputStream out = Files.newOutputStream(filler())) {
            byte[] block = new byte[BLOCK];
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            // no space left on device
        }
    }

    void free() {
        try {
            Files.delete(filler());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(List.of(command))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        run("umount", "-l", folder.toString());
        folder.toFile().delete();
    }
}
