package dev.plumbline.providers.bedrock;

import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.http.internal.EventStreamReader;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.internal.SaturatingMath;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Decodes answers of Converse and ConverseStream of Amazon Bedrock, from messages or a whole body, into an {@link
 * AnswerAssembler}; {@code docs/bedrock.md} is its specification. One thread.
 */
public final class BedrockDecoder implements AnswerDecoder.Reader {
    private final AnswerAssembler answer;
    private final JsonDocumentStream documents;
    private final AnswerEnd end;
    private static final int MOST_FINDINGS = 20;

    private final Map<Long, BedrockBlock> blocks = new HashMap<>();

    public BedrockDecoder(AnswerAssembler answer, JsonNameCache names) {
        this.answer = answer;
        this.documents = new JsonDocumentStream(names);
        this.end = answer.endsBy(AnswerEnd.Rule.OWN);
    }

    @Override
    public void read(String name, byte[] data, int length, int number) {
        if (name.startsWith(EventStreamReader.EXCEPTION)) {
            fail(name.substring(EventStreamReader.EXCEPTION.length()), ErrorBodyReader.ofBody(data, length));
        } else {
            take(name, documents.read(data, length, number, JsonCursor::value));
        }
    }

    @Override
    public void readWhole(byte[] bytes, int length) {
        Json body = documents.read(bytes, length, JsonDocumentStream.BODY, JsonCursor::value);
        Json content = body.at("/output/message/content");
        if (content.kind() != Json.Kind.ARRAY) {
            throw DecodingErrors.protocol("no-content", "the body is JSON but holds no content of a message");
        }
        List<Json> all = content.elements();
        for (int i = 0; i < all.size(); i++) {
            block(i).whole(all.get(i));
            end(i);
        }
        stop(body.get("stopReason").findText().orElse(""));
        metadata(body);
    }

    private void fail(String type, ProviderErrorBody said) {
        ProviderErrorBody named = new ProviderErrorBody(type, "", OptionalInt.empty(), said.message());
        end.fail(answer.afterContent(ProviderErrorMapper.of(named)));
    }

    private void take(String name, Json event) {
        switch (name) {
            case "contentBlockStart" -> {
                block(index(event)).start(event.get("start"));
                end.open(index(event));
            }
            case "contentBlockDelta" -> block(index(event)).add(event.get("delta"));
            case "contentBlockStop" -> end(index(event));
            case "messageStop" -> stop(event.get("stopReason").findText().orElse(""));
            case "metadata" -> metadata(event);
            default -> {}
        }
    }

    private static long index(Json event) {
        return JsonDocumentStream.tokens(event.get("contentBlockIndex"));
    }

    private void end(long index) {
        block(index).end();
        end.close(index);
    }

    private BedrockBlock block(long index) {
        return blocks.computeIfAbsent(index, number -> new BedrockBlock(answer, number));
    }

    private void stop(String reason) {
        switch (reason) {
            case "" -> {}
            case "malformed_model_output", "malformed_tool_use" ->
                end.fail(answer.afterContent(ProviderErrorMapper.broken(reason, true)));
            default -> {
                blocks.values().forEach(BedrockBlock::end);
                answer.finish(finish(reason));
                end.ended(); // usage follows, and its absence loses no content
            }
        }
    }

    private FinishReason finish(String reason) {
        return switch (reason) {
            case "end_turn", "stop_sequence" -> FinishReason.STOP;
            case "tool_use" ->
                blocks.values().stream().anyMatch(BedrockBlock::isCall) ? FinishReason.TOOL_CALLS : FinishReason.STOP;
            case "max_tokens", "model_context_window_exceeded" -> FinishReason.LENGTH;
            case "guardrail_intervened", "content_filtered" -> FinishReason.CONTENT_FILTER;
            default -> FinishReason.OTHER;
        };
    }

    /** Returns the tokens that were written to a cache for an hour. */
    private static long anHour(Json usage) {
        long tokens = 0;
        for (Json detail : JsonMembers.elements(usage, "cacheDetails")) {
            if (detail.get("ttl").equals(Json.of("1h"))) {
                tokens = SaturatingMath.plus(tokens, JsonDocumentStream.tokens(detail.get("inputTokens")));
            }
        }
        return tokens;
    }

    private void metadata(Json event) {
        Json usage = event.get("usage");
        if (usage.kind() == Json.Kind.OBJECT) {
            long read = JsonDocumentStream.tokens(usage.get("cacheReadInputTokens"));
            long written = JsonDocumentStream.tokens(usage.get("cacheWriteInputTokens"));
            long input = JsonDocumentStream.tokens(usage.get("inputTokens"));
            long output = JsonDocumentStream.tokens(usage.get("outputTokens"));
            long sent = SaturatingMath.plus(SaturatingMath.plus(input, read), written);
            answer.usage(new Usage(sent, output, read, written, Math.min(written, anHour(usage)), 0, 1));
        }
        Findings findings = new Findings();
        findings.read(event.at("/trace/guardrail"), "guardrail");
        findings.all.stream().limit(MOST_FINDINGS).forEach(answer::remark);
        end.over();
    }

    /** What a guardrail found: the kind, the name and the action of each rule that applied, and never the text. */
    private static final class Findings {
        private static final List<String> NAMES = List.of("type", "name");

        private final List<String> all = new ArrayList<>();

        void read(Json json, String place) {
            if (json.kind() == Json.Kind.ARRAY) {
                json.elements().forEach(element -> read(element, place));
            } else if (json.kind() == Json.Kind.OBJECT) {
                String action = word(json.get("action"));
                if (!action.isEmpty() && !action.equals("NONE")) {
                    StringBuilder note = new StringBuilder("guardrail: ").append(place);
                    NAMES.forEach(name -> note.append(prefixed(word(json.get(name)))));
                    all.add(note.append(' ').append(action).toString());
                }
                json.fields().forEach((name, value) -> read(value, isWord(name) ? name : place));
            }
        }

        private static String prefixed(String word) {
            return word.isEmpty() ? "" : " " + word;
        }

        private static String word(Json value) {
            String text = value.findText().orElse("");
            return isWord(text) ? text : "";
        }

        private static boolean isWord(String text) {
            return text.matches("[A-Za-z][A-Za-z_]{0,40}");
        }
    }
}
