package dev.plumbline.providers.ollama;

import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonCursor;
import dev.plumbline.json.internal.JsonNameCache;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.AnswerDecoder;
import dev.plumbline.providers.format.AnswerEnd;
import dev.plumbline.providers.format.DecodingErrors;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorBody;
import dev.plumbline.providers.format.ProviderErrorMapper;
import dev.plumbline.providers.format.ToolCallAssembler;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes Ollama's {@code /api/chat}, from lines or a whole body, into an {@link AnswerAssembler}; {@code
 * docs/ollama.md} is its specification. One thread.
 */
public final class OllamaDecoder implements AnswerDecoder.Reader {
    private final AnswerAssembler answer;
    private final JsonDocumentStream documents;
    private final AnswerEnd end;
    private long calls;

    public OllamaDecoder(AnswerAssembler answer, JsonNameCache names) {
        this.answer = answer;
        this.documents = new JsonDocumentStream(names);
        this.end = answer.endsBy(AnswerEnd.Rule.OWN);
    }

    @Override
    public void read(String name, byte[] data, int length, int number) {
        take(documents.read(data, length, number, Line::read));
    }

    @Override
    public void readWhole(byte[] json, int length) {
        Line line = documents.read(json, length, JsonDocumentStream.BODY, Line::read);
        take(line);
        if (!line.message && line.error == null) {
            throw DecodingErrors.protocol("no-content", "the body is JSON but holds neither a message nor an error");
        }
    }

    private void take(Line line) {
        if (!line.model.isEmpty()) {
            answer.model(line.model);
        }
        answer.reasoning(line.thinking);
        answer.text(line.content);
        for (Call call : line.calls) {
            answer.call(new ToolCallAssembler.Piece(calls++, call.id, call.name, call.arguments));
        }
        if (line.error != null) {
            end.fail(answer.afterContent(ProviderErrorMapper.of(line.error)));
        } else if (line.done) {
            answer.usage(Usage.of(line.input, line.output));
            answer.finish(finish(line.reason));
            end.ended();
            end.over();
        }
    }

    /** Older servers give no reason. */
    private FinishReason finish(String reason) {
        return switch (reason) {
            case "stop", "" -> calls > 0 ? FinishReason.TOOL_CALLS : FinishReason.STOP;
            case "length" -> FinishReason.LENGTH;
            default -> FinishReason.OTHER;
        };
    }

    private static final class Call {
        private String id = "";
        private String name = "";
        private String arguments = "";

        void member(JsonCursor json) {
            switch (json.name()) {
                case "id" -> id = JsonDocumentStream.text(json);
                case "function" -> function(json);
                default -> {}
            }
        }

        private void function(JsonCursor json) {
            if (json.enterObject()) {
                while (json.next()) {
                    switch (json.name()) {
                        case "name" -> name = JsonDocumentStream.text(json);
                        case "arguments" -> arguments = JsonDocumentStream.arguments(json);
                        default -> {}
                    }
                }
            }
        }
    }

    /** A line of the stream, or a whole body. It is parsed completely before it is processed. */
    private static final class Line {
        private final List<Call> calls = new ArrayList<>(0);
        private String model = "";
        private String content = "";
        private String thinking = "";
        private String reason = "";
        private boolean message;
        private boolean done;
        private long input;
        private long output;
        private @Nullable ProviderErrorBody error;

        static Line read(JsonCursor json) {
            Line line = new Line();
            if (json.enterObject()) {
                while (json.next()) {
                    line.member(json);
                }
            }
            return line;
        }

        void member(JsonCursor json) {
            switch (json.name()) {
                case "model" -> model = JsonDocumentStream.text(json);
                case "message" -> message(json);
                case "done" -> done = json.value().equals(Json.of(true));
                case "done_reason" -> reason = JsonDocumentStream.text(json);
                case "prompt_eval_count" -> input = JsonDocumentStream.tokens(json);
                case "eval_count" -> output = JsonDocumentStream.tokens(json);
                case "error" -> error = ErrorBodyReader.read(json).orElse(null);
                default -> {}
            }
        }

        private void message(JsonCursor json) {
            if (!json.enterObject()) {
                return;
            }
            message = true;
            while (json.next()) {
                switch (json.name()) {
                    case "content" -> content = JsonDocumentStream.text(json);
                    case "thinking" -> thinking = JsonDocumentStream.text(json);
                    case "tool_calls" -> calls(json);
                    default -> {}
                }
            }
        }

        private void calls(JsonCursor json) {
            if (json.enterArray()) {
                while (json.next()) {
                    if (json.enterObject()) {
                        Call call = new Call();
                        while (json.next()) {
                            call.member(json);
                        }
                        calls.add(call);
                    }
                }
            }
        }
    }
}
