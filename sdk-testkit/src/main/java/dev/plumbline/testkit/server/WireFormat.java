package dev.plumbline.testkit.server;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;

/** How one kind of service writes down what a scripted model says. Stateless. */
interface WireFormat {
    /** The moment every scripted answer was made: the first of January 2026. */
    long CREATED = 1_767_225_600L;

    /** The events of a stream, each with its empty line, and its end unless the words are cut. */
    List<String> events(ScriptedOutput said, Head head, Json request);

    /** The body of an answer that does not stream. */
    String whole(ScriptedOutput said, Head head);

    /** The body of an error. */
    Json error(int status, String code);

    /** The service's word for too many requests. */
    String rateLimit();

    /** The list of its models. */
    default String models() {
        return "{\"object\":\"list\",\"data\":[{\"id\":\"script\",\"object\":\"model\"}]}";
    }

    /** A request for a stream with its usage. */
    default Json streamRequest() {
        return Json.object().with("stream", true);
    }

    /** Whether a member is there and true. */
    static boolean is(Json flag) {
        return flag.kind() == Json.Kind.BOOLEAN && flag.asBoolean();
    }

    /** An event with a name, as its payload's type. */
    static String named(Json payload) {
        return "event: " + payload.get("type").asText() + "\ndata: " + payload.text() + "\n\n";
    }

    /** A text in pieces of eight characters, as models stream arguments; no character is cut in two. */
    static List<String> fragments(String text) {
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + 8);
            to -= to < text.length() && Character.isLowSurrogate(text.charAt(to)) ? 1 : 0;
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }

    /**
     * Which answer it is, and whose.
     *
     * @param number counted from one; part of its ids
     * @param model the model that was asked for
     */
    record Head(int number, String model) {}
}
