package dev.plumbline.runtime;

import dev.plumbline.json.Json;
import dev.plumbline.runtime.internal.BatchInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The file of the batches that were submitted, a line for each and another one for its end. It has their ids, the lines
 * of their bodies and digests of their requests, and no content. It is protected by the lock of the file of results. Used
 * by one thread.
 */
final class BatchSubmissions {
    private final Path file;
    private final Map<String, Map<Long, String>> open = new LinkedHashMap<>();

    private BatchSubmissions(Path file) {
        this.file = file;
    }

    /**
     * Reads the file beside the results, {@code OUT.batches}, if there is one. A line truncated by a crash is removed.
     *
     * @throws IllegalArgumentException if it contains something else
     */
    static BatchSubmissions beside(Path results) throws IOException {
        BatchSubmissions submissions = new BatchSubmissions(Path.of(results + ".batches"));
        if (Files.exists(submissions.file)) {
            submissions.read(Files.readString(submissions.file));
        }
        return submissions;
    }

    private void read(String content) throws IOException {
        int whole = content.lastIndexOf('\n') + 1;
        for (String line : content.substring(0, whole).lines().toList()) {
            Json json = Json.parse(line);
            if (json.get("ended").exists()) {
                open.remove(json.get("ended").asText());
            } else if (json.get("batch").exists()) {
                Map<Long, String> digests = new LinkedHashMap<>();
                json.get("requests")
                        .fields()
                        .forEach((number, digest) -> digests.put(Long.valueOf(number), digest.asText()));
                open.put(json.get("batch").asText(), digests);
            } else {
                throw new IllegalArgumentException("this file contains something other than batches: " + file);
            }
        }
        if (whole < content.length()) {
            Files.writeString(file, content.substring(0, whole));
        }
    }

    /** Returns the digests of requests, by their lines, of every batch that has no result yet. */
    Map<String, Map<Long, String>> open() {
        return open;
    }

    boolean has(BatchInput.Numbered asked) {
        return open.values().stream().anyMatch(digests -> digests.containsKey(asked.line()));
    }

    /** Stores a batch that was submitted. */
    void add(String batch, Map<Long, String> digests) throws IOException {
        Json requests = Json.object();
        for (Map.Entry<Long, String> each : digests.entrySet()) {
            requests = requests.with(each.getKey().toString(), each.getValue());
        }
        write(Json.object().with("batch", batch).with("requests", requests));
        open.put(batch, digests);
    }

    /** Stores that the results of a batch are written. */
    void end(String batch) throws IOException {
        write(Json.object().with("ended", batch));
        open.remove(batch);
    }

    private void write(Json line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line.text() + "\n").getBytes(StandardCharsets.UTF_8));
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }
}
