package dev.plumbline.integration.vendors;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.Stream;

/**
 * A conversation that somebody else's client had with a service: what was asked, what came back, and what the tools said.
 *
 * @param folder where it lies
 * @param meta which status each answer had
 * @param requests what the other client sent
 * @param answers files of the answers
 */
record RecordedConversation(Path folder, Json meta, List<Json> requests, List<Path> answers) {
    private static final Path ROOT = Path.of("src/test/resources/conversations");

    static List<RecordedConversation> all() {
        return list(ROOT).stream()
                .filter(Files::isDirectory)
                .map(RecordedConversation::of)
                .toList();
    }

    private static RecordedConversation of(Path folder) {
        List<Path> files = list(folder);
        return new RecordedConversation(
                folder,
                Json.parse(bytes(folder.resolve("meta.json"))),
                files.stream()
                        .filter(file -> file.toString().endsWith(".request.json"))
                        .map(file -> Json.parse(bytes(file)))
                        .toList(),
                files.stream()
                        .filter(file -> file.toString().contains(".response."))
                        .toList());
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SentTranscript form() {
        return SentTranscript.of(requests.get(0));
    }

    int status(int round) {
        return meta.at("/rounds/" + round + "/status").asInt();
    }

    /** An answer as the service sent it, with its status, in pieces of that many bytes. */
    ServerResponse answer(int round, int bytesAtOnce) {
        return ServerResponse.recorded(answers.get(round))
                .withStatus(status(round))
                .withBytesAtOnce(bytesAtOnce);
    }

    /** What the person said, one text for each turn. */
    List<String> questions() {
        return form().said(last()).stream()
                .filter(said -> said instanceof SentTranscript.Said.Question)
                .map(said -> ((SentTranscript.Said.Question) said).text())
                .toList();
    }

    /** The names of the tools that were offered at any time. */
    List<String> tools() {
        return requests.stream()
                .flatMap(request -> form().tools(request).stream())
                .distinct()
                .toList();
    }

    /** The calls of the newest request, in order. */
    List<SentTranscript.Said.Call> calls() {
        return form().calls(last());
    }

    /** What each call was answered with, in order, by tool and arguments: an id may come twice. */
    Map<SentTranscript.Asked, Queue<String>> results() {
        Map<String, SentTranscript.Asked> open = new HashMap<>();
        Map<SentTranscript.Asked, Queue<String>> results = new HashMap<>();
        for (SentTranscript.Said said : form().said(last())) {
            if (said instanceof SentTranscript.Said.Call call) {
                open.put(call.id(), call.asked());
            } else if (said instanceof SentTranscript.Said.Result result) {
                results.computeIfAbsent(open.get(result.id()), any -> new ArrayDeque<>())
                        .add(result.text());
            }
        }
        return results;
    }

    /** The newest request of the other client. */
    Json last() {
        return requests.get(requests.size() - 1);
    }

    @Override
    public String toString() {
        return folder.getFileName().toString();
    }
}
