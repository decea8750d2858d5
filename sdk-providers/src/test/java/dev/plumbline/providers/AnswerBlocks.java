package dev.plumbline.providers;

import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.providers.internal.RecordedResponses;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The blocks of an answer in their order, read from recorded bytes without a decoder of this project, and from the next
 * request: what the service's own client would send back. Adjacent plain texts are one; thinking that is not signed or
 * encrypted is left out, because the services do not take it.
 */
final class AnswerBlocks {
    private static final Set<String> OF_MESSAGE = Set.of("type", "id", "status", "role", "content");
    private static final Set<String> OF_ITEM_CALL = Set.of("type", "id", "status", "arguments");

    private final List<Json> blocks = new ArrayList<>();

    static List<Json> received(RecordedResponse recording) {
        AnswerBlocks all = new AnswerBlocks();
        List<Json> documents = OpaqueMembers.documents(recording);
        switch (RecordedResponses.format(recording.folder(), recording.file())) {
            case MESSAGES -> messages(documents).forEach(all::message);
            case RESPONSES -> items(documents).forEach(all::item);
            default -> throw new IllegalArgumentException("answers of this format are one message");
        }
        return all.blocks;
    }

    static List<Json> sent(Json request) {
        AnswerBlocks all = new AnswerBlocks();
        if (request.get("input").exists()) {
            for (Json item : request.get("input").elements()) {
                boolean user = item.get("role").equals(Json.of("user"));
                boolean result = item.get("type").findText().orElse("").endsWith("tool_call_output")
                        || item.get("type").equals(Json.of("function_call_output"));
                if (!user && !result) {
                    all.item(item);
                }
            }
            return all.blocks;
        }
        Json content = request.at("/messages/1/content");
        if (content.kind() == Json.Kind.STRING) {
            all.message(Json.object().with("type", "text").with("text", content.asText()));
        } else if (content.exists()) { // an answer of nothing is not sent
            content.elements().forEach(block -> all.message(block.without("cache_control")));
        }
        return all.blocks;
    }

    private static List<Json> messages(List<Json> documents) {
        Map<Integer, Json> blocks = new TreeMap<>();
        for (Json document : documents) {
            int index = document.get("index").exists() ? document.get("index").asInt() : 0;
            if (document.get("content_block").exists()) {
                blocks.put(index, document.get("content_block"));
            } else if (document.get("type").equals(Json.of("content_block_delta"))) {
                blocks.put(index, grown(blocks.get(index), document.get("delta")));
            }
            JsonMembers.elements(document, "content").forEach(block -> blocks.put(blocks.size(), block));
        }
        return List.copyOf(blocks.values());
    }

    private static Json grown(Json block, Json delta) {
        return switch (delta.get("type").asText()) {
            case "text_delta" -> joined(block, "text", delta.get("text"));
            case "thinking_delta" -> joined(block, "thinking", delta.get("thinking"));
            case "signature_delta" -> joined(block, "signature", delta.get("signature"));
            case "input_json_delta" -> joined(block, "input", delta.get("partial_json"));
            case "citations_delta" -> {
                List<Json> all = new ArrayList<>(JsonMembers.elements(block, "citations"));
                all.add(delta.get("citation"));
                yield block.with("citations", Json.of(all));
            }
            default -> {
                Json all = block;
                for (Map.Entry<String, Json> member :
                        delta.without("type").fields().entrySet()) {
                    all = all.with(member.getKey(), member.getValue());
                }
                yield all;
            }
        };
    }

    private static Json joined(Json block, String name, Json more) {
        return block.with(name, block.get(name).findText().orElse("") + more.asText());
    }

    private static List<Json> items(List<Json> documents) {
        List<Json> items = new ArrayList<>();
        for (Json document : documents) {
            if (document.get("type").equals(Json.of("response.output_item.done"))) {
                items.add(document.get("item"));
            }
            items.addAll(JsonMembers.elements(document, "output"));
        }
        return items;
    }

    private void message(Json block) {
        switch (block.get("type").asText()) {
            case "text" -> text(block);
            case "thinking" -> {
                if (!block.get("signature").findText().orElse("").isEmpty()) {
                    blocks.add(block);
                }
            }
            default -> blocks.add(parsed(block, "input"));
        }
    }

    private void item(Json item) {
        switch (item.get("type").findText().orElse("message")) {
            case "message" -> {
                StringBuilder words = new StringBuilder();
                if (item.get("content").kind() == Json.Kind.STRING) {
                    words.append(item.get("content").asText());
                }
                JsonMembers.elements(item, "content")
                        .forEach(
                                part -> words.append(part.get("text").findText().orElse("")));
                Json text = Json.object().with("type", "text").with("text", words.toString());
                text(with(text, item, OF_MESSAGE));
            }
            case "custom_tool_call" -> blocks.add(item.without("id").without("status"));
            case "function_call" -> {
                Json call = Json.object().with("type", "call");
                Json said = parsed(item, "arguments").get("arguments");
                blocks.add(with(call.with("arguments", said), item, OF_ITEM_CALL));
            }
            case "reasoning" -> {
                if (item.get("encrypted_content").kind() == Json.Kind.STRING) {
                    blocks.add(item);
                }
            }
            default -> blocks.add(item);
        }
    }

    private static Json with(Json block, Json item, Set<String> known) {
        Json all = block;
        for (Map.Entry<String, Json> member : item.fields().entrySet()) {
            if (!known.contains(member.getKey()) && member.getValue().kind() != Json.Kind.NULL) {
                all = all.with(member.getKey(), member.getValue());
            }
        }
        return all;
    }

    private static Json parsed(Json block, String member) {
        Json value = block.get(member);
        String text = value.findText().orElse("");
        return value.kind() != Json.Kind.STRING
                ? block
                : block.with(
                        member, text.isEmpty() ? Json.object() : Json.parse(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Adds a text; its empty members count as absent. */
    private void text(Json block) {
        Json said = block;
        for (String name : List.copyOf(block.fields().keySet())) {
            Json value = block.get(name);
            boolean nothing = value.kind() == Json.Kind.NULL
                    || (value.kind() == Json.Kind.ARRAY && value.elements().isEmpty());
            said = nothing ? said.without(name) : said;
        }
        int last = blocks.size() - 1;
        boolean plain = said.fields().size() == 2;
        if (plain && said.get("text").asText().isEmpty()) {
            return;
        }
        if (plain && last >= 0 && isPlain(blocks.get(last))) {
            blocks.set(last, joined(blocks.get(last), "text", said.get("text")));
        } else {
            blocks.add(said);
        }
    }

    private static boolean isPlain(Json block) {
        return block.get("type").equals(Json.of("text")) && block.fields().size() == 2;
    }
}
