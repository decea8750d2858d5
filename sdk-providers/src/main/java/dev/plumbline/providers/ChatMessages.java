package dev.plumbline.providers;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.json.JsonWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Interactions as chat messages, written as they come. What one answer brought (words and tool calls) is one assistant
 * message; facts, instructions and summaries are system messages; media of tool results follow their results as a user
 * message, because a tool message holds text only. One use, one thread.
 */
final class ChatMessages {
    private final JsonWriter json;
    private final ChatAnswer answers;
    private final Dialect dialect;
    private final Encodings kept;
    private final CallIds ids;
    private final List<Interaction> open = new ArrayList<>();
    private final List<String> openIds = new ArrayList<>();
    private final List<Part> media = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private boolean begun;
    private boolean afterResult;

    /** Messages into an array that is open. */
    ChatMessages(JsonWriter json, String provider, Dialect dialect, Encodings kept) {
        this.json = json;
        this.answers = new ChatAnswer(provider, dialect);
        this.dialect = dialect;
        this.kept = kept;
        this.ids = new CallIds(dialect.words().callIds());
    }

    void add(Interaction item) {
        if (item instanceof Interaction.Assistant assistant) {
            endMedia();
            endAnswer(!openIds.isEmpty());
            open.add(assistant);
        } else if (item instanceof Interaction.ToolCall call) {
            endMedia();
            open.add(call);
            openIds.add(ids.ofCall(call.id()));
            names.put(call.id(), Telling.toolName(call.name()));
        } else {
            endAnswer(false);
            other(item);
        }
    }

    /** Writes what is still open. */
    void end() {
        endAnswer(false);
        endMedia();
    }

    private void other(Interaction item) {
        if (item instanceof Interaction.ToolResult result) {
            result(result);
            return;
        }
        endMedia();
        if (item instanceof Interaction.User user) {
            user(kept.of(List.of(user), "", own -> said(own, user.parts())));
        } else {
            direction(item);
        }
    }

    private void user(byte[] message) {
        answerResults();
        begun = true;
        json.encoded(message);
    }

    private static void said(JsonWriter own, List<Part> parts) {
        own.object().name("role").value("user").name("content");
        ChatParts.write(own, parts);
        own.end();
    }

    private void direction(Interaction item) {
        boolean late = begun && dialect.has(Dialect.Trait.SYSTEM_IN_FRONT);
        if (late) {
            answerResults();
        }
        json.encoded(kept.of(
                List.of(item),
                late ? "user" : "system",
                own -> plain(own, late ? "user" : "system", Telling.direction(item))));
    }

    private void result(Interaction.ToolResult result) {
        String id = ids.ofResult(result.callId());
        String name = dialect.has(Dialect.Trait.NAMED_RESULTS) ? names.getOrDefault(result.callId(), "") : "";
        json.encoded(kept.of(List.of(result), id + " " + name, own -> answered(own, result, id, name)));
        begun = true;
        afterResult = true;
        if (!result.envelope().parts().isEmpty()) {
            media.add(new Part.Text("Attached to the result of tool call " + id + ":"));
            media.addAll(result.envelope().parts());
        }
    }

    private static void answered(JsonWriter own, Interaction.ToolResult result, String id, String name) {
        own.object().name("role").value("tool").name("tool_call_id").value(id);
        if (!name.isEmpty()) {
            own.name("name").value(name);
        }
        own.name("content").value(result.envelope().toJson().text()).end();
    }

    private void endMedia() {
        if (!media.isEmpty()) {
            answerResults();
            said(json, media);
            media.clear();
        }
    }

    /** Puts a word between results and what a user says next, where a server wants one. */
    private void answerResults() {
        if (afterResult && dialect.has(Dialect.Trait.ANSWER_AFTER_RESULTS)) {
            plain(json, "assistant", "OK");
        }
        afterResult = false;
    }

    /** Ends the answer that is open, unless more words belong to the calls that were made. */
    private void endAnswer(boolean goesOn) {
        if (goesOn || open.isEmpty()) {
            return;
        }
        List<Interaction> items = List.copyOf(open);
        List<String> told = List.copyOf(openIds);
        byte[] message = kept.of(items, String.join(" ", told), own -> answers.write(own, items, told));
        open.clear();
        openIds.clear();
        if (message.length > 0) {
            begun = true;
            afterResult = false;
            json.encoded(message);
        }
    }

    private static void plain(JsonWriter own, String role, String content) {
        own.object().name("role").value(role).name("content").value(content).end();
    }
}
