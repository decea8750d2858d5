package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.DeltaSink;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.event.AiEvent;
import java.time.Duration;

/**
 * A sink that passes everything on and tells when the first content came by, and how much, some increments at a time: a stream
 * costs whoever watches a few events, not one a token. Used by one thread at a time.
 */
final class MeasuringSink implements DeltaSink {
    private static final int TOGETHER = 32;

    private final AiCall call;
    private final Timekeeper time;
    private final long started;
    private final boolean sizes;
    private boolean told;
    private int deltas;
    private long chars;
    private long bytes;

    MeasuringSink(AiCall call, Timekeeper time, long started) {
        this.call = call;
        this.time = time;
        this.started = started;
        this.sizes = call.events().watches(AiEvent.DeltaSeen.class);
    }

    @Override
    public void accept(AiDelta delta) {
        if (isContent(delta)) {
            boolean first = !told;
            if (first) {
                tellFirst();
            }
            if (sizes) {
                measure(words(delta), first);
            }
        }
        call.sink().accept(delta);
    }

    private void tellFirst() {
        told = true;
        Duration after = Duration.ofNanos(time.nanos() - started);
        call.events().onEvent(new AiEvent.FirstContent(call.ids(), time.instant(), after));
    }

    private void measure(String piece, boolean first) {
        deltas++;
        chars += piece.length();
        bytes += utf8Length(piece);
        if (first || deltas == TOGETHER) {
            tellSizes();
        }
    }

    /** Tells what was measured since the last time; to be called once more when the call is over. */
    void tellSizes() {
        if (deltas > 0) {
            call.events().onEvent(new AiEvent.DeltaSeen(call.ids(), time.instant(), deltas, chars, bytes));
            deltas = 0;
            chars = 0;
            bytes = 0;
        }
    }

    @Override
    public boolean delivered() {
        return call.sink().delivered();
    }

    private static boolean isContent(AiDelta delta) {
        return delta instanceof AiDelta.Text
                || delta instanceof AiDelta.Reasoning
                || delta instanceof AiDelta.Refusal
                || delta instanceof AiDelta.ToolCallPart
                || delta instanceof AiDelta.Whole;
    }

    private static String words(AiDelta delta) {
        if (delta instanceof AiDelta.Text text) {
            return text.text();
        }
        if (delta instanceof AiDelta.Reasoning reasoning) {
            return reasoning.text();
        }
        if (delta instanceof AiDelta.Refusal refusal) {
            return refusal.text();
        }
        return delta instanceof AiDelta.ToolCallPart part ? part.arguments() : "";
    }

    /** Counted, not encoded: a stream makes no garbage for being measured. */
    private static long utf8Length(String text) {
        long length = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            length += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
        }
        return length;
    }
}
