package dev.plumbline.cli;

import dev.plumbline.internal.PrivateFiles;
import dev.plumbline.runtime.AiRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command-line options of the log of requests. */
final class RequestLogArguments {
    @Option(
            names = "--log-requests",
            paramLabel = "FILE",
            description = "Appends requests and answers to that file: redacted, without keys; off by default.")
    private @Nullable Path file;

    @Option(names = "--curl", description = "With --log-requests: shows requests as commands of cURL.")
    private boolean curl;

    /** Switches the log on, if there is a file. */
    void addTo(AiRuntime.Builder builder) throws IOException {
        if (file == null) {
            if (curl) {
                throw new IllegalArgumentException("--curl is for --log-requests");
            }
            return;
        }
        Path log = file.toAbsolutePath();
        if (!Files.exists(log)) {
            create(log);
        }
        builder.requestLog(curl, text -> append(log, text));
    }

    /** Creates a file that only its owner can read, where the file system has permissions. */
    private static void create(Path log) throws IOException {
        Files.createDirectories(log.getParent());
        Files.createFile(log, PrivateFiles.ofFile(log));
    }

    private synchronized void append(Path log, String text) {
        try {
            Files.writeString(log, text + "\n\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
