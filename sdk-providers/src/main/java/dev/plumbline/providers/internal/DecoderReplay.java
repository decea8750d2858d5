package dev.plumbline.providers.internal;

import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.EventReader;
import dev.plumbline.http.internal.EventStreamReader;
import dev.plumbline.http.internal.JsonLinesReader;
import dev.plumbline.http.internal.SseReader;
import dev.plumbline.json.internal.JsonNameCache;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.AnswerDecoder;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.ProviderErrorMapper;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Passes recorded bytes to a decoder as if they came from the network; one use. */
public final class DecoderReplay {
    private final ApiFormat format;
    private final ModelId model;
    private final AnswerAssembler answer;
    private final AnswerDecoder decoder;

    /** Creates a replay for one answer of that format, under the name of its folder. */
    public DecoderReplay(String folder, ApiFormat format, DeltaSink sink) {
        this.format = format;
        this.model = new ModelId(folder, "recorded");
        this.answer = new AnswerAssembler(folder, () -> "", sink);
        this.decoder = format.decoder(answer, new JsonNameCache());
    }

    /** Returns the fold of an event stream that arrives in these pieces, and ends by its length or last chunk. */
    public AiReturn events(List<byte[]> pieces) {
        return events(pieces, Optional.empty());
    }

    /** Returns the fold of an event stream of which these pieces arrive before its connection breaks. */
    public AiReturn broken(List<byte[]> pieces, AiError error) {
        return events(pieces, Optional.of(error));
    }

    private AiReturn events(List<byte[]> pieces, Optional<AiError> broken) {
        EventReader events = switch (format) {
            case OLLAMA -> new JsonLinesReader(decoder);
            case BEDROCK -> new EventStreamReader(decoder);
            default -> new SseReader(decoder);
        };
        try {
            for (byte[] piece : pieces) {
                events.feed(piece, 0, piece.length);
            }
            if (broken.isEmpty()) {
                events.end();
                decoder.bodyEnded(true);
            }
            return end(broken);
        } catch (AiException e) {
            return end(Optional.of(e.error()));
        }
    }

    /** Returns the fold of a whole body, or of an error body with its status. */
    public AiReturn body(byte[] bytes, OptionalInt status) {
        if (status.isPresent() && status.getAsInt() >= 400) {
            return end(Optional.of(
                    ProviderErrorMapper.of(status.getAsInt(), ErrorBodyReader.ofBody(bytes, bytes.length))));
        }
        try {
            decoder.body(bytes, bytes.length);
            return end(Optional.empty());
        } catch (AiException e) {
            return end(Optional.of(e.error()));
        }
    }

    private AiReturn end(Optional<AiError> broken) {
        return answer.end(answer.verdict(broken.orElse(null)), model).build();
    }
}
