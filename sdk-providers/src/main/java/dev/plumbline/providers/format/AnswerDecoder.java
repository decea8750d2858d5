package dev.plumbline.providers.format;

import dev.plumbline.http.internal.EventStreamReader;
import dev.plumbline.http.internal.ResponseBodyHandler;
import dev.plumbline.json.internal.JsonNameCache;

/**
 * Decodes the answers of one API format: reads the events of a stream or a whole body into an {@link AnswerAssembler},
 * whose {@link AnswerEnd} decides when the answer is over. One thread.
 */
public abstract class AnswerDecoder implements ResponseBodyHandler {
    protected final AnswerAssembler answer;
    protected final JsonDocumentStream documents;
    protected final AnswerEnd end;
    private int events;

    protected AnswerDecoder(AnswerAssembler answer, JsonNameCache names, AnswerEnd.Rule rule) {
        this.answer = answer;
        this.documents = new JsonDocumentStream(names);
        this.end = answer.endsBy(rule);
    }

    /**
     * Reads an event that is a document.
     *
     * @param number the number of the event, from 1
     */
    protected abstract void read(String name, byte[] data, int length, int number);

    /** Reads a whole body that is a document. */
    protected abstract void readWhole(byte[] json, int length);

    @Override
    public final boolean event(String name, byte[] data, int length) {
        JsonDocumentStream.Kind kind = JsonDocumentStream.kind(data, length);
        if (kind == JsonDocumentStream.Kind.DOCUMENT || name.startsWith(EventStreamReader.EXCEPTION)) {
            read(name, data, length, ++events);
        } else if (kind == JsonDocumentStream.Kind.DONE) {
            done();
        }
        return !end.isOver();
    }

    /** Handles {@code [DONE]}, which gateways also send behind formats that have another end. */
    protected void done() {}

    /** Returns whether an event has arrived; an end without one is the end of nothing. */
    protected final boolean hasEvents() {
        return events > 0;
    }

    @Override
    public final void body(byte[] json, int length) {
        if (JsonDocumentStream.kind(json, length) != JsonDocumentStream.Kind.BLANK) {
            readWhole(json, length);
            end.ended();
            end.over();
        }
    }

    @Override
    public final void bodyEnded(boolean announced) {
        end.bodyEnded(announced);
    }
}
