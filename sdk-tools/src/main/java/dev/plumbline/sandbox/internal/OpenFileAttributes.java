package dev.plumbline.sandbox.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The attributes of a file that is open, read from its handle, because a path may lead to another file by then. Java has
 * no such method. On Linux, the handle's number is found by its position: the file is set to a rare position, and
 * {@code /proc/self/fdinfo} has the position of each number. Other systems have no such folder.
 *
 * @param isRegular whether it is a regular file
 * @param names the number of its names (hard links)
 * @param key the numbers of its device and of the file on it
 */
record OpenFileAttributes(boolean isRegular, int names, List<Object> key) {
    /** The attributes of an open file that has no position, such as a pipe. */
    static final OpenFileAttributes NO_POSITION = new OpenFileAttributes(false, 0, List.of());

    private static final String NUMBERS = "/proc/self/fd";
    private static final String POSITIONS = "/proc/self/fdinfo";
    private static final long HIGHEST = Integer.MAX_VALUE;
    private static final int TYPE = 0170000;
    private static final int REGULAR = 0100000;

    /** Returns the attributes; empty if this system cannot say. The position of the channel is 0 afterwards. */
    static Optional<OpenFileAttributes> of(SeekableByteChannel channel) throws IOException {
        Path numbers = Path.of(NUMBERS);
        if (!Files.isDirectory(numbers) || !Files.isDirectory(Path.of(POSITIONS))) {
            return Optional.empty();
        }
        try {
            Optional<Path> number = number(channel);
            return number.isEmpty() ? Optional.empty() : Optional.of(read(number.get()));
        } finally {
            channel.position(0);
        }
    }

    /** Returns the attributes of a path itself, read at one moment; call it on systems that have a handle's only. */
    static OpenFileAttributes named(Path path) throws IOException {
        return read(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static OpenFileAttributes read(Path number, LinkOption... options) throws IOException {
        Map<String, Object> attributes = Files.readAttributes(number, "unix:mode,nlink,dev,ino", options);
        boolean regular = attributes.get("mode") instanceof Integer mode && (mode & TYPE) == REGULAR;
        int names = attributes.get("nlink") instanceof Integer count ? count : 0;
        return new OpenFileAttributes(
                regular, names, List.of(attributes.getOrDefault("dev", 0), attributes.getOrDefault("ino", 0)));
    }

    /** Returns the entry of the channel's number: the one that has two rare positions one after the other. */
    private static Optional<Path> number(SeekableByteChannel channel) throws IOException {
        long first = moved(channel, channel);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of(NUMBERS))) {
            for (Path number : all) {
                if (isAt(number, first) && isAt(number, moved(channel, new Object()))) {
                    return Optional.of(number);
                }
                channel.position(first);
            }
        }
        return Optional.empty();
    }

    /** Moves the channel to a position that no other open file of the process has by chance: the number of an object. */
    private static long moved(SeekableByteChannel channel, Object any) throws IOException {
        long position = 1 + (System.identityHashCode(any) & HIGHEST);
        channel.position(position);
        return position;
    }

    private static boolean isAt(Path number, long position) {
        Path name = number.getFileName();
        if (name == null) {
            return false;
        }
        try (Stream<String> lines = Files.lines(Path.of(POSITIONS, name.toString()))) {
            return lines.limit(1).anyMatch(line -> line.equals("pos:\t" + position));
        } catch (IOException | UncheckedIOException closed) { // the number was closed meanwhile
            return false;
        }
    }

    /** Returns whether a path is a named pipe now; false where systems have no such type. */
    static boolean isNamedPipe(Path path) {
        try {
            return path.getFileSystem().supportedFileAttributeViews().contains("unix")
                    && Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) instanceof Integer mode
                    && (mode & TYPE) == 0010000;
        } catch (IOException gone) {
            return false;
        }
    }
}
