package dev.plumbline.providers.chat;

import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonNameCache;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.AnswerDecoder;
import dev.plumbline.providers.format.AnswerEnd;
import dev.plumbline.providers.format.ContentFilterResults;
import dev.plumbline.providers.format.DecodingErrors;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorBody;
import dev.plumbline.providers.format.ProviderErrorMapper;
import dev.plumbline.providers.format.ToolCallAssembler;
import java.util.Optional;

/**
 * Decodes the chat-completions format, from events or a whole body, into an {@link AnswerAssembler}; {@code
 * docs/providers.md} is its specification. One thread.
 */
public final class ChatCompletionsDecoder implements AnswerDecoder.Reader {
    private final AnswerAssembler answer;
    private final JsonDocumentStream documents;
    private final AnswerEnd end;
    private final ContentFilterResults filters = new ContentFilterResults();

    /** Whether content has come in pieces. */
    private boolean pieces;

    public ChatCompletionsDecoder(AnswerAssembler answer, JsonNameCache names) {
        this.answer = answer;
        this.documents = new JsonDocumentStream(names);
        this.end = answer.endsBy(AnswerEnd.Rule.MARK);
    }

    @Override
    public void read(String name, byte[] data, int length, int number) {
        ChatChunkReader.Chunk chunk = parsed(data, length, number);
        if (chunk.error == null && name.equals("error")) {
            chunk.error = ErrorBodyReader.bare(data, length);
        }
        take(chunk);
    }

    @Override
    public void readWhole(byte[] json, int length) {
        ChatChunkReader.Chunk chunk = parsed(json, length, JsonDocumentStream.BODY);
        if (chunk.error == null && !chunk.hasChoices) {
            throw DecodingErrors.protocol("no-choices", "the body is JSON but holds neither choices nor an error");
        }
        take(chunk);
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
            end.fail(answer.afterContent(ProviderErrorMapper.of(said)));
        }
    }

    private void take(ChatChunkReader.Chunk.Choice choice) {
        answer.reasoningPiece(reasoning(choice));
        answer.textPiece(choice.content);
        others(choice, false);
        ChatChunkReader.Chunk.Choice whole = choice.message;
        if (whole != null) {
            answer.wholeReasoning(reasoning(whole), pieces);
            answer.wholeText(whole.content, pieces);
            others(whole, true);
        }
        if (choice.filters != null) {
            filters.report(answer, "answer", choice.filters);
        }
        if (!choice.finishReason.isEmpty()) {
            finish(choice.finishReason);
        }
    }

    /** Adds the rest of a choice; details and refusals of a whole message count only without pieces. */
    private void others(ChatChunkReader.Chunk.Choice choice, boolean whole) {
        pieces |= !whole && choice.hasContent();
        if (!whole || !pieces) {
            for (Json detail : choice.details) {
                answer.detail(detail);
            }
            answer.refusal(choice.refusal);
        }
        for (ToolCallAssembler.Piece piece : choice.calls) {
            answer.call(whole ? piece.asWhole() : piece);
        }
        answer.messageMembers(choice.extra);
    }

    /**
     * Records the finish reason. Reading continues, because an error may follow the finish reason that announces it.
     */
    private void finish(String word) {
        Optional<AiError> failed = ProviderErrorMapper.ofFinish(word);
        if (failed.isPresent()) {
            end.failUnlessSaid(answer.afterContent(failed.get()));
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
