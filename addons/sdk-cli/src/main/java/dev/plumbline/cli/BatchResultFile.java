package dev.plumbline.cli;

import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.providers.internal.RecordedResponses;
import dev.plumbline.store.internal.FileLease;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The file of the results of a batch, a line for each, which counts once it is on the disk. A line truncated by a crash
 * is removed when the file is opened. Only one process can open it. Thread-safe.
 */
final class BatchResultFile implements AutoCloseable {
    /** The number of failed lines that are named. */
    private static final int MOST_NAMED = 10;

    private final FileLease lease;
    private final FileChannel file;
    private final Map<Long, String> finished = new HashMap<>();
    private final NavigableSet<Long> failed = new TreeSet<>();
    private final Path path;

    private BatchResultFile(FileLease lease, Path path) {
        this.lease = lease;
        this.path = path;
        this.file = lease.channel();
    }

    /**
     * Opens the file, and creates it if it does not exist.
     *
     * @throws IllegalStateException if another process has it open
     * @throws IllegalArgumentException if it contains something else
     */
    static BatchResultFile in(Path path) throws IOException {
        FileLease lease = FileLease.of(path);
        try {
            BatchResultFile results = new BatchResultFile(lease, path);
            results.read(results.content());
            return results;
        } catch (IOException | RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    /** Reads the content through the locked channel, because closing another channel would release the lock. */
    private byte[] content() throws IOException {
        ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(file.size()));
        while (content.hasRemaining() && file.read(content) >= 0) {
            // one read need not return everything
        }
        return Arrays.copyOf(content.array(), content.position());
    }

    private void read(byte[] bytes) throws IOException {
        int whole = bytes.length;
        while (whole > 0 && bytes[whole - 1] != '\n') {
            whole--;
        }
        file.truncate(whole).position(whole);
        for (String line :
                new String(bytes, 0, whole, StandardCharsets.UTF_8).lines().toList()) {
            Json result = Json.parse(line);
            if (result.get("line").kind() != Json.Kind.NUMBER) {
                throw new IllegalArgumentException("this file contains something other than results: " + path);
            }
            finished(new Result(
                    result.get("line").asLong(), result.get("fingerprint").asText(), result.get("return")));
        }
    }

    /** Returns the number of results. */
    synchronized int count() {
        return finished.size();
    }

    /**
     * Returns whether there is a result of that body.
     *
     * @throws IllegalArgumentException if the result of that line belongs to another body
     */
    synchronized boolean has(BatchInput.Numbered numbered) {
        String found = finished.get(numbered.line());
        if (found != null && !found.equals(numbered.body().fingerprint().text())) {
            throw new IllegalArgumentException("line " + numbered.line()
                    + ": OUT has the result of another body for this line; use another OUT, or the original IN");
        }
        return found != null;
    }

    /** Returns whether there is a result of that line. */
    synchronized boolean has(long line) {
        return finished.containsKey(line);
    }

    /** Appends a result. */
    void add(BatchInput.Numbered numbered, AiReturn ret) throws IOException {
        add(List.of(new Result(numbered.line(), numbered.body().fingerprint().text(), RecordedResponses.toJson(ret))));
    }

    /** Appends results, all of which count once they are on the disk. */
    synchronized void add(List<Result> results) throws IOException {
        StringBuilder lines = new StringBuilder();
        results.forEach(result -> lines.append(result.toJson().text()).append('\n'));
        ByteBuffer bytes = ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
        file.force(false);
        results.forEach(this::finished);
    }

    private void finished(Result result) {
        finished.put(result.line(), result.fingerprint());
        Json error = result.value().get("error");
        if (error.exists() && error.kind() != Json.Kind.NULL) {
            failed.add(result.line());
        }
    }

    /** Returns the number of results that are failures, also of earlier runs. */
    synchronized int failed() {
        return failed.size();
    }

    /** Returns which lines failed and how to ask them again; empty if none failed. */
    synchronized String remedy() {
        if (failed.isEmpty()) {
            return "";
        }
        String some = failed.stream().limit(MOST_NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        String what = failed.size() == 1
                ? "line " + some + " failed: delete its line in "
                : "lines " + some + (failed.size() > MOST_NAMED ? ", …" : "") + " failed: delete their lines in ";
        return what + path + " and run the command again to ask " + (failed.size() == 1 ? "it" : "them") + " again";
    }

    /**
     * A line of the file.
     *
     * @param line the number of the line of the body
     * @param fingerprint the fingerprint of the body
     * @param value the return
     */
    record Result(long line, String fingerprint, Json value) {
        Json toJson() {
            return Json.object()
                    .with("line", line)
                    .with("fingerprint", fingerprint)
                    .with("return", value);
        }
    }

    @Override
    public void close() throws IOException {
        lease.close();
    }
}
