package dev.plumbline.testkit.laws;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiDelta;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.internal.Pairs;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What an answer consists of, listed once: rows of these kinds of content in which all pairs of them occur, each with a
 * word in every text that it holds.
 */
final class AnswerInput {
    private static final List<Function<String, List<AiDelta>>> KINDS = List.of(
            word -> List.of(new AiDelta.Reasoning("Hm, "), new AiDelta.Reasoning(word + ".")),
            word -> List.of(new AiDelta.Text("A plan "), new AiDelta.Text("of " + word + ".\nIt ends ")),
            word -> List.of(new AiDelta.Boundary(), new AiDelta.Text("Another part with " + word)),
            word -> List.of(new AiDelta.Refusal("Not that " + word)),
            word -> List.of(
                    new AiDelta.Whole(new Part.Image(Blob.of(word.getBytes(StandardCharsets.UTF_8), "image/png")))),
            word -> List.of(
                    new AiDelta.Whole(new Part.Image(Blob.of(new byte[] {1}, "image/png"))),
                    new AiDelta.Whole(new Part.Image(Blob.of(new byte[] {2}, "image/jpeg"))),
                    new AiDelta.Whole(new Part.Audio(Blob.of(word.getBytes(StandardCharsets.UTF_8), "audio/wav"))),
                    new AiDelta.Whole(new Part.File(word, Blob.of(new byte[] {3}, "application/pdf"))),
                    new AiDelta.Whole(new Part.File("", Blob.of(new byte[] {4}, "application/pdf")))),
            word -> List.of(
                    new AiDelta.Whole(new Part.Opaque("scripted", Json.object().with("sealed", word))),
                    new AiDelta.Whole(new Part.Opaque("other", Json.of(word), "", "an account")),
                    new AiDelta.Whole(new Part.Opaque("scripted", Json.of(7), "", "another account"))),
            word -> List.of(
                    new AiDelta.ToolCallPart(0, "call_1", "measure", "{\"of\":"),
                    new AiDelta.ToolCallPart(0, "", "", Json.of(word).text() + "}"),
                    new AiDelta.ToolCallPart(1, "call_2", "draw", "{}")),
            word -> List.of(new AiDelta.UsageReport(new Usage(40, word.length(), 20, 9, 4, 1, 1))));

    /** Why an answer without calls ended. */
    private static final List<FinishReason> ENDS = List.of(
            FinishReason.STOP, FinishReason.STOP, FinishReason.LENGTH, FinishReason.CONTENT_FILTER, FinishReason.OTHER);

    private static final List<List<Integer>> ROWS = Pairs.of(
                    KINDS.stream().mapToInt(kind -> 2).toArray())
            .stream()
            .map(row -> IntStream.of(row).boxed().toList())
            .toList();
    private static final int CALLS = 7;

    private AnswerInput() {}

    /** Returns the number of different contents. */
    static int size() {
        return ROWS.size();
    }

    /** Returns a content without its end. */
    static List<AiDelta> content(int number, String word) {
        List<AiDelta> said = new ArrayList<>();
        List<Integer> row = ROWS.get(number % ROWS.size());
        for (int i = 0; i < row.size(); i++) {
            if (row.get(i) > 0) {
                said.addAll(KINDS.get(i).apply(word));
            }
        }
        return said;
    }

    /** Returns a content with an end that fits it. */
    static List<AiDelta> whole(int number, String word) {
        boolean calls = ROWS.get(number % ROWS.size()).get(CALLS) > 0;
        List<AiDelta> said = content(number, word);
        said.add(new AiDelta.Finish(calls ? FinishReason.TOOL_CALLS : ENDS.get(number % ENDS.size())));
        return said;
    }
}
