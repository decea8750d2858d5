package dev.plumbline.providers.chat;

import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonCursor;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.InputTokensDetails;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorBody;
import dev.plumbline.providers.format.ProviderMembers;
import dev.plumbline.providers.format.ToolCallAssembler;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object of the chat-completions format with a cursor, without a tree. Lenient: null counts as absent.
 */
final class ChatChunkReader {
    /** The member of a message in which servers put their own data, by a convention of Google. */
    static final String EXTRA = "extra_content";

    private static final long NO_INDEX = -1;

    private ChatChunkReader() {}

    /**
     * Reads one object.
     *
     * @param withModel whether the model's name is read; every event contains it
     */
    static Chunk read(JsonCursor json, boolean withModel) {
        Chunk chunk = new Chunk();
        boolean more = json.isPrefixReused() || (json.enterObject() && json.next());
        while (more) {
            switch (json.name()) {
                case "choices" -> {
                    // The events of an answer have the same beginning; their content begins with the choices.
                    if (!withModel && chunk.isEmpty()) {
                        json.markPrefix();
                    }
                    choices(json, chunk);
                }
                case "usage" -> chunk.usage = usageOr(chunk.usage, json);
                case "x_groq" -> chunk.usage = groq(json, chunk.usage);
                case "prompt_filter_results" -> chunk.promptFilters = elements(json.value());
                case "error" -> chunk.error = ErrorBodyReader.read(json).orElse(null);
                case "model" -> chunk.model = withModel ? JsonDocumentStream.text(json) : "";
                case "object" ->
                    chunk.declaredError |= JsonDocumentStream.text(json).equals("error");
                default -> {}
            }
            more = json.next();
        }
        return chunk;
    }

    private static void choices(JsonCursor json, Chunk chunk) {
        if (!json.enterArray()) {
            return;
        }
        for (long position = 0; json.next(); position++) {
            chunk.hasChoices = true;
            if (json.enterObject()) {
                choice(json, chunk, position);
            }
        }
    }

    /** Reads a complete choice before it is applied, because the index may follow the content. */
    private static void choice(JsonCursor json, Chunk chunk, long position) {
        Chunk.Choice choice = new Chunk.Choice();
        long index = position;
        while (json.next()) {
            switch (json.name()) {
                case "index" -> index = JsonDocumentStream.number(json, position);
                case "finish_reason" -> choice.finishReason = JsonDocumentStream.text(json);
                case "delta" -> content(json, choice, NO_INDEX);
                case "usage" -> chunk.usage = chunk.usage != null ? chunk.usage : usage(json);
                case "message" -> content(json, choice.message(), 0);
                case "text" -> choice.content = JsonDocumentStream.text(json);
                case "content_filter_results" -> choice.filters = json.value();
                case "error" -> choice.error = ErrorBodyReader.read(json).orElse(null);
                default -> {}
            }
        }
        if (index == 0) {
            chunk.choice = choice;
        }
    }

    private static List<Json> elements(Json array) {
        return array.kind() == Json.Kind.ARRAY ? array.elements() : List.of();
    }

    private static void content(JsonCursor json, Chunk.Choice choice, long firstCall) {
        if (!json.enterObject()) {
            return;
        }
        while (json.next()) {
            switch (json.name()) {
                case "content" -> words(json, choice);
                case "refusal" -> choice.refusal = JsonDocumentStream.text(json);
                case "reasoning" -> choice.reasoning = JsonDocumentStream.text(json);
                case "reasoning_content" -> choice.reasoningContent = JsonDocumentStream.text(json);
                case "reasoning_details" -> details(json, choice);
                case "tool_calls" -> calls(json, choice, firstCall);
                case "function_call" -> legacyCall(json, choice);
                case EXTRA -> choice.extra = member(json, choice.extra);
                default -> {}
            }
        }
    }

    /** Reads the content: a text, or a list of parts of which text and thinking are used. */
    private static void words(JsonCursor json, Chunk.Choice choice) {
        if (!json.enterArray()) {
            choice.content = JsonDocumentStream.text(json);
            return;
        }
        while (json.next()) {
            if (json.enterObject()) {
                while (json.next()) {
                    part(json, choice);
                }
            }
        }
    }

    private static void part(JsonCursor json, Chunk.Choice choice) {
        switch (json.name()) {
            case "text" -> choice.content += JsonDocumentStream.text(json);
            case "thinking" -> choice.reasoning += thinking(json);
            default -> {}
        }
    }

    /** Reads a text, or a list of parts with texts. */
    private static String thinking(JsonCursor json) {
        Chunk.Choice inner = new Chunk.Choice();
        words(json, inner);
        return inner.content;
    }

    private static void details(JsonCursor json, Chunk.Choice choice) {
        if (json.enterArray()) {
            choice.details = new ArrayList<>();
            while (json.next()) {
                choice.details.add(json.value());
            }
        }
    }

    private static void calls(JsonCursor json, Chunk.Choice choice, long first) {
        if (!json.enterArray()) {
            return;
        }
        choice.calls = new ArrayList<>();
        for (long index = first; json.next(); index += first == NO_INDEX ? 0 : 1) {
            if (json.enterObject()) {
                call(json, choice, index);
            }
        }
    }

    private static void call(JsonCursor json, Chunk.Choice choice, long position) {
        long index = position;
        String id = "";
        Function function = Function.NONE;
        Json members = null;
        while (json.next()) {
            switch (json.name()) {
                case "index" -> index = JsonDocumentStream.number(json, position);
                case "id" -> id = JsonDocumentStream.text(json);
                case "function" -> function = function(json);
                case "type" -> {}
                default -> members = member(json, members);
            }
        }
        choice.calls.add(new ToolCallAssembler.Piece(index, id, function.name, function.arguments, members));
    }

    /** Reads the only call of an answer in the format from before tools ({@code function_call}). */
    private static void legacyCall(JsonCursor json, Chunk.Choice choice) {
        Function function = function(json);
        if (!function.name.isEmpty() || !function.arguments.isEmpty()) {
            choice.calls = List.of(new ToolCallAssembler.Piece(0, "", function.name, function.arguments));
        }
    }

    private static @Nullable Json member(JsonCursor json, @Nullable Json members) {
        String name = json.name();
        Json value = json.value();
        return ProviderMembers.isVoid(value) ? members : (members == null ? Json.object() : members).with(name, value);
    }

    private static Function function(JsonCursor json) {
        String name = "";
        String arguments = "";
        if (json.enterObject()) {
            while (json.next()) {
                switch (json.name()) {
                    case "name" -> name = JsonDocumentStream.text(json);
                    case "arguments" -> arguments = JsonDocumentStream.arguments(json);
                    default -> {}
                }
            }
        }
        return new Function(name, arguments);
    }

    private static @Nullable Usage usageOr(@Nullable Usage other, JsonCursor json) {
        Usage usage = usage(json);
        return usage != null ? usage : other;
    }

    private static @Nullable Usage groq(JsonCursor json, @Nullable Usage known) {
        Usage usage = known;
        if (json.enterObject()) {
            while (json.next()) {
                usage = json.name().equals("usage") && usage == null ? usage(json) : usage;
            }
        }
        return usage;
    }

    private static @Nullable Usage usage(JsonCursor json) {
        if (!json.enterObject()) {
            return null;
        }
        long input = 0;
        long output = 0;
        InputTokensDetails cache = new InputTokensDetails();
        long reasoning = 0;
        while (json.next()) {
            switch (json.name()) {
                case "prompt_tokens" -> input = JsonDocumentStream.tokens(json);
                case "completion_tokens" -> output = JsonDocumentStream.tokens(json);
                case "prompt_tokens_details" -> cache.read(json);
                case "cached_tokens", "prompt_cache_hit_tokens" -> cache.readCached(json); // Kimi, DeepSeek
                case "completion_tokens_details" -> reasoning = JsonDocumentStream.detail(json, "reasoning_tokens");
                default -> {}
            }
        }
        return cache.usage(input, output, reasoning);
    }

    private record Function(String name, String arguments) {
        static final Function NONE = new Function("", "");
    }

    /**
     * The content of one event of a chat completion, or of a whole body: a choice, usage, an error. It is parsed
     * completely before it is processed, so that a malformed event has no effect.
     */
    static final class Chunk {
        String model = "";

        @Nullable
        Choice choice;

        boolean hasChoices;

        /** Whether its {@code object} says that it is an error. */
        boolean declaredError;

        @Nullable
        Usage usage;

        @Nullable
        ProviderErrorBody error;

        /** What Azure's filters found in the prompt. */
        List<Json> promptFilters = List.of();

        /** Returns whether it has no content so far except possibly the model's name. */
        boolean isEmpty() {
            return !hasChoices && promptFilters.isEmpty() && !declaredError && usage == null && error == null;
        }

        /** One choice: a piece ({@code delta}), the whole so far ({@code message}), or both. */
        static final class Choice {
            /** The whole so far; null if there is none. */
            @Nullable
            Choice message;

            Choice message() {
                message = message == null ? new Choice() : message;
                return message;
            }

            String content = "";
            String refusal = "";
            String reasoning = "";
            String reasoningContent = "";
            String finishReason = "";

            @Nullable
            ProviderErrorBody error;

            /** What Azure's filters found in the answer, or in a piece of it. */
            @Nullable
            Json filters;

            List<Json> details = List.of();
            List<ToolCallAssembler.Piece> calls = List.of();

            @Nullable
            Json extra;

            boolean hasContent() {
                return !content.isEmpty()
                        || !calls.isEmpty()
                        || !refusal.isEmpty()
                        || !allReasoning().isEmpty();
            }

            /** Returns the reasoning; the same text under both names counts once. */
            String allReasoning() {
                return reasoningContent.equals(reasoning) ? reasoning : reasoningContent + reasoning;
            }
        }
    }
}
