package dev.plumbline.body;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UnicodeValidator;
import dev.plumbline.json.internal.Unordered;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One transcript item: facts, instructions, a message, a tool call or its result. The seven kinds are siblings, never
 * subtypes of each other. Immutable; equal by content; {@code toString} shows kind and length only.
 */
public sealed interface Interaction {

    /** Returns which of the seven kinds this is, for an exhaustive switch on Java 17. */
    Kind kind();

    /** Returns the text parts joined; empty for facts, tool calls and results. */
    default String text() {
        return "";
    }

    /** Returns the documented JSON form, which {@link AiBody#toJson()} uses for each item. */
    Json toJson();

    /**
     * Reads an interaction from the form of {@link #toJson()}.
     *
     * @throws dev.plumbline.json.JsonException names the pointer of the member that is missing, unknown or of the wrong
     *     kind
     */
    static Interaction from(Json json) {
        return switch (kind(json)) {
            case CONTEXT -> new Context(member(json, "values").fields());
            case SYSTEM -> new System(member(json, "text").asText());
            case SUMMARY -> new Summary(member(json, "text").asText());
            case USER -> new User(parts(json));
            case ASSISTANT -> new Assistant(parts(json));
            case TOOL_CALL -> ToolCall.from(json);
            case TOOL_RESULT -> ToolResult.from(json);
        };
    }

    /**
     * Returns the interactions without the opaque parts of answers, such as signed thinking, which services accept only
     * behind what was sent before it. An answer of nothing else is left out.
     */
    static List<Interaction> withoutOpaque(List<? extends Interaction> interactions) {
        List<Interaction> rest = new ArrayList<>(interactions.size());
        for (Interaction item : interactions) {
            if (item instanceof Assistant answer && Transcript.hasOpaque(answer)) {
                List<Part> parts = answer.parts().stream()
                        .filter(part -> !(part instanceof Part.Opaque))
                        .toList();
                if (!parts.isEmpty()) {
                    rest.add(new Assistant(parts));
                }
            } else {
                rest.add(item);
            }
        }
        return rest;
    }

    private static Kind kind(Json json) {
        String text = json.get("kind").asText();
        for (Kind kind : Kind.values()) {
            if (kind.word().equals(text)) {
                return kind;
            }
        }
        throw new JsonException("/kind", "must be context, system, user, assistant, tool_call, tool_result or summary");
    }

    private static Json member(Json json, String name) {
        StrictMembers.only(json, Set.of("kind", name));
        return StrictMembers.required(json, name);
    }

    private static List<Part> parts(Json json) {
        StrictMembers.only(json, Set.of("kind", "parts", "text"));
        Json text = json.get("text");
        return text.exists()
                ? List.of(new Part.Text(text.asText()))
                : PartJson.read(StrictMembers.required(json, "parts"));
    }

    /** Returns the JSON of an interaction: its kind, and one more member. */
    private static Json json(Kind kind, String name, Object value) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", kind.word());
        json.put(name, value);
        return Json.of(json);
    }

    /** Returns a user message: the text (left out when empty), then the attachments in the order given. */
    static User user(String text, Part... more) {
        List<Part> parts = new ArrayList<>(more.length + 1);
        if (!text.isEmpty()) {
            parts.add(new Part.Text(text));
        }
        Collections.addAll(parts, more);
        return new User(parts);
    }

    /** The kinds of interaction. */
    enum Kind {
        CONTEXT,
        SYSTEM,
        USER,
        ASSISTANT,
        TOOL_CALL,
        TOOL_RESULT,
        SUMMARY;

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Facts read from context sources, by key, in the order given; sorted by key if the map has none, such as {@code Map.of}.
     *
     * @param values the facts
     */
    record Context(Map<String, Json> values) implements Interaction {
        public Context {
            values = Collections.unmodifiableMap(Unordered.copy(values));
            values.keySet().forEach(key -> UnicodeValidator.requireWellFormed(key, "the key of a fact"));
        }

        @Override
        public Kind kind() {
            return Kind.CONTEXT;
        }

        @Override
        public Json toJson() {
            return json(kind(), "values", values);
        }

        @Override
        public String toString() {
            return "Context[" + values.size() + " values]";
        }
    }

    /**
     * Instructions to the model.
     *
     * @param text the instructions
     */
    @SuppressWarnings(
            "JavaLangClash") // the field's term is system message; the type is nested, so code reads Interaction.System
    record System(String text) implements Interaction {
        public System {
            UnicodeValidator.requireWellFormed(text, "text");
        }

        @Override
        public Kind kind() {
            return Kind.SYSTEM;
        }

        @Override
        public Json toJson() {
            return json(kind(), "text", text);
        }

        @Override
        public String toString() {
            return "System[" + text.length() + " characters]";
        }
    }

    /**
     * A user message.
     *
     * @param parts text and attachments, in order
     */
    record User(List<Part> parts) implements Interaction {
        public User {
            parts = List.copyOf(parts);
        }

        /**
         * Written by hand, because the JDK's equals of records is linked with method handles, which delays a first call
         * (0063).
         */
        @Override
        public boolean equals(Object other) {
            return this == other || (other instanceof User user && parts.equals(user.parts));
        }

        @Override
        public int hashCode() {
            return parts.hashCode();
        }

        @Override
        public Kind kind() {
            return Kind.USER;
        }

        @Override
        public Json toJson() {
            return json(kind(), "parts", PartJson.write(parts));
        }

        @Override
        public String text() {
            return textOf(parts);
        }

        @Override
        public String toString() {
            return "User" + parts;
        }
    }

    /**
     * An answer of the model: text, reasoning, refusals, media and the provider's opaque data, in order.
     *
     * @param parts the pieces, in order
     */
    record Assistant(List<Part> parts) implements Interaction {
        public Assistant {
            parts = List.copyOf(parts);
        }

        /** Written by hand, as that of {@link User}. */
        @Override
        public boolean equals(Object other) {
            return this == other || (other instanceof Assistant assistant && parts.equals(assistant.parts));
        }

        @Override
        public int hashCode() {
            return parts.hashCode();
        }

        @Override
        public Kind kind() {
            return Kind.ASSISTANT;
        }

        @Override
        public Json toJson() {
            return json(kind(), "parts", PartJson.write(parts));
        }

        @Override
        public String text() {
            return textOf(parts);
        }

        @Override
        public String toString() {
            return "Assistant" + parts;
        }
    }

    /**
     * A tool call that the model requests.
     *
     * @param id the id that its result refers to; never empty once a session has stored it
     * @param name the tool
     * @param arguments an object when the model wrote one; a JSON string holding the raw text when it did not parse
     */
    record ToolCall(String id, String name, Json arguments) implements Interaction {
        public ToolCall {
            UnicodeValidator.requireWellFormed(id, "id");
            UnicodeValidator.requireWellFormed(name, "name");
            Objects.requireNonNull(arguments, "arguments");
        }

        @Override
        public Kind kind() {
            return Kind.TOOL_CALL;
        }

        @Override
        public Json toJson() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("kind", kind().word());
            json.put("id", id);
            json.put("name", name);
            json.put("arguments", arguments);
            return Json.of(json);
        }

        private static ToolCall from(Json json) {
            StrictMembers.only(json, Set.of("kind", "id", "name", "arguments"));
            return new ToolCall(
                    json.get("id").asText(), json.get("name").asText(), StrictMembers.required(json, "arguments"));
        }

        /** Written by hand, as that of {@link User}. */
        @Override
        public boolean equals(Object other) {
            return this == other
                    || (other instanceof ToolCall call
                            && id.equals(call.id)
                            && name.equals(call.name)
                            && arguments.equals(call.arguments));
        }

        @Override
        public int hashCode() {
            return 31 * id.hashCode() + name.hashCode();
        }

        @Override
        public String toString() {
            return "ToolCall[" + arguments + "]";
        }
    }

    /**
     * The outcome of a tool call.
     *
     * @param callId the id of the call it answers
     * @param envelope the outcome
     */
    record ToolResult(String callId, ToolEnvelope envelope) implements Interaction {
        public ToolResult {
            UnicodeValidator.requireWellFormed(callId, "callId");
            Objects.requireNonNull(envelope, "envelope");
        }

        @Override
        public Kind kind() {
            return Kind.TOOL_RESULT;
        }

        @Override
        public Json toJson() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("kind", kind().word());
            json.put("callId", callId);
            json.put("envelope", envelope.toJson());
            if (!envelope.parts().isEmpty()) {
                json.put("parts", PartJson.write(envelope.parts()));
            }
            return Json.of(json);
        }

        private static ToolResult from(Json json) {
            StrictMembers.only(json, Set.of("kind", "callId", "envelope", "parts"));
            ToolEnvelope envelope = ToolEnvelope.from(StrictMembers.required(json, "envelope"));
            Json parts = json.get("parts");
            Part[] media = parts.exists() ? PartJson.read(parts).toArray(Part[]::new) : new Part[0];
            return new ToolResult(json.get("callId").asText(), envelope.withParts(media));
        }

        @Override
        public String toString() {
            return "ToolResult[" + (envelope.isOk() ? "ok" : "failed") + "]";
        }
    }

    /**
     * A summary that replaces a longer part of the conversation.
     *
     * @param text the summary
     */
    record Summary(String text) implements Interaction {
        public Summary {
            UnicodeValidator.requireWellFormed(text, "text");
        }

        @Override
        public Kind kind() {
            return Kind.SUMMARY;
        }

        @Override
        public Json toJson() {
            return json(kind(), "text", text);
        }

        @Override
        public String toString() {
            return "Summary[" + text.length() + " characters]";
        }
    }

    private static String textOf(List<Part> parts) {
        if (parts.size() == 1 && parts.get(0) instanceof Part.Text text) {
            return text.text();
        }
        return parts.stream()
                .filter(Part.Text.class::isInstance)
                .map(part -> ((Part.Text) part).text())
                .collect(Collectors.joining());
    }
}
