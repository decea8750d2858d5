package dev.plumbline.sandbox;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * The folder in which something is done, so that nobody can put another one in its place meanwhile: held by a handle
 * where the system has them, looked at again where it has not. Links are not followed. Close it.
 */
interface ParentDirectory extends Closeable {

    /** The attributes of the entry with that name, of a link itself. */
    BasicFileAttributes attributes(Path name) throws IOException;

    /** Opens the entry with that name, unless it is a link. */
    SeekableByteChannel open(Path name, Set<OpenOption> options) throws IOException;

    /** Puts one file in the place of another at once. */
    void replace(Path name, Path by) throws IOException;

    /** Takes a file away. */
    void delete(Path name) throws IOException;

    /** What is in it, once. */
    Iterable<Path> content() throws IOException;
}
