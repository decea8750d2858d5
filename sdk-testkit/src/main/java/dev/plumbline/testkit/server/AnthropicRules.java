package dev.plumbline.testkit.server;

import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The rules of Anthropic's Messages API. Sources: Anthropic, "Prompt caching", "Preserved thinking", "Prefix checks", "Switching models mid-conversation" and "Fix a
 * thinking block bound to a different conversation", November 2026. The shortest prefix of Haiku 5.5 is in no document that was
 * found: it counts with the longest, as models of unknown names do.
 */
final class AnthropicRules implements ServiceRules {
    static final Duration USUAL = Duration.ofMinutes(5);
    static final int LOOK_BACK = 20;
    private static final int MOST_MARKS = 4;
    private static final int LONGEST_MINIMUM = 4_096;
    private static final int TOKENS_PER_THOUSAND = 250;

    /** The tokenizer from Claude 4.7 on makes about 30 % more tokens. */
    private static final int NEWER_TOKENS_PER_THOUSAND = 325;

    private static final String BETA = "thinking-binding-controls-2026-08-01";
    private static final Pattern VERSION =
            Pattern.compile("claude-(?:[a-z]+-)?(\\d{1,2})(?!\\d)(?:[-.](\\d{1,2})(?!\\d))?");
    private static final int BINDS_FROM = 501;

    @Override
    public String provider() {
        return "anthropic";
    }

    private static int version(String model) {
        return ServiceRules.version(VERSION, model).orElse(Integer.MAX_VALUE);
    }

    /** Returns the fewest tokens that a cache keeps. */
    static long least(String model) {
        boolean opus = model.contains("opus");
        boolean haiku = model.contains("haiku");
        int version = version(model);
        if (version == Integer.MAX_VALUE) {
            return LONGEST_MINIMUM;
        }
        if (haiku) {
            return version < 405 ? 2_048 : LONGEST_MINIMUM;
        }
        if (model.contains("sonnet")) {
            return 1_024;
        }
        if (opus && version < 500) {
            return version == 405 || version == 406 ? LONGEST_MINIMUM : version == 407 ? 2_048 : 1_024;
        }
        return 512; // Opus 5, Fable 5, Mythos 5
    }

    @Override
    public Prompt read(ServerRequest sent) {
        Json request = sent.json();
        String model = ServiceScript.model(request);
        int version = version(model);
        BlockReader reader = new BlockReader(version >= 407 ? NEWER_TOKENS_PER_THOUSAND : TOKENS_PER_THOUSAND);
        List<Json> tools = ServiceRules.elements(request.get("tools"));
        for (int i = 0; i < tools.size(); i++) {
            reader.input(ServiceBill.Part.TOOLS, "tool", tools.get(i), "tools." + i);
        }
        List<Json> system = blocks(request.get("system"));
        for (int i = 0; i < system.size(); i++) {
            reader.input(ServiceBill.Part.SYSTEM, "system", system.get(i), "system." + i);
        }
        List<Json> messages = ServiceRules.elements(request.get("messages"));
        for (int i = 0; i < messages.size(); i++) {
            message(reader, messages.get(i), "messages." + i + ".content.");
        }
        List<PromptBlock> blocks = reader.blocks();
        Json automatic = request.get("cache_control");
        if (automatic.kind() == Json.Kind.OBJECT && !blocks.isEmpty()) {
            PromptBlock last = blocks.get(blocks.size() - 1);
            blocks.set(blocks.size() - 1, last.withMark(BlockReader.lifeTime(automatic)));
        }
        return new Prompt(model, blocks, settings(request, reader.hasPicture()));
    }

    private static void message(BlockReader reader, Json message, String place) {
        String role = ServiceRules.text(message, "role");
        List<Json> content = blocks(message.get("content"));
        for (int j = 0; j < content.size(); j++) {
            Json block = content.get(j);
            String type = ServiceRules.text(block, "type");
            if (type.equals("thinking") || type.equals("redacted_thinking")) {
                reader.reasoning(block, place + j, ServiceRules.text(block, "signature"));
            } else if (role.equals("assistant")) {
                String id = ServiceRules.text(block, "id");
                reader.answer(role, block, place + j, id.isEmpty() ? ServiceRules.text(block, "text") : id);
            } else {
                reader.input(ServiceBill.Part.MESSAGES, role, block, place + j);
            }
        }
    }

    private static List<Json> blocks(Json content) {
        return content.kind() == Json.Kind.STRING
                ? List.of(Json.object().with("type", "text").with("text", content.asText()))
                : ServiceRules.elements(content);
    }

    /** Returns the members whose change leaves tools and instructions readable, and messages not. */
    private static String settings(Json request, boolean picture) {
        Json thinking = request.get("thinking");
        Json choice = request.get("tool_choice");
        return (choice.exists() ? choice.text() : "")
                + ServiceRules.text(thinking, "type")
                + (thinking.get("budget_tokens").exists()
                        ? thinking.get("budget_tokens").text()
                        : "")
                + (picture ? " with pictures" : "");
    }

    @Override
    public Optional<String> refusal(ServerRequest request, Prompt prompt) {
        List<PromptBlock> marked = prompt.blocks().stream()
                .filter(block -> block.mark().isPresent())
                .toList();
        if (marked.size() > MOST_MARKS) {
            return Optional.of(
                    "A maximum of 4 blocks with cache_control may be provided. Found " + marked.size() + ".");
        }
        for (int i = 0; i < marked.size(); i++) {
            PromptBlock block = marked.get(i);
            if (block.isReasoning()) {
                return Optional.of(block.place() + ".cache_control: cannot be set for thinking blocks");
            }
            if (i > 0
                    && block.mark()
                                    .orElse(USUAL)
                                    .compareTo(marked.get(i - 1).mark().orElse(USUAL))
                            > 0) {
                return Optional.of(block.place() + ".cache_control.ttl: a ttl='1h' cache_control block must not come"
                        + " after a ttl='5m' cache_control block");
            }
        }
        boolean bound = request.json().get("thinking").get("block_binding").exists();
        return bound && !beta(request)
                ? Optional.of("thinking.block_binding: Extra inputs are not permitted")
                : Optional.empty();
    }

    private static boolean beta(ServerRequest request) {
        return request.headers().getOrDefault("anthropic-beta", List.of()).stream()
                .anyMatch(each -> each.contains(BETA));
    }

    @Override
    public boolean reasons(Json request) {
        String forced = ServiceRules.text(request.get("tool_choice"), "type");
        String thinking = ServiceRules.text(request.get("thinking"), "type");
        return !thinking.equals("disabled")
                && !forced.equals("any")
                && !forced.equals("tool")
                && (!thinking.isEmpty() || version(ServiceScript.model(request)) >= BINDS_FROM);
    }

    @Override
    public boolean binds(String model) {
        return version(model) >= BINDS_FROM;
    }

    @Override
    public BoundReasoning.Reader reader(ServerRequest request, String model) {
        String key = request.header("x-api-key").orElse("");
        return new BoundReasoning.Reader(request.header("host").orElse(""), model, key);
    }

    @Override
    public boolean drops(Json request) {
        return ServiceRules.text(request.get("thinking").get("block_binding"), "prefix_mismatch_behavior")
                .equals("drop_block");
    }

    @Override
    public String mismatch(String place) {
        return place + ": Invalid `signature` in `thinking` block. The block is bound to a different conversation."
                + " Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\".";
    }

    @Override
    public Optional<Json> transformations(ServerRequest request, BoundReasoning reasoning) {
        return beta(request)
                ? Optional.of(Json.of(reasoning.left().stream()
                        .map(block -> Json.object()
                                .with("type", "thinking_dropped")
                                .with("path", block.place())
                                .with("reason", reasoning.unread().getOrDefault(block, "prefix_binding_mismatch")))
                        .toList()))
                : Optional.empty();
    }

    @Override
    public Json error(String message) {
        Json error = Json.object().with("type", "invalid_request_error").with("message", message);
        return Json.object().with("type", "error").with("error", error);
    }
}
