package dev.plumbline.web;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.http.internal.RequestRefusal;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The input of a run ({@code RunAgentInput} of AG-UI 1.0). Tools and state of the client are not used.
 *
 * @param threadId the client's name of the conversation
 * @param runId the client's name of the run
 * @param messages the messages that the client knows, oldest first
 * @param resume the answers to interrupts, by their id
 */
record AgUiInput(String threadId, String runId, List<Json> messages, Map<String, Json> resume) {

    /**
     * Reads an input.
     *
     * @throws RequestRefusal 400 with the member that has the wrong form
     */
    static AgUiInput of(Json body) {
        Map<String, Json> resume = new LinkedHashMap<>();
        for (Json entry : list(body, "resume")) {
            resume.put(text(entry, "interruptId"), entry);
        }
        return new AgUiInput(text(body, "threadId"), text(body, "runId"), list(body, "messages"), resume);
    }

    static String text(Json json, String member) {
        Json value = json.get(member);
        if (value.kind() != Json.Kind.STRING || value.asText().isEmpty()) {
            throw new RequestRefusal(400, member + " must be a text that is not empty");
        }
        return value.asText();
    }

    private static List<Json> list(Json json, String member) {
        Json value = json.get(member);
        if (!value.exists() || value.kind() == Json.Kind.NULL) {
            return List.of();
        }
        if (value.kind() != Json.Kind.ARRAY
                || value.elements().stream().anyMatch(each -> each.kind() != Json.Kind.OBJECT)) {
            throw new RequestRefusal(400, member + " must be an array of objects");
        }
        return value.elements();
    }

    /** Returns the last message, if it is one of the user. */
    Optional<Json> lastOfUser() {
        return messages.isEmpty()
                ? Optional.empty()
                : Optional.of(messages.get(messages.size() - 1)).filter(last -> is(last, "role", "user"));
    }

    /** Returns the texts of the user and the assistant before the last message, for a conversation that is not known here. */
    List<Interaction> history() {
        List<Interaction> history = new ArrayList<>();
        for (Json message : messages.subList(0, Math.max(0, messages.size() - 1))) {
            String text = String.join("\n", texts(message.get("content")));
            if (is(message, "role", "user") && !text.isEmpty()) {
                history.add(Interaction.user(text));
            } else if (is(message, "role", "assistant") && !text.isEmpty()) {
                history.add(new Interaction.Assistant(List.of(new Part.Text(text))));
            }
        }
        return history;
    }

    private static List<String> texts(Json content) {
        if (content.kind() == Json.Kind.STRING) {
            return List.of(content.asText());
        }
        return content.kind() != Json.Kind.ARRAY
                ? List.of()
                : content.elements().stream()
                        .filter(part -> is(part, "type", "text"))
                        .map(part -> text(part, "text"))
                        .toList();
    }

    private static boolean is(Json json, String member, String value) {
        Json found = json.get(member);
        return found.kind() == Json.Kind.STRING && found.asText().equals(value);
    }

    /**
     * Returns a message of the user: its texts, and the media that it contains. Addresses are not fetched.
     *
     * @throws RequestRefusal 400 for a part that cannot be used
     */
    static Interaction.User user(Json message) {
        Json content = message.get("content");
        List<Part> parts = new ArrayList<>();
        texts(content).forEach(text -> parts.add(new Part.Text(text)));
        if (content.kind() == Json.Kind.ARRAY) {
            content.elements().stream()
                    .filter(part -> !is(part, "type", "text"))
                    .forEach(part -> parts.add(medium(part)));
        }
        if (parts.isEmpty()) {
            throw new RequestRefusal(400, "the message of the user has no content");
        }
        return new Interaction.User(parts);
    }

    private static Part medium(Json part) {
        Json source = part.get("source");
        if (!is(source, "type", "data")) {
            throw new RequestRefusal(400, "a picture or file must be sent as data: addresses are not fetched");
        }
        return medium(text(source, "mimeType"), text(part, "type"), text(source, "value"));
    }

    /** Returns a picture, or a file of any other type. */
    static Part medium(String type, String name, String base64) {
        try {
            Blob blob = Blob.of(Base64.getDecoder().decode(base64), type);
            return type.startsWith("image/") ? new Part.Image(blob) : new Part.File(name, blob);
        } catch (IllegalArgumentException malformed) {
            throw new RequestRefusal(400, "a picture or file needs a media type and valid Base64");
        }
    }
}
