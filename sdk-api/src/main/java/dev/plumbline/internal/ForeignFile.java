package dev.plumbline.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Reads files that another program, another version or a person may have put there. A pipe or a device is refused
 * before it is opened, because opening a pipe waits for a writer. A file that is longer than allowed is refused before
 * memory is allocated for it.
 */
public final class ForeignFile {
    private static final int TEXT = 1 << 20;

    private ForeignFile() {}

    /**
     * Checks a file in a folder of the SDK, which creates no links there.
     *
     * @throws IOException if it is a link, a pipe, a device or a folder, or does not exist
     */
    public static void requireOwn(Path file) throws IOException {
        BasicFileAttributes unused = require(file, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Opens a file in a folder of the SDK.
     *
     * @throws IOException also if it is a link, a pipe, a device or a folder
     */
    public static InputStream openOwn(Path file) throws IOException {
        requireOwn(file);
        return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Reads a file that a person named, which may be a link to a file.
     *
     * @param most the maximum number of bytes
     * @throws IOException also if it is a pipe, a device or a folder, or longer
     */
    public static byte[] read(Path file, int most) throws IOException {
        if (require(file).size() > most) {
            throw tooLong(file, most);
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(most);
            if (in.read() >= 0) { // it grew, or its system does not know its size
                throw tooLong(file, most);
            }
            return bytes;
        }
    }

    private static IOException tooLong(Path file, int most) {
        return new IOException(file + " has more than " + most + " bytes, which is the maximum");
    }

    /**
     * Reads a file of settings, a key or a token as {@link #read} does: at most 1 MiB. What is not UTF-8 becomes
     * U+FFFD.
     */
    public static String text(Path file) throws IOException {
        return new String(read(file, TEXT), StandardCharsets.UTF_8);
    }

    private static BasicFileAttributes require(Path file, LinkOption... links) throws IOException {
        BasicFileAttributes about = Files.readAttributes(file, BasicFileAttributes.class, links);
        if (!about.isRegularFile()) {
            String kind = about.isSymbolicLink() ? "a link" : about.isDirectory() ? "a folder" : "a pipe or a device";
            throw new IOException(file + " is " + kind + " and is not read: replace it by a file, or remove it");
        }
        return about;
    }
}
