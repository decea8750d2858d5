package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Trace;
import dev.plumbline.conversation.Entry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How far a turn has got: what it needs to be closed at any moment. Guarded by the conversation's lock. */
final class Progress {
    /** The entry it goes on behind: what it comes back to when nothing came of it. */
    Entry before;

    /** The entries it appended, oldest first: what it deletes when nothing came of it. */
    final List<Entry.Id> own = new ArrayList<>();

    final List<Interaction> added = new ArrayList<>();
    final Tally tally = new Tally();
    Optional<Shown> showing = Optional.empty();
    List<Interaction.ToolCall> open = List.of();
    private final Map<String, Interaction.ToolResult> answered = new HashMap<>();
    private final Set<String> running = new HashSet<>();
    List<Interaction.User> interjections = new ArrayList<>();

    /** Whether what a person says now would come too late for this turn. */
    boolean deaf;

    /** How long its steps took; not guarded. */
    final StepLog steps;

    private boolean shortened;

    long mark;

    Progress(Branch before, long now) {
        this.before = before.tip();
        this.mark = now;
        this.steps = new StepLog(now);
    }

    /** Whether what was said before may be summed up because a call did not fit: once in a turn. */
    boolean mayShorten() {
        boolean first = !shortened;
        shortened = true;
        return first;
    }

    /** Whether that call has its outcome. */
    boolean isAnswered(Interaction.ToolCall call) {
        return answered.containsKey(call.id());
    }

    void starts(Interaction.ToolCall call) {
        running.add(call.id());
    }

    void answered(Interaction.ToolResult result) {
        running.remove(result.callId());
        answered.put(result.callId(), result);
    }

    /** The outcomes there are, in call order. */
    List<Interaction.ToolResult> results() {
        return open.stream()
                .map(call -> Optional.ofNullable(answered.get(call.id())))
                .flatMap(Optional::stream)
                .toList();
    }

    /** They are stored. */
    void forgetResults() {
        answered.clear();
        running.clear();
    }

    /**
     * Results for the calls that have none yet; those that run may or may not have had their effect.
     *
     * @param before what is known of calls that began before the program ended
     */
    List<Interaction.ToolResult> outstanding(Optional<Interrupted> before, ToolEnvelope.Code code, String why) {
        List<Interaction.ToolResult> rest = new ArrayList<>();
        for (Interaction.ToolCall call : open) {
            if (!isAnswered(call)) {
                boolean runs = running.contains(call.id());
                ToolEnvelope.Effect effect = runs ? ToolEnvelope.Effect.UNKNOWN : ToolEnvelope.Effect.NOT_STARTED;
                ToolEnvelope ended = ToolEnvelope.failed(code, why).withEffect(effect);
                Optional<ToolEnvelope> known = before.flatMap(open -> open.outcome(call));
                rest.add(new Interaction.ToolResult(call.id(), known.orElse(ended)));
            }
        }
        return rest;
    }

    /** What the calls of a turn amount to. Guarded by the conversation's lock. */
    static final class Tally {
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
                    .usage(usage(calls))
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

        private static Usage usage(List<AiReturn> calls) {
            Usage sum = Usage.NONE;
            for (AiReturn call : calls) {
                sum = sum.plus(call.usage());
            }
            return sum;
        }

        private static List<Trace.Step> steps(List<Trace> traces) {
            return traces.stream().flatMap(trace -> trace.steps().stream()).toList();
        }

        /** The sum, if every call that a provider answered has a price and all are of one currency. */
        private static Optional<Cost> cost(List<AiReturn> calls) {
            Optional<Cost> sum = Optional.empty();
            for (AiReturn call : calls) {
                Optional<Cost> before = sum;
                Optional<Cost> more = call.cost();
                boolean other = more.isPresent()
                        && before.isPresent()
                        && !more.get().currency().equals(before.get().currency());
                if (other || (more.isEmpty() && call.usage().calls() > 0)) {
                    return Optional.empty();
                }
                sum = more.map(cost -> before.map(cost::plus).orElse(cost)).or(() -> before);
            }
            return sum;
        }
    }
}
