package dev.plumbline.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the descriptors of this process stand for, as Linux lists them; none where there is no such list. */
final class FileDescriptors {
    private static final Path FOLDER = Path.of("/proc/self/fd");

    private FileDescriptors() {}

    static boolean areKnown() {
        return Files.isDirectory(FOLDER);
    }

    /** A path, or a word and a number in brackets for what is no file. */
    static Stream<String> targets() {
        if (!areKnown()) {
            return Stream.empty();
        }
        try (Stream<Path> descriptors = Files.list(FOLDER)) {
            return List.copyOf(descriptors.map(FileDescriptors::target).toList()).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
