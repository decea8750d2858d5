package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;

/** Inputs with the words that a policy is about. */
final class PolicyWords {
    private PolicyWords() {}

    /** Returns streams with a word whole, at every cut, at the beginning, at the end, doubled, and next to the others. */
    static List<List<AiDelta>> streams(List<String> words) {
        List<List<AiDelta>> streams = new ArrayList<>();
        for (String word : words) {
            for (int cut = 0; cut <= word.length(); cut++) {
                streams.add(stream("A wall " + word.substring(0, cut), word.substring(cut) + " of 5 m."));
            }
            streams.add(stream(word, " begins."));
            streams.add(stream("It ends with ", word));
            streams.add(stream("Twice ", word + word, " and\n" + word + "\n"));
        }
        streams.add(stream(String.join("", words), String.join(" ", words)));
        return streams;
    }

    /** Returns a stream in which a word stands in or behind each text, cut somewhere. */
    static List<AiDelta> woven(List<AiDelta> stream, List<String> words) {
        List<AiDelta> woven = new ArrayList<>();
        int number = 0;
        for (AiDelta delta : stream) {
            woven.add(delta);
            if (delta instanceof AiDelta.Text text && !words.isEmpty()) {
                String word = words.get((number + text.text().length()) % words.size());
                int cut = number++ % (word.length() + 1);
                woven.add(new AiDelta.Text(word.substring(0, cut)));
                woven.add(new AiDelta.Text(word.substring(cut)));
            }
        }
        return woven;
    }

    /** Returns a conversation of these parts, in which everybody says a word. */
    static AiCall call(String word) {
        return AiCall.of(
                AiBody.builder()
                        .addAll(List.of(
                                new Interaction.System("Beside " + word + ", be brief."),
                                Interaction.user("What is " + word + "?"),
                                new Interaction.ToolCall(
                                        "call_1", "measure", Json.object().with("a", word)),
                                new Interaction.ToolResult("call_1", ToolEnvelope.ok("It has " + word)),
                                new Interaction.Assistant(List.of(new Part.Text("That is " + word + "."))),
                                Interaction.user(word)))
                        .build(),
                ModelId.parse("scripted:script"));
    }

    private static List<AiDelta> stream(String... pieces) {
        List<AiDelta> stream = new ArrayList<>();
        for (String piece : pieces) {
            stream.add(new AiDelta.Text(piece));
        }
        stream.add(new AiDelta.Finish(FinishReason.STOP));
        return stream;
    }
}
