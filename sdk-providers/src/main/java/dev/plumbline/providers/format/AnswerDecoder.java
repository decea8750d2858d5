package dev.plumbline.providers.format;

import dev.plumbline.http.internal.EventStreamReader;
import dev.plumbline.http.internal.ResponseBodyHandler;

/**
 * Decodes one answer: passes the events of a stream, or a whole body, to the reader of its format, whose {@link AnswerEnd}
 * decides when the answer is over. One thread.
 */
public final class AnswerDecoder implements ResponseBodyHandler {
    private final Reader reader;
    private final AnswerEnd end;
    private int events;

    /** Creates the decoder of an answer, which is assembled by that assembler. */
    public AnswerDecoder(Reader reader, AnswerAssembler answer) {
        this.reader = reader;
        this.end = answer.end();
    }

    @Override
    public boolean event(String name, byte[] data, int length) {
        JsonDocumentStream.Kind kind = JsonDocumentStream.kind(data, length);
        if (kind == JsonDocumentStream.Kind.DOCUMENT || name.startsWith(EventStreamReader.EXCEPTION)) {
            reader.read(name, data, length, ++events);
        } else if (kind == JsonDocumentStream.Kind.DONE) {
            end.marked(events > 0);
        }
        return !end.isOver();
    }

    @Override
    public void body(byte[] json, int length) {
        if (JsonDocumentStream.kind(json, length) != JsonDocumentStream.Kind.BLANK) {
            reader.readWhole(json, length);
            end.ended();
            end.over();
        }
    }

    @Override
    public void bodyEnded(boolean announced) {
        end.bodyEnded(announced);
    }

    /** Reads the documents of one API format into an {@link AnswerAssembler}. */
    public interface Reader {
        /**
         * Reads an event.
         *
         * @param number the number of the event, from 1
         */
        void read(String name, byte[] data, int length, int number);

        /** Reads a whole body. */
        void readWhole(byte[] json, int length);
    }
}
