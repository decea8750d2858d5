package dev.plumbline.cli;

import dev.plumbline.json.Json;
import dev.plumbline.web.RunProgress;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * How far the run of a file is, read from the files of {@code batch} while another process writes them: only what is new,
 * and whole lines. Thread-safe.
 */
final class BatchFileProgress implements Supplier<RunProgress> {
    private final Path in;
    private final Path out;
    private long items = -1;
    private long read;
    private long done;
    private long failed;

    /**
     * Follows a run.
     *
     * @param in the bodies, one a line
     * @param out the results, one a line; need not exist yet
     */
    BatchFileProgress(Path in, Path out) {
        this.in = in;
        this.out = out;
    }

    @Override
    public synchronized RunProgress get() {
        try {
            if (items < 0) {
                items = bodies();
            }
            if (Files.exists(out)) {
                readOn();
            }
            return new RunProgress(items, done, failed, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long bodies() throws IOException {
        try (Stream<String> lines = Files.lines(in)) {
            return lines.filter(line -> !line.isBlank()).count();
        }
    }

    private void readOn() throws IOException {
        if (Files.size(out) < read) { // another run began
            read = 0;
            done = 0;
            failed = 0;
        }
        byte[] more;
        try (InputStream file = Files.newInputStream(out)) {
            file.skipNBytes(read);
            more = file.readAllBytes();
        }
        int whole = more.length;
        while (whole > 0 && more[whole - 1] != '\n') {
            whole--;
        }
        new String(more, 0, whole, StandardCharsets.UTF_8).lines().forEach(this::count);
        read += whole;
    }

    private void count(String line) {
        done++;
        Json error = Json.parse(line).get("return").get("error");
        failed += error.exists() && error.kind() != Json.Kind.NULL ? 1 : 0;
    }
}
