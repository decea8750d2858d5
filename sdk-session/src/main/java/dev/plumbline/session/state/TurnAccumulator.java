package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Trace;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.session.journal.UsageAccumulator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Accumulates the returns of a turn's calls. Guarded by the conversation's lock. */
final class TurnAccumulator {
    private final UsageAccumulator total = new UsageAccumulator();
    private final List<Trace> traces = new ArrayList<>(2);
    private @Nullable AiReturn last;
    private int lastRoundAt;

    /** Adds the return of a call that began when the turn had added that many interactions. */
    void add(AiReturn ret, int before) {
        total.add(ret);
        traces.add(ret.trace());
        last = ret;
        lastRoundAt = before;
    }

    /** Adds the usage and cost of calls that are not those of a round: one that did not fit, or those of a child. */
    void addUsage(AiReturn ret) {
        total.add(ret);
    }

    /** Adds the trace of the policies around a tool call. */
    void add(Trace trace) {
        traces.add(trace);
    }

    /**
     * Returns the return of the whole turn: the added interactions, the usage of all calls, and the other values of the
     * last call.
     */
    AiReturn toReturn(List<Interaction> added, CallIds ids, @Nullable AiError error) {
        AiReturn.Builder whole = AiReturn.builder()
                .interactions(added)
                .lastRoundAt(lastRoundAt)
                .usage(total.usage())
                .trace(trace());
        AiReturn call = last;
        if (call == null) {
            whole.ids(ids);
        } else {
            String request = call.ids().request();
            whole.finish(call.finish())
                    .model(call.model())
                    .ids(new CallIds(ids.session(), ids.turn(), ids.round(), request));
            String id = call.requestId().orElse(null);
            if (id != null) {
                whole.requestId(id);
            }
        }
        Cost cost = total.cost();
        if (cost != null) {
            whole.cost(cost);
        }
        if (error != null) {
            whole.error(error);
        }
        return whole.build();
    }

    private Trace trace() {
        if (traces.size() == 1) {
            return traces.get(0);
        }
        List<Trace> all = List.copyOf(traces);
        return Trace.of(() -> steps(all));
    }

    private static List<Trace.Step> steps(List<Trace> traces) {
        return traces.stream().flatMap(trace -> trace.steps().stream()).toList();
    }
}
