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
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Inputs with the words that a policy is about. */
final class PolicyWords {
    private static final List<String> JOINED = List.of(" and ", " ", "", ", ", "\n", "? ");

    private static final int MOST_CUTS = 24;
    private static final int MOST_PLACES = 6;
    private static final int MOST_NESTED = 40;

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

    /** Returns streams with each beginning of a word right in front of this one, at every cut, of the next one, and behind it. */
    static List<List<AiDelta>> begun(List<String> words) {
        List<List<AiDelta>> streams = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String next = words.get((i + 1) % words.size());
            for (int end = 1; end < word.length(); end++) {
                String begun = word.substring(0, end);
                String text = begun + word;
                for (int cut = 1; cut < Math.min(text.length(), MOST_CUTS); cut++) {
                    streams.add(stream("A wall " + text.substring(0, cut), text.substring(cut) + " of 5 m."));
                }
                streams.add(stream("A wall " + begun + next + " of 5 m."));
                streams.add(stream("A wall " + word + begun));
            }
        }
        return streams;
    }

    /** Returns streams with one or two of the words, which a policy may take out, within each other word. */
    static List<List<AiDelta>> nested(List<String> words) {
        List<List<AiDelta>> streams = new ArrayList<>();
        for (String outer : words) {
            for (String first : words) {
                for (String second :
                        Stream.concat(Stream.of(""), words.stream()).toList()) {
                    String inner = first + (second.isEmpty() ? "" : " a ") + second;
                    int step = 1 + outer.length() / MOST_PLACES;
                    for (int at = 1; at < outer.length(); at += step) {
                        streams.add(stream("A ", outer.substring(0, at) + inner + outer.substring(at), " wall"));
                    }
                }
            }
        }
        return streams.size() <= MOST_NESTED
                ? streams
                : IntStream.range(0, MOST_NESTED)
                        .mapToObj(i -> streams.get((int) ((long) i * streams.size() / MOST_NESTED)))
                        .toList();
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

    /** Returns a text with none, one, two or many of the words: joined, next to each other, twice, or one within another. */
    static String text(List<String> words, Random any) {
        List<String> some = new ArrayList<>();
        int number = List.of(0, 1, 2, 2, words.size() + 1).get(any.nextInt(5));
        for (int i = 0; i < number; i++) {
            some.add(PolicyModel.one(words, any));
        }
        if (number > 1 && any.nextInt(3) == 0) {
            String outer = some.remove(0);
            int at = any.nextInt(outer.length() + 1);
            return outer.substring(0, at) + String.join(PolicyModel.one(JOINED, any), some) + outer.substring(at);
        }
        return String.join(PolicyModel.one(JOINED, any), some);
    }

    /** Returns a conversation that ends with a question, with any of the words in each message of the user. */
    static AiCall conversation(String question, List<String> words, ModelId model, Random any) {
        List<Interaction> said = new ArrayList<>();
        for (int earlier = any.nextInt(3); earlier > 0; earlier--) {
            said.add(Interaction.user("And " + text(words, any) + "."));
            said.add(new Interaction.Assistant(List.of(new Part.Text("Yes, " + text(words, any) + "."))));
        }
        String text = text(words, any);
        Part asked = new Part.Text(any.nextBoolean() ? text + " " + question : question + " " + text);
        said.add(new Interaction.User(
                switch (any.nextInt(6)) {
                    case 0 -> List.of(CallInput.PICTURE, asked);
                    case 1 -> List.of(new Part.Text(text(words, any)), CallInput.PICTURE, asked, CallInput.PICTURE);
                    default -> List.of(asked);
                }));
        return CallInput.plain(model, question).withEffective(said);
    }

    /** Returns an answer with any of the words, in any pieces; without its end if it is cut. */
    static List<AiDelta> answer(int number, List<String> words, boolean isCut, Random any) {
        String text = text(words, any);
        List<AiDelta> whole = switch (any.nextInt(4)) {
            case 0 -> stream("A wall of ", text, ".");
            case 1 -> woven(AnswerInput.whole(number, text), words);
            case 2 -> PolicyModel.one(streams(words), any);
            default -> AnswerInput.whole(number, text);
        };
        List<AiDelta> said = isCut ? whole.subList(0, whole.size() - 1) : whole;
        return switch (any.nextInt(5)) {
            case 0, 1 -> StreamChunking.characters(said);
            case 2 -> StreamChunking.counted(said);
            default -> said;
        };
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
