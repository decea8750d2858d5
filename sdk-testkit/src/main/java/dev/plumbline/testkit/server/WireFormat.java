package dev.plumbline.testkit.server;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Encodes scripted answers in the format of one service. Stateless. */
interface WireFormat {
    /** The creation time of all scripted answers: 2026-01-01. */
    long CREATED = 1_767_225_600L;

    /** The error code of a request beyond a script. */
    String SCRIPT_ENDED = "script_ended";

    /** A reason of the end that no client knows. */
    String UNKNOWN = "reason_of_next_year";

    /** Returns the events of a stream, each with its empty line, and the end mark unless it is truncated. */
    List<String> events(ScriptedOutput said, Head head, Json request);

    /** Returns the body of an answer without streaming. */
    String whole(ScriptedOutput said, Head head);

    /** Returns the body of an error. */
    Json error(int status, String code);

    /** Returns the service's error code for too many requests. */
    String rateLimit();

    /** Returns the list of its models. */
    default String models() {
        return "{\"object\":\"list\",\"data\":[{\"id\":\"script\",\"object\":\"model\"}]}";
    }

    /** Returns a request for a stream with its usage. */
    default Json streamRequest() {
        return Json.object().with("stream", true);
    }

    /** Returns the message of an error, by its code. */
    static String message(String code) {
        return code.equals(SCRIPT_ENDED)
                ? "the script of this test server has no more answers: add one with says(...), or repeats()"
                : "the script says that this request fails";
    }

    /** Returns whether a member is true. */
    static boolean is(Json flag) {
        return flag.kind() == Json.Kind.BOOLEAN && flag.asBoolean();
    }

    /** Returns an event that is named as the type of its payload. */
    static String named(Json payload) {
        return "event: " + payload.get("type").asText() + "\ndata: " + payload.text() + "\n\n";
    }

    /** Returns a text in pieces of eight characters, as models stream arguments; surrogate pairs are not split. */
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
     * What an answer says beside its content.
     *
     * @param number the number of the answer, from one; part of its ids
     * @param model the requested model
     * @param transformations what the service has changed in the input, as {@code input_transformations}; empty if the
     *     answer has no such member
     */
    record Head(int number, String model, Optional<Json> transformations) {

        /** Returns the object of an answer with what the service has changed in the input. */
        Json withTransformations(Json answer) {
            return transformations
                    .map(changed -> answer.with("input_transformations", changed))
                    .orElse(answer);
        }
    }
}
