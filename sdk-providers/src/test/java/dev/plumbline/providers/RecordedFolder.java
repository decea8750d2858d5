package dev.plumbline.providers;

import dev.plumbline.call.AiReturn;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.providers.internal.RecordedResponses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Folds recordings that are not part of the project, and prints what was read of each as a line of JSON: its name, the
 * answer, what of it the next request has, after which prefixes it counted as complete, and what is wrong with it by a
 * law of this project, if anything. Another reader compares all of it ({@code checks/recordings}).
 *
 * <pre>java … dev.plumbline.providers.RecordedFolder FOLDER [every | whole]</pre>
 *
 * <p>The folder has subfolders named as those of the test resources ({@code anthropic}, {@code openai-chat}, …). With {@code every}, streams of up to 64 KiB are
 * cut at every byte, with {@code whole} nowhere.
 */
final class RecordedFolder {
    /** The number of evenly spaced places at which a stream is cut, unless every place is wanted. */
    private static final int CUTS = 48;

    /** The number of lines at each end of a stream behind which it is cut. */
    private static final int LINES = 40;

    /** A stream beyond this length is not cut at every place, because that takes the square of its length. */
    private static final int MOST_FOR_EVERY_CUT = 64 << 10;

    private RecordedFolder() {}

    /** Prints a line for each recording. */
    public static void main(String[] args) throws IOException {
        String cuts = args.length > 1 ? args[1] : "";
        try (Stream<Path> files = Files.walk(Path.of(args[0]), 2)) {
            files
                    .filter(path -> path.toString().matches(".*\\.(sse|json|chunks\\.txt|ndjson|eventstream)"))
                    .sorted()
                    .toList()
                    .parallelStream()
                    .map(path -> line(path, cuts))
                    .forEachOrdered(System.out::println);
        }
    }

    private static String line(Path path, String cuts) {
        RecordedResponse recording = new RecordedResponse(
                path.getParent().getFileName().toString(), path.getFileName().toString(), path);
        Json read = Json.object().with("file", recording.toString());
        try {
            AiReturn answer = recording.fold(List.of(recording.wire()));
            Json all = read.with("answer", RecordedResponses.toJson(answer));
            if (answer.error().isEmpty()) {
                all = all.with("next", sent(ProviderMembersTest.next(recording)));
            }
            boolean cut = recording.isStream() && !cuts.equals("whole");
            return (cut ? cut(all, recording, answer, cuts.equals("every")) : all).text();
        } catch (RuntimeException | AssertionError e) {
            return read.with("wrong", e.toString()).text();
        }
    }

    /** Adds which prefixes counted as complete, and the laws that were broken. */
    private static Json cut(Json read, RecordedResponse recording, AiReturn whole, boolean every) {
        byte[] wire = recording.wire();
        List<Integer> broken = new ArrayList<>();
        List<Integer> ended = new ArrayList<>();
        List<Integer> partial = new ArrayList<>();
        Set<String> wrong = new TreeSet<>();
        Set<Integer> places = places(wire, every);
        for (int at : places) {
            if (!recording.fold(RecordedResponse.cutAt(wire, at)).equals(whole)) {
                wrong.add("differs if it comes in two pieces");
            }
            byte[] prefix = Arrays.copyOf(wire, at);
            if (isComplete(recording.cut(prefix), at, whole, broken)) {
                wrong.add("complete behind a broken connection, and not the whole answer");
            }
            if (isComplete(recording.fold(List.of(prefix)), at, whole, ended)) {
                partial.add(at);
            }
        }
        return read.with("prefixes", 2 * places.size())
                .with("broken", Json.of(broken))
                .with("ended", Json.of(ended))
                .with("partial", Json.of(partial))
                .with("wrong", String.join("; ", wrong));
    }

    /** Adds the place if the answer is complete there; returns whether it is then another one than the whole. */
    private static boolean isComplete(AiReturn prefix, int at, AiReturn whole, List<Integer> places) {
        if (prefix.error().isPresent()) {
            return false;
        }
        places.add(at);
        return !prefix.interactions().equals(whole.interactions()) || prefix.finish() != whole.finish();
    }

    /** Returns the places at which a stream is cut: behind its first and last lines, one byte before, and others. */
    private static Set<Integer> places(byte[] wire, boolean every) {
        Set<Integer> places = new TreeSet<>();
        int cuts = every && wire.length <= MOST_FOR_EVERY_CUT ? wire.length : CUTS;
        for (int i = 0; i < cuts; i++) {
            places.add((int) ((long) wire.length * i / cuts));
        }
        int lines = 0;
        for (int at = wire.length - 1; at > 0 && lines < LINES; at--) {
            lines += lineEnds(wire, at, places);
        }
        lines = 0;
        for (int at = 1; at < wire.length && lines < LINES; at++) {
            lines += lineEnds(wire, at, places);
        }
        places.remove(wire.length);
        return places;
    }

    private static int lineEnds(byte[] wire, int at, Set<Integer> places) {
        if (wire[at] != '\n' && wire[at] != '\r' && wire[at] != '}') {
            return 0;
        }
        places.addAll(Set.of(at, at + 1));
        return 1;
    }

    /** Returns the blocks, items or messages of the answer in a request. */
    private static Json sent(Json request) {
        List<Json> answer = new ArrayList<>();
        for (String list : List.of("messages", "contents", "input")) {
            for (Json item : JsonMembers.elements(request, list)) {
                String role = item.get("role").findText().orElse("assistant");
                boolean result =
                        item.get("output").exists() && item.get("call_id").exists() && !isHosted(item);
                if ((role.equals("assistant") || role.equals("model")) && !result) {
                    answer.add(item);
                }
            }
        }
        return Json.of(answer);
    }

    private static boolean isHosted(Json item) {
        return !item.get("type").findText().orElse("").matches("(function|custom_tool)_call_output");
    }
}
