package dev.plumbline.providers;

import dev.plumbline.http.internal.EventStreamReader;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.internal.RecordedResponses;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reads from recorded bytes, without a decoder of this project, what the provider wants back. Names and values as text. */
final class OpaqueMembers {
    private static final Set<String> TEXT = Set.of("type", "text");
    private static final Set<String> CLAUDE_CALL = Set.of("type", "id", "name", "input");
    private static final Set<String> CHAT_CALL = Set.of("index", "id", "type", "function");
    private static final Set<String> MESSAGE = Set.of("type", "id", "status", "role", "content");
    private static final Set<String> ITEM_CALL =
            Set.of("type", "id", "status", "call_id", "name", "arguments", "input");
    private static final Set<String> PART = Set.of("text", "functionCall", "thought", "inlineData");
    private static final Set<String> SECRETS = Set.of(
            "thought_signature",
            "thoughtSignature",
            "signature",
            "encrypted_content",
            "encrypted_index",
            "phase",
            "caller");

    private OpaqueMembers() {}

    /** Every member and its value, at any depth. */
    static Set<String> pairs(Json json) {
        Set<String> all = new TreeSet<>();
        collect(json, all);
        return all;
    }

    private static void collect(Json json, Set<String> all) {
        if (json.kind() == Json.Kind.ARRAY) {
            json.elements().forEach(element -> collect(element, all));
        } else if (json.kind() == Json.Kind.OBJECT) {
            json.fields().forEach((name, value) -> {
                all.add(name + "=" + value.canonical());
                collect(value, all);
            });
        }
    }

    /** Those that only the provider can read, wherever they are. */
    static List<String> signatures(RecordedResponse recording) {
        return of(recording).stream()
                .filter(pair -> SECRETS.contains(pair.substring(0, pair.indexOf('='))) && !pair.endsWith("=\"\""))
                .toList();
    }

    static Set<String> of(RecordedResponse recording) {
        Set<String> all = new LinkedHashSet<>();
        List<Json> documents = documents(recording);
        switch (RecordedResponses.format(recording.folder(), recording.file())) {
            case CHAT -> documents.forEach(document -> chat(document, all));
            case MESSAGES -> messages(documents, all);
            case OLLAMA -> {}
            case BEDROCK -> documents.forEach(document -> converse(document, all));
            case GEMINI -> documents.forEach(document -> gemini(document, all));
            case RESPONSES -> documents.forEach(document -> responses(document, all));
        }
        return all;
    }

    static List<Json> documents(RecordedResponse recording) {
        String wire = new String(recording.wire(), StandardCharsets.UTF_8);
        if (!recording.isStream()) {
            return List.of(Json.parse(wire));
        }
        List<Json> documents = new ArrayList<>();
        if (RecordedResponses.format(recording.folder(), recording.file()) == ApiFormat.BEDROCK) {
            byte[] bytes = recording.wire();
            new EventStreamReader((name, data, length) -> {
                        documents.add(Json.parse(new String(data, 0, length, StandardCharsets.UTF_8)));
                        return true;
                    })
                    .feed(bytes, 0, bytes.length);
            return documents;
        }
        for (String line : wire.split("\n")) {
            if (line.startsWith("data: {")) {
                documents.add(Json.parse(line.substring("data: ".length())));
            }
        }
        return documents;
    }

    private static void unknown(Json object, Set<String> known, Set<String> all) {
        if (object.kind() != Json.Kind.OBJECT) {
            return;
        }
        object.fields().forEach((name, value) -> {
            boolean says = value.kind() != Json.Kind.NULL
                    && !value.text().equals("[]")
                    && !value.text().equals("{}");
            if (!known.contains(name) && says) {
                all.add(name + "=" + value.canonical());
            }
        });
    }

    private static void chat(Json document, Set<String> all) {
        for (Json choice : elements(document.get("choices"))) {
            Json message = choice.get("delta").exists() ? choice.get("delta") : choice.get("message");
            if (choice.get("index").exists() && choice.get("index").asInt() != 0) {
                continue;
            }
            elements(message.get("tool_calls")).forEach(call -> unknown(call, CHAT_CALL, all));
            if (message.get("extra_content").exists()) {
                all.add("extra_content=" + message.get("extra_content").canonical());
            }
        }
    }

    /** Signatures of calls and texts, and whole parts that are neither; a thought alone is not sent back. */
    private static void gemini(Json document, Set<String> all) {
        if (document.kind() == Json.Kind.ARRAY) {
            document.elements().forEach(response -> gemini(response, all));
            return;
        }
        for (Json part : elements(document.at("/candidates/0/content/parts"))) {
            if (!part.get("thought").exists() || part.get("thoughtSignature").exists()) {
                unknown(part, PART, all);
            }
        }
    }

    /** Signed and redacted reasoning, citations, and what the service ran itself. */
    private static void converse(Json document, Set<String> all) {
        for (Json block : elements(document.at("/output/message/content"))) {
            Json reasoning = block.get("reasoningContent");
            boolean server = block.get("toolResult").exists()
                    || block.at("/toolUse/type").equals(Json.of("server_tool_use"));
            if (server
                    || reasoning.at("/reasoningText/signature").exists()
                    || reasoning.get("redactedContent").exists()) {
                unknown(block, Set.of(), all);
            }
            if (block.at("/citationsContent/citations").exists()) {
                all.add("citations=" + block.at("/citationsContent/citations").canonical());
            }
        }
        Json delta = document.get("delta");
        unknown(delta, Set.of("text", "toolUse", "toolResult", "reasoningContent", "citation"), all);
        unknown(delta.get("reasoningContent"), Set.of("text"), all);
        unknown(delta.get("citation"), Set.of(), all);
        elements(delta.get("toolResult")).forEach(piece -> unknown(piece, Set.of(), all));
    }

    private static void messages(List<Json> documents, Set<String> all) {
        for (Json document : documents) {
            if (document.get("content_block").exists()) {
                block(document.get("content_block"), all);
            } else if (document.at("/delta/type").equals(Json.of("citations_delta"))) {
                document.at("/delta/citation")
                        .fields()
                        .forEach((name, value) -> all.add(name + "=" + value.canonical()));
            } else if (document.at("/delta/type").equals(Json.of("signature_delta"))) {
                all.add("signature=" + document.at("/delta/signature").canonical());
            }
            elements(document.get("content")).forEach(block -> block(block, all));
        }
    }

    private static void block(Json block, Set<String> all) {
        switch (block.get("type").asText()) {
            case "text" -> unknown(block, TEXT, all);
            case "tool_use" -> unknown(block, CLAUDE_CALL, all);
            default -> {}
        }
    }

    private static void responses(Json document, Set<String> all) {
        if (document.get("type").equals(Json.of("response.output_item.done"))) {
            item(document.get("item"), all);
        }
        elements(document.get("output")).forEach(item -> item(item, all));
    }

    private static void item(Json item, Set<String> all) {
        switch (item.get("type").asText()) {
            case "message" -> unknown(item, MESSAGE, all);
            case "function_call", "custom_tool_call" -> unknown(item, ITEM_CALL, all);
            case "reasoning" -> {
                if (item.get("encrypted_content").kind() == Json.Kind.STRING) {
                    unknown(item, Set.of(), all);
                }
            }
            default -> unknown(item, Set.of(), all);
        }
    }

    private static List<Json> elements(Json array) {
        return array.kind() == Json.Kind.ARRAY ? array.elements() : List.of();
    }
}
