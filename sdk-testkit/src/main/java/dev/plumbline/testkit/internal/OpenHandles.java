package dev.plumbline.testkit.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The open files and TCP sockets of this process on Linux; none on other systems. */
public final class OpenHandles {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final List<Path> SOCKETS = List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));
    private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)\\]");

    /** Classes, which class loaders open at any time, and the system files that the JVM reads. */
    private static final Pattern OF_THE_JDK =
            Pattern.compile(".*\\.(jar|jmod|jsa|class)|/dev/.*|/proc/.*|/sys/.*|.*/modules");

    private OpenHandles() {}

    public static Set<String> files() {
        return targets().stream()
                .filter(target ->
                        target.startsWith("/") && !OF_THE_JDK.matcher(target).matches())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the local and remote port of each socket, by its inode. */
    public static Map<String, String> sockets() {
        Set<String> own = targets().stream()
                .map(SOCKET::matcher)
                .filter(Matcher::matches)
                .map(socket -> socket.group(1))
                .collect(Collectors.toSet());
        Map<String, String> open = new HashMap<>();
        for (Path table : own.isEmpty() ? List.<Path>of() : SOCKETS) {
            rows(table)
                    .map(row -> row.strip().split("\\s+"))
                    .filter(row -> own.contains(row[9]))
                    .forEach(row -> open.put(row[9], "local port " + port(row[1]) + ", remote port " + port(row[2])));
        }
        return open;
    }

    private static Stream<String> rows(Path table) {
        try {
            return Files.isReadable(table) ? Files.readAllLines(table).stream().skip(1) : Stream.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int port(String hexAddress) {
        return Integer.parseInt(hexAddress.substring(hexAddress.lastIndexOf(':') + 1), 16);
    }

    /** Returns what the descriptors are of: a path, or a word and a number in brackets if it is not a file. */
    private static List<String> targets() {
        if (!Files.isDirectory(DESCRIPTORS)) {
            return List.of();
        }
        try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
            return descriptors.map(OpenHandles::target).toList();
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
