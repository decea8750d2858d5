package dev.plumbline.sandbox;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * The folder in which something is done, so that nobody can put another one in its place meanwhile: held by a handle
 * where the system has them, looked at again where it has not. Links are not followed. Close it.
 */
interface Parent extends Closeable {

    /** The folder at the end of a way of plain folders. */
    @SuppressWarnings("StreamResourceLeak") // the last handle is the answer's, and closed with it
    static Parent hold(Path anchor, Path way) throws IOException {
        DirectoryStream<Path> first = Files.newDirectoryStream(anchor);
        if (!(first instanceof SecureDirectoryStream<Path> held)) {
            first.close();
            return NamedParent.of(anchor.resolve(way));
        }
        SecureDirectoryStream<Path> last = held;
        for (Path name : way) {
            if (!name.toString().isEmpty()) {
                last = step(last, name);
            }
        }
        return new HeldParent(last);
    }

    private static SecureDirectoryStream<Path> step(SecureDirectoryStream<Path> from, Path name) throws IOException {
        try (from) {
            return from.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** What lies there under that name, a link itself. */
    BasicFileAttributes attributes(Path name) throws IOException;

    /** Opens what lies there under that name, unless it is a link. */
    SeekableByteChannel open(Path name, Set<OpenOption> options) throws IOException;

    /** Puts one file in the place of another at once. */
    void replace(Path name, Path by) throws IOException;

    /** Takes a file away. */
    void delete(Path name) throws IOException;

    /** What is in it, once. */
    Iterable<Path> content() throws IOException;
}
