package dev.plumbline.providers.chat;

import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonNameCache;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.AnswerDecoder;
import dev.plumbline.providers.format.ContentFilterResults;
import dev.plumbline.providers.format.DecodingErrors;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorBody;
import dev.plumbline.providers.format.ProviderErrorMapper;
import dev.plumbline.providers.format.ToolCallAssembler;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the chat-completions format, from events or a whole body, into an {@link AnswerAssembler}; {@code
 * docs/providers.md} is its specification. One thread.
 */
public final class ChatCompletionsDecoder implements AnswerDecoder {
    private final ContentFilterResults filters = new ContentFilterResults();
    private final AnswerAssembler answer;
    private final JsonDocumentStream documents;
    private @Nullable AiError error;
    private @Nullable AiError failedFinish;
    private boolean done;
    private int events;

    public ChatCompletionsDecoder(AnswerAssembler answer, JsonNameCache names) {
        this.answer = answer;
        this.documents = new JsonDocumentStream(names);
    }

    @Override
    public boolean event(String name, byte[] data, int length) {
        JsonDocumentStream.Kind kind = JsonDocumentStream.kind(data, length);
        if (kind != JsonDocumentStream.Kind.DOCUMENT) {
            done = kind == JsonDocumentStream.Kind.DONE;
            return !done;
        }
        events++;
        ChatChunkReader.Chunk chunk = parsed(data, length, events);
        if (chunk.error == null && name.equals("error")) {
            chunk.error = ErrorBodyReader.bare(data, length);
        }
        take(chunk);
        return error == null;
    }

    @Override
    public void body(byte[] json, int length) {
        if (JsonDocumentStream.kind(json, length) == JsonDocumentStream.Kind.BLANK) {
            return;
        }
        ChatChunkReader.Chunk chunk = parsed(json, length, JsonDocumentStream.BODY);
        if (chunk.error == null && !chunk.hasChoices) {
            throw DecodingErrors.protocol("no-choices", "the body is JSON but holds neither choices nor an error");
        }
        take(chunk);
        events++;
        done = true;
    }

    @Override
    public boolean isComplete() {
        boolean ended = done && events > 0; // an end without an event is the end of nothing
        return error().isEmpty() && (ended || answer.isFinished());
    }

    @Override
    public boolean isOver() {
        return done || error != null;
    }

    /** Returns the error; an error object takes precedence over a finish reason. */
    @Override
    public Optional<AiError> error() {
        AiError said = error != null ? error : failedFinish;
        return said != null ? Optional.of(said) : answer.unknownEnd();
    }

    private ChatChunkReader.Chunk parsed(byte[] json, int length, int number) {
        ChatChunkReader.Chunk chunk =
                documents.read(json, length, number, cursor -> ChatChunkReader.read(cursor, !answer.hasModel()));
        if (chunk.declaredError && chunk.error == null && !chunk.hasChoices) {
            chunk.error = ErrorBodyReader.bare(json, length);
        }
        return chunk;
    }

    private void take(ChatChunkReader.Chunk chunk) {
        for (Json prompt : chunk.promptFilters) {
            filters.report(answer, "prompt", prompt.get("content_filter_results"));
        }
        if (chunk.choice != null) {
            take(chunk.choice);
        }
        if (chunk.usage != null) {
            answer.usage(chunk.usage);
        }
        if (!chunk.model.isEmpty()) {
            answer.model(chunk.model);
        }
        ProviderErrorBody said = chunk.error;
        if (said == null && chunk.choice != null) {
            said = chunk.choice.error;
        }
        if (said != null) {
            error = answer.afterContent(ProviderErrorMapper.of(said));
        }
    }

    private void take(ChatChunkReader.Chunk.Choice choice) {
        answer.reasoning(reasoning(choice));
        for (Json detail : choice.details) {
            answer.detail(detail);
        }
        answer.text(choice.content);
        answer.refusal(choice.refusal);
        for (ToolCallAssembler.Piece piece : choice.calls) {
            answer.call(piece);
        }
        answer.messageMembers(choice.extra);
        if (choice.filters != null) {
            filters.report(answer, "answer", choice.filters);
        }
        if (!choice.finishReason.isEmpty()) {
            finish(choice.finishReason);
        }
    }

    /**
     * Records the finish reason. Reading continues, because an error may follow the finish reason that announces it.
     */
    private void finish(String word) {
        Optional<AiError> failed = ProviderErrorMapper.ofFinish(word);
        if (failed.isPresent()) {
            failedFinish = answer.afterContent(failed.get());
        } else {
            answer.finish(reason(word));
        }
    }

    private static String reasoning(ChatChunkReader.Chunk.Choice choice) {
        String plain = choice.allReasoning();
        if (!plain.isEmpty() || choice.details.isEmpty()) {
            return plain;
        }
        StringBuilder words = new StringBuilder();
        for (Json detail : choice.details) {
            words.append(AnswerAssembler.Details.words(detail));
        }
        return words.toString();
    }

    private static FinishReason reason(String word) {
        return switch (word) {
            case "stop" -> FinishReason.STOP;
            case "length", "model_length" -> FinishReason.LENGTH;
            case "tool_calls", "function_call" -> FinishReason.TOOL_CALLS;
            case "content_filter" -> FinishReason.CONTENT_FILTER;
            default -> FinishReason.OTHER;
        };
    }
}
