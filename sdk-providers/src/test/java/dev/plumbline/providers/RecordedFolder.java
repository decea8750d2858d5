package dev.plumbline.providers;

import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.providers.internal.RecordedResponses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Folds recordings that are not part of the project, and prints what was read of each as a line of JSON: its name, the
 * answer, and what is wrong with it by a law of this project, if anything. Another reader compares the answers.
 *
 * <pre>java … dev.plumbline.providers.RecordedFolder FOLDER [every]</pre>
 *
 * <p>The folder has subfolders named as those of the test resources ({@code anthropic}, {@code openai-chat}, …). With {@code every}, streams of up to 64 KiB are
 * cut at every byte, and not at 65 places.
 */
final class RecordedFolder {
    /** The number of places at which a stream is cut in two, unless every place is wanted. */
    private static final int CUTS = 64;

    /** A stream beyond this length is not cut at every place, because that takes the square of its length. */
    private static final int MOST_FOR_EVERY_CUT = 64 << 10;

    private RecordedFolder() {}

    /** Prints a line for each recording. */
    public static void main(String[] args) throws IOException {
        boolean every = args.length > 1 && args[1].equals("every");
        try (Stream<Path> files = Files.walk(Path.of(args[0]), 2)) {
            files.filter(path -> path.toString().matches(".*\\.(sse|json|chunks\\.txt|ndjson|eventstream)"))
                    .sorted()
                    .map(path -> line(path, every))
                    .forEach(System.out::println);
        }
    }

    private static String line(Path path, boolean every) {
        RecordedResponse recording = new RecordedResponse(
                path.getParent().getFileName().toString(), path.getFileName().toString(), path);
        Json read = Json.object().with("file", recording.toString());
        try {
            AiReturn answer = recording.fold(List.of(recording.wire()));
            return read.with("answer", RecordedResponses.toJson(answer))
                    .with("wrong", wrong(recording, answer, every).orElse(""))
                    .text();
        } catch (RuntimeException e) {
            return read.with("wrong", e.getClass().getSimpleName()).text();
        }
    }

    private static Optional<String> wrong(RecordedResponse recording, AiReturn answer, boolean every) {
        byte[] wire = recording.wire();
        if (recording.isStream()) {
            int cuts = every && wire.length <= MOST_FOR_EVERY_CUT ? wire.length : CUTS;
            for (int i = 0; i <= cuts; i++) {
                int at = (int) ((long) wire.length * i / cuts);
                if (!recording.fold(RecordedResponse.cutAt(wire, at)).equals(answer)) {
                    return Optional.of("cut at " + at);
                }
            }
        }
        return answer.error().isPresent() ? Optional.empty() : unsent(recording);
    }

    /** Returns whether something that only the provider understands is not sent back. */
    private static Optional<String> unsent(RecordedResponse recording) {
        try {
            ProviderMembersTest.requireAllSent(recording);
            return Optional.empty();
        } catch (AssertionError e) {
            return Optional.of("not sent back");
        } catch (JsonException e) {
            return Optional.of("not read by the reader of the test");
        }
    }
}
