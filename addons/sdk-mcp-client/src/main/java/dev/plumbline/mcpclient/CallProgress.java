package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.internal.TextBoundaries;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Passes on the progress that a server reports: at most twenty reports a second, and none after the call. Thread-safe. */
final class CallProgress implements Consumer<Json> {
    private static final long PACE_NANOS = 50_000_000;
    private static final int LONGEST_NOTE = 200;

    private final ToolContext context;
    private final Scheduler time;
    private final AtomicLong next;

    CallProgress(ToolContext context, Scheduler time) {
        this.context = context;
        this.time = time;
        this.next = new AtomicLong(time.nanoTime());
    }

    /** Returns a call that reports its progress here. */
    ServerSession.Call until(Cancellation ends) {
        return new ServerSession.Call(ends, Optional.of(this), Map.of(), CallTrace.NONE);
    }

    @Override
    public void accept(Json params) {
        long now = time.nanoTime();
        long due = next.get();
        if (now - due < 0 || !next.compareAndSet(due, now + PACE_NANOS)) {
            return;
        }
        double total = number(params, "total");
        double fraction = total > 0 ? Math.min(1, Math.max(0, number(params, "progress") / total)) : 0;
        String note = params.get("message").findText().orElse("");
        try {
            context.progress(fraction, note.substring(0, TextBoundaries.before(note, LONGEST_NOTE)));
        } catch (IllegalStateException over) {
            // the call has ended
        }
    }

    /** Returns a number; beyond the range of doubles its end, because a server may count in any unit. */
    private static double number(Json params, String member) {
        Json value = params.get(member);
        if (value.kind() != Json.Kind.NUMBER) {
            return 0;
        }
        double number = Double.parseDouble(value.text());
        return Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, number));
    }
}
