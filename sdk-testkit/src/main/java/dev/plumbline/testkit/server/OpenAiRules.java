package dev.plumbline.testkit.server;

import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The rules of OpenAI's Responses API and of its Chat Completions API. Sources: OpenAI, "Prompt caching" and "Keep the prefix
 * unchanged", November 2026. In no document that was found are the members of {@code input_transformations}, which are those of
 * Anthropic here, and the first model that drops reasoning, which is GPT-5.6 here.
 */
final class OpenAiRules implements ServiceRules {
    static final Duration USUAL = Duration.ofMinutes(30);
    static final int LEAST = 1_024;
    private static final int MOST_MARKS = 4;
    private static final int TOKENS_PER_THOUSAND = 250;
    private static final int MARKS_FROM = 506;
    private static final Pattern VERSION = Pattern.compile("(?:^|/)(?:gpt-|o)(\\d)(?:\\.(\\d+))?");

    private final boolean responses;

    /** Creates the rules of the Responses API, or of the Chat Completions API. */
    OpenAiRules(boolean responses) {
        this.responses = responses;
    }

    @Override
    public String provider() {
        return "openai";
    }

    /** Returns whether a model has a cache with marks, as GPT-5.6 and newer ones. */
    static boolean marks(String model) {
        return version(model) >= MARKS_FROM;
    }

    private static int version(String model) {
        return ServiceRules.version(VERSION, model).orElse(Integer.MAX_VALUE);
    }

    @Override
    public Prompt read(ServerRequest sent) {
        Json request = sent.json();
        String model = ServiceScript.model(request);
        BlockReader reader = new BlockReader(TOKENS_PER_THOUSAND);
        List<Json> tools = ServiceRules.elements(request.get("tools"));
        for (int i = 0; i < tools.size(); i++) {
            reader.input(ServiceBill.Part.TOOLS, "tool", tools.get(i), "tools." + i);
        }
        if (responses) {
            input(reader, request);
        } else {
            messages(reader, ServiceRules.elements(request.get("messages")));
        }
        List<PromptBlock> blocks = reader.blocks();
        boolean explicit =
                ServiceRules.text(request.get("prompt_cache_options"), "mode").equals("explicit");
        if (!blocks.isEmpty() && !(marks(model) && explicit)) {
            PromptBlock last = blocks.get(blocks.size() - 1);
            blocks.set(blocks.size() - 1, last.withMark(lifeTime(request, model)));
        }
        return new Prompt(model, blocks, "");
    }

    /** Returns the life time of the beginning that the service keeps by itself. */
    private static Duration lifeTime(Json request, String model) {
        if (marks(model)) {
            return BlockReader.lifeTime(request.get("prompt_cache_options"));
        }
        return ServiceRules.text(request, "prompt_cache_retention").equals("24h")
                ? Duration.ofHours(24)
                : Duration.ofMinutes(5);
    }

    private static void input(BlockReader reader, Json request) {
        if (!ServiceRules.text(request, "instructions").isEmpty()) {
            reader.input(ServiceBill.Part.SYSTEM, "system", request.get("instructions"), "instructions");
        }
        Json input = request.get("input");
        List<Json> items = input.kind() == Json.Kind.STRING
                ? List.of(Json.object().with("role", "user").with("content", input.asText()))
                : ServiceRules.elements(input);
        boolean front = true;
        for (int i = 0; i < items.size(); i++) {
            Json item = items.get(i);
            String role = ServiceRules.text(item, "role");
            front &= isDirection(role);
            String place = "input." + i;
            switch (ServiceRules.text(item, "type")) {
                case "reasoning" -> reader.reasoning(item, place, ServiceRules.text(item, "encrypted_content"));
                case "function_call" -> reader.answer("assistant", item, place, ServiceRules.text(item, "call_id"));
                case "function_call_output" -> reader.input(ServiceBill.Part.MESSAGES, "tool", item, place);
                default -> message(reader, new Message(role, front, place), item.get("content"));
            }
        }
    }

    private static boolean isDirection(String role) {
        return role.equals("system") || role.equals("developer");
    }

    private static void messages(BlockReader reader, List<Json> messages) {
        boolean front = true;
        for (int i = 0; i < messages.size(); i++) {
            Json item = messages.get(i);
            String role = ServiceRules.text(item, "role");
            front &= isDirection(role);
            String place = "messages." + i;
            if (role.equals("tool")) {
                reader.input(ServiceBill.Part.MESSAGES, role, item, place);
            } else {
                message(reader, new Message(role, front, place), item.get("content"));
                for (Json call : ServiceRules.elements(item.get("tool_calls"))) {
                    reader.answer(role, call, place, ServiceRules.text(call, "id"));
                }
            }
        }
    }

    private static void message(BlockReader reader, Message message, Json content) {
        List<Json> parts = content.kind() == Json.Kind.STRING ? List.of(content) : ServiceRules.elements(content);
        for (Json part : parts) {
            String words = part.kind() == Json.Kind.STRING ? part.asText() : ServiceRules.text(part, "text");
            Json block = words.isEmpty() ? part : text(part, words);
            if (message.role.equals("assistant")) {
                reader.answer(message.role, block, message.place, words);
            } else {
                reader.input(
                        message.front ? ServiceBill.Part.SYSTEM : ServiceBill.Part.MESSAGES,
                        message.role,
                        block,
                        message.place);
            }
        }
    }

    /** Returns the same block for a text alone and for one in an object, with its mark. */
    private static Json text(Json part, String words) {
        Json block = Json.object().with("text", words);
        Json mark = part.kind() == Json.Kind.OBJECT
                ? part.get("prompt_cache_breakpoint")
                : Json.object().get("none");
        return mark.exists() ? block.with("prompt_cache_breakpoint", mark) : block;
    }

    private record Message(String role, boolean front, String place) {}

    @Override
    public Optional<String> refusal(ServerRequest request, Prompt prompt) {
        if (request.json().get("previous_response_id").kind() == Json.Kind.STRING) {
            return Optional.of("previous_response_id: this emulator stores no responses");
        }
        long marked = prompt.blocks().stream()
                .filter(block -> block.mark().isPresent())
                .count();
        return marks(prompt.model()) && marked > MOST_MARKS
                ? Optional.of("at most 4 cache breakpoints are written by one request; got " + marked)
                : Optional.empty();
    }

    @Override
    public boolean reasons(Json request) {
        String effort = ServiceRules.text(request.get("reasoning"), "effort");
        return responses && !effort.equals("none") && (!effort.isEmpty() || marks(ServiceScript.model(request)));
    }

    @Override
    public boolean binds(String model) {
        return responses && marks(model);
    }

    @Override
    public boolean drops(Json request) {
        return true;
    }

    @Override
    public String mismatch(String place) {
        return place + ": the reasoning follows another prefix";
    }

    @Override
    public Optional<Json> transformations(ServerRequest request, BoundReasoning reasoning) {
        return reasoning.changed().isEmpty()
                ? Optional.empty()
                : Optional.of(Json.of(reasoning.changed().stream()
                        .map(block -> Json.object()
                                .with("type", "reasoning_dropped")
                                .with("path", block.place())
                                .with("reason", "prefix_mismatch"))
                        .toList()));
    }

    @Override
    public Json error(String message) {
        Json error = Json.object()
                .with("message", message)
                .with("type", "invalid_request_error")
                .with("param", null)
                .with("code", null);
        return Json.object().with("error", error);
    }
}
