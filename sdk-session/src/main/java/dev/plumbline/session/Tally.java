package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Trace;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the calls of a turn amount to. Guarded by the conversation's lock. */
final class Tally {
    private final List<AiReturn> rets = new ArrayList<>();
    private final List<Trace> traces = new ArrayList<>();

    void add(AiReturn ret) {
        rets.add(ret);
        traces.add(ret.trace());
    }

    /** What the layers around a tool call did. */
    void add(Trace trace) {
        traces.add(trace);
    }

    /** The return of the whole turn: what it added, what all calls used, and what the last one said of itself. */
    AiReturn toReturn(List<Interaction> added, CallIds ids, Optional<AiError> error) {
        List<AiReturn> calls = List.copyOf(rets);
        List<Trace> told = List.copyOf(traces);
        AiReturn last = calls.isEmpty() ? AiReturn.builder().build() : calls.get(calls.size() - 1);
        AiReturn.Builder whole = AiReturn.builder()
                .interactions(added)
                .usage(calls.stream().map(AiReturn::usage).reduce(Usage.NONE, Usage::plus))
                .finish(last.finish())
                .model(last.model())
                .ids(new CallIds(
                        ids.session(), ids.turn(), ids.round(), last.ids().request()))
                .trace(Trace.of(() -> steps(told)));
        last.requestId().ifPresent(whole::requestId);
        cost(calls).ifPresent(whole::cost);
        error.ifPresent(whole::error);
        return whole.build();
    }

    private static List<Trace.Step> steps(List<Trace> traces) {
        return traces.stream().flatMap(trace -> trace.steps().stream()).toList();
    }

    /** The sum, if every call that a provider answered has a price and all are of one currency. */
    private static Optional<Cost> cost(List<AiReturn> calls) {
        List<Cost> costs = calls.stream().flatMap(ret -> ret.cost().stream()).toList();
        boolean one = costs.stream().map(Cost::currency).distinct().count() == 1;
        boolean whole = calls.stream()
                .allMatch(ret -> ret.usage().calls() == 0 || ret.cost().isPresent());
        return one && whole ? costs.stream().reduce(Cost::plus) : Optional.empty();
    }
}
