package dev.plumbline.providers;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Interactions as chat messages, written as they come. What one answer brought (words and tool calls) is one assistant
 * message; facts, instructions and summaries are system messages; media of tool results follow their results as a user
 * message, because a tool message holds text only. One use, one thread.
 */
final class ChatMessages {
    private final JsonWriter json;
    private final String provider;
    private final boolean detailsWanted;
    private final List<Part> words = new ArrayList<>();
    private final List<Interaction.ToolCall> calls = new ArrayList<>();
    private final List<Part> media = new ArrayList<>();

    /** Messages into an array that is open; opaque data is sent if it came from that provider and is wanted back. */
    ChatMessages(JsonWriter json, String provider, boolean detailsWanted) {
        this.json = json;
        this.provider = provider;
        this.detailsWanted = detailsWanted;
    }

    void add(Interaction item) {
        if (item instanceof Interaction.Assistant assistant) {
            endMedia();
            endAnswer(!calls.isEmpty());
            words.addAll(assistant.parts());
        } else if (item instanceof Interaction.ToolCall call) {
            endMedia();
            calls.add(call);
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
            role("user").name("content");
            ChatParts.write(json, user.parts());
            json.end();
        } else if (item instanceof Interaction.Context context) {
            plain("system", "Facts, as JSON:\n" + Json.of(context.values()).text());
        } else if (item instanceof Interaction.System system) {
            plain("system", system.text());
        } else if (item instanceof Interaction.Summary summary) {
            plain("system", "Summary of the conversation so far:\n" + summary.text());
        }
    }

    private void result(Interaction.ToolResult result) {
        role("tool").name("tool_call_id").value(result.callId());
        json.name("content").value(result.envelope().toJson().text()).end();
        if (!result.envelope().parts().isEmpty()) {
            media.add(new Part.Text("Attached to the result of tool call " + result.callId() + ":"));
            media.addAll(result.envelope().parts());
        }
    }

    private void endMedia() {
        if (!media.isEmpty()) {
            role("user").name("content");
            ChatParts.write(json, media);
            json.end();
            media.clear();
        }
    }

    /** Ends the answer that is open, unless more words belong to the calls that were made. */
    private void endAnswer(boolean goesOn) {
        if (goesOn) {
            return;
        }
        String text = text(words);
        List<Json> details = detailsWanted ? details() : List.of();
        if (!text.isEmpty() || !calls.isEmpty() || !details.isEmpty()) {
            answer(text, details);
        }
        words.clear();
        calls.clear();
    }

    private void answer(String text, List<Json> details) {
        role("assistant").name("content");
        if (text.isEmpty() && !calls.isEmpty()) {
            json.nullValue();
        } else {
            json.value(text);
        }
        if (!details.isEmpty()) {
            json.name("reasoning_details").array();
            details.forEach(json::json);
            json.end();
        }
        if (!calls.isEmpty()) {
            json.name("tool_calls").array();
            calls.forEach(this::call);
            json.end();
        }
        json.end();
    }

    private void call(Interaction.ToolCall call) {
        json.object().name("id").value(call.id()).name("type").value("function");
        json.name("function").object();
        json.name("name").value(call.name()).name("arguments").value(arguments(call.arguments()));
        json.end().end();
    }

    /** Servers with chat templates parse what they get back, so what did not parse is wrapped. */
    private static String arguments(Json arguments) {
        Json object =
                arguments.kind() == Json.Kind.OBJECT ? arguments : Json.object().with("unparsed", arguments);
        return object.text();
    }

    private List<Json> details() {
        List<Json> details = new ArrayList<>();
        for (Part part : words) {
            if (part instanceof Part.Opaque opaque
                    && opaque.provider().equals(provider)
                    && opaque.data().kind() == Json.Kind.ARRAY) {
                details.addAll(opaque.data().elements());
            }
        }
        return details;
    }

    private static String text(List<Part> parts) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Part.Text words) {
                text.append(words.text());
            } else if (part instanceof Part.Refusal refusal) {
                text.append(refusal.text());
            }
        }
        return text.toString();
    }

    private void plain(String role, String content) {
        role(role).name("content").value(content).end();
    }

    private JsonWriter role(String role) {
        return json.object().name("role").value(role);
    }
}
