package dev.plumbline.sandbox.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Writes the new content of a file to a temporary file next to it, for an atomic replacement. */
final class StagedFile {
    private static final int NAMES = 100;

    private StagedFile() {}

    /** Writes the content and returns the unused name of the temporary file. */
    static Path write(ParentDirectory parent, FileSystem disk, byte[] content) throws IOException {
        for (int number = 0; ; number++) {
            Path name = disk.getPath(".plumbline-" + number + ".tmp");
            try (SeekableByteChannel channel =
                    parent.open(name, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
                return filled(name, channel, parent, content);
            } catch (FileAlreadyExistsException taken) {
                if (number == NAMES) {
                    throw taken;
                }
            }
        }
    }

    private static Path filled(Path name, SeekableByteChannel channel, ParentDirectory parent, byte[] content)
            throws IOException {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            return name;
        } catch (IOException full) {
            parent.delete(name);
            throw full;
        }
    }
}
