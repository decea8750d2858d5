package dev.plumbline.tools;

import dev.plumbline.call.ToolDefinition;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a call does, in a few words made of the name of the tool and of its arguments: {@code Delete 3 walls}, {@code Move
 * wall: w1}. The words are those of the developer of the tool, instead of a sentence that the tool makes itself.
 */
final class CallSentence {
    private static final int LONGEST = 40;

    private CallSentence() {}

    /** Returns the sentence without a sign at its end, escaped. */
    static String of(ToolDefinition tool, Json arguments, Words words) {
        String action = capital(named(tool.name()));
        Optional<Map.Entry<String, Json>> list = only(arguments, Json.Kind.ARRAY);
        if (list.isPresent()) {
            int count = list.get().getValue().elements().size();
            return counted(action, named(list.get().getKey()), count, words);
        }
        return arguments.fields().size() == 1
                ? arguments.fields().values().stream()
                        .findFirst()
                        .flatMap(CallSentence::shortText)
                        .map(value -> words.say("sentence.of", action, value))
                        .orElse(action)
                : action;
    }

    /** Returns a name as words: {@code catalogId} and {@code catalog_id} are {@code catalog id}. */
    static String named(String name) {
        String spaced = name.replaceAll("(?<=[\\p{Ll}\\d])(?=\\p{Lu})", " ")
                .replaceAll("[_\\-\\s]+", " ")
                .strip();
        return VisibleTextEscaper.of(spaced.isEmpty() ? name : spaced.toLowerCase(Locale.ROOT));
    }

    static String capital(String words) {
        if (words.isEmpty()) {
            return words;
        }
        int first = words.offsetByCodePoints(0, 1);
        return words.substring(0, first).toUpperCase(Locale.ROOT) + words.substring(first);
    }

    private static String counted(String action, String what, int count, Words words) {
        int verb = action.lastIndexOf(' ');
        String last = action.substring(verb + 1);
        if (count > 1
                && verb > 0
                && List.of(what, what + "s", what.replace(" ids", "s")).contains(last)) {
            return words.say("sentence.count-of", action.substring(0, verb), count, last);
        }
        return words.say("sentence.count", action, count, what);
    }

    private static Optional<Map.Entry<String, Json>> only(Json arguments, Json.Kind kind) {
        List<Map.Entry<String, Json>> found = arguments.fields().entrySet().stream()
                .filter(field -> field.getValue().kind() == kind)
                .toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private static Optional<String> shortText(Json value) {
        boolean isName = value.kind() == Json.Kind.STRING
                && value.asText().length() <= LONGEST
                && VisibleTextEscaper.isPlain(value.asText())
                && !ValueRows.isOpaque(value);
        return isName ? Optional.of(value.asText()) : Optional.empty();
    }
}
