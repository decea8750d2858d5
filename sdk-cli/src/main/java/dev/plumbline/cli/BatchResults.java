package dev.plumbline.cli;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.providers.RecordedAnswers;
import dev.plumbline.store.FileLease;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The file of what came of a batch: a line each, on the disk before it counts. A line that a crash cut is taken away when the
 * file is opened; one process at a time has it open. Safe for any number of threads.
 */
final class BatchResults implements AutoCloseable {
    private final FileLease lease;
    private final FileChannel file;
    private final Map<Long, String> finished = new HashMap<>();

    private BatchResults(FileLease lease) {
        this.lease = lease;
        this.file = lease.channel();
    }

    /**
     * Opens it, and makes it where there is none.
     *
     * @throws IllegalStateException when another process has it open
     * @throws IllegalArgumentException when it holds something else
     */
    static BatchResults in(Path path) throws IOException {
        FileLease lease = FileLease.of(path);
        try {
            BatchResults results = new BatchResults(lease);
            results.read(results.content(), path);
            return results;
        } catch (IOException | RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    /** What is in it, through the channel that is locked: closing another one would give up the lock. */
    private byte[] content() throws IOException {
        ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(file.size()));
        while (content.hasRemaining() && file.read(content) >= 0) {
            // one read need not bring all
        }
        return Arrays.copyOf(content.array(), content.position());
    }

    private void read(byte[] bytes, Path path) throws IOException {
        int whole = bytes.length;
        while (whole > 0 && bytes[whole - 1] != '\n') {
            whole--;
        }
        file.truncate(whole).position(whole);
        for (String line :
                new String(bytes, 0, whole, StandardCharsets.UTF_8).lines().toList()) {
            Json result = Json.parse(line);
            if (result.get("line").kind() != Json.Kind.NUMBER) {
                throw new IllegalArgumentException("this file holds something else than results: " + path);
            }
            finished.put(result.get("line").asLong(), result.get("fingerprint").asText());
        }
    }

    /** How many are there. */
    synchronized int count() {
        return finished.size();
    }

    /**
     * Whether there is a result of that body.
     *
     * @throws IllegalArgumentException when the result of that line is another body's
     */
    synchronized boolean has(BatchInput.Numbered asked) {
        String found = finished.get(asked.line());
        if (found != null && !found.equals(asked.body().fingerprint().text())) {
            throw new IllegalArgumentException("line " + asked.line()
                    + ": the results are those of another body; give another OUT, or the IN of before");
        }
        return found != null;
    }

    /** Writes one down. */
    synchronized void add(BatchInput.Numbered asked, AiReturn ret) throws IOException {
        Fingerprint fingerprint = asked.body().fingerprint();
        Json line = Json.object()
                .with("line", asked.line())
                .with("fingerprint", fingerprint.text())
                .with("return", RecordedAnswers.toJson(ret));
        ByteBuffer bytes = ByteBuffer.wrap((line.text() + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
        file.force(false);
        finished.put(asked.line(), fingerprint.text());
    }

    @Override
    public void close() throws IOException {
        lease.close();
    }
}
