package dev.plumbline.sandbox.internal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * An open folder for file operations that no other process can replace meanwhile: held by a handle if the system has
 * one, otherwise checked again after each operation. Links are not followed. Must be closed.
 */
interface ParentDirectory extends Closeable {

    /** Returns the attributes of an entry; of a link itself. */
    BasicFileAttributes attributes(Path name) throws IOException;

    /** Opens an entry, unless it is a link. */
    SeekableByteChannel open(Path name, Set<OpenOption> options) throws IOException;

    /** Replaces a file by another one atomically. */
    void replace(Path name, Path by) throws IOException;

    /** Deletes a file. */
    void delete(Path name) throws IOException;

    /** Returns the entries of the folder; can be called once. */
    Iterable<Path> content() throws IOException;
}
