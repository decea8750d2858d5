package dev.plumbline.policy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.CallRecorder;
import dev.plumbline.call.Marks;
import dev.plumbline.call.Reveal;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.Trace;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.time.Timekeeper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * An immutable chain of named policies around a provider, outermost first. A request passes them from the first to the
 * last, a response from the last to the first. Re-entrant, safe for any number of threads.
 *
 * <p>After every policy the content and usage of the return equal the fold of the deltas that it passed on: the
 * chain ensures that, not the policies.
 */
public final class PolicyChain {
    private static final int DEEPEST = 8;
    private static final AiError TOO_DEEP = AiError.of(
            AiError.Category.EXTENSION,
            "chain-depth",
            "a policy re-entered its own chain more than " + DEEPEST
                    + " levels deep; call next.proceed(), or use a chain without that policy");

    private final Layer[] policies;
    private final AiProvider provider;
    private final boolean traced;
    private final @Nullable Timekeeper telemetry;

    /** How deep each thread is in calls within calls; a thread that is in none is not in it. */
    private final ConcurrentMap<Thread, Integer> running = new ConcurrentHashMap<>();

    private PolicyChain(Builder builder, AiProvider provider) {
        this.policies = builder.policies.toArray(Layer[]::new);
        this.provider = provider;
        this.traced = builder.traced;
        this.telemetry = builder.telemetry;
    }

    /** A builder of an empty chain. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Sends the call through every policy to the provider and back; never throws. A policy may send another call through
     * its own chain; such calls nest at most {@value #DEEPEST} deep.
     */
    public AiReturn call(AiCall call) {
        return answer(call).ret();
    }

    /**
     * The same, with the tools that were offered in the call that was answered, after all policies: what may run now. Of an
     * answer that a policy made of several, those that all of them offered.
     */
    public Answer answer(AiCall call) {
        Thread thread = Thread.currentThread();
        Integer deep = running.get(thread); // nobody else changes what is under this thread
        if (deep != null && deep >= DEEPEST) {
            return new Answer(AiReturn.failed(TOO_DEEP), List.of());
        }
        running.put(thread, deep == null ? 1 : deep + 1);
        try {
            return run(call);
        } finally {
            if (deep == null) {
                running.remove(thread);
            } else {
                running.put(thread, deep);
            }
        }
    }

    private Answer run(AiCall call) {
        AiCall shown = shown(call);
        if (telemetry == null || !call.events().watches(AiEvent.CallFinished.class)) {
            ChainRun run = new ChainRun(policies, provider, CallRecorder.NONE);
            return answered(call, run, run.run(0, shown));
        }
        CallRecorder recorder = CallRecorder.of(call.ids(), call.model(), call.events(), telemetry);
        if (call.events().watches(AiEvent.CallStarted.class)) {
            recorder.started(Marks.of(call, call.body().fingerprint().toString()));
        }
        ChainRun run = new ChainRun(policies, provider, recorder);
        AiReturn ret = run.run(0, shown.withRecorder(recorder));
        recorder.finish(ret, run.times());
        return answered(call, run, ret);
    }

    /** A call whose deltas are held back until they are whole shows them to nobody meanwhile. */
    private static AiCall shown(AiCall call) {
        return call.reveal() == Reveal.LIVE ? call : call.withSink((AiDelta delta) -> {});
    }

    private Answer answered(AiCall call, ChainRun run, AiReturn ret) {
        if (call.reveal() != Reveal.LIVE) {
            ret.deltas().forEach(call.sink());
        }
        return new Answer(traced ? ret.withTrace(trace(run)) : ret, run.offered());
    }

    private static Trace trace(ChainRun run) {
        return Trace.of(() -> Steps.of(run));
    }

    /**
     * The tools that would be offered in that call, after all policies; the provider is not asked. Policies work as
     * always, with the memory and budget of the call.
     */
    public List<ToolDefinition> offered(AiCall call) {
        ChainRun run = new ChainRun(policies, new Rehearsed(provider), CallRecorder.NONE);
        AiReturn unused = run.run(0, call);
        return run.offered();
    }

    /**
     * What came back from one call.
     *
     * @param ret what was said
     * @param offered the tools the model could call when it said so
     */
    public record Answer(AiReturn ret, List<ToolDefinition> offered) {
        public Answer {
            Objects.requireNonNull(ret, "ret");
            offered = List.copyOf(offered);
        }
    }

    /**
     * What each policy would do to a call: it passes the request side, and is cancelled where the provider would be asked.
     * Policies work as always on a call that is not shown and uses no budget; one that counts calls counts this one. A policy
     * that answers itself, such as a cache, shows as the one where it stopped.
     */
    public Trace explain(AiCall call) {
        ChainRun run = new ChainRun(policies, new Rehearsed(provider), CallRecorder.NONE);
        AiReturn unused = run.run(0, call.rehearsal());
        return trace(run);
    }

    /** The names of the policies, outermost first. */
    public List<String> names() {
        return List.of(policies).stream().map(Layer::name).toList();
    }

    /** The effective order as a table: position, shape and name, outermost first, the provider last. */
    public String describe() {
        StringBuilder table = new StringBuilder();
        for (int i = 0; i < policies.length; i++) {
            table.append(row(i + 1, policies[i].shape(), policies[i].name()));
        }
        return table.append(row(policies.length + 1, "provider", provider.id())).toString();
    }

    private static String row(int position, String shape, String name) {
        return String.format(Locale.ROOT, "%3d  %-9s %s%n", position, shape, name);
    }

    /** A provider that is not asked. */
    private record Rehearsed(AiProvider provider) implements AiProvider {
        @Override
        public String id() {
            return provider.id();
        }

        @Override
        public String defaultModel() {
            return provider.defaultModel();
        }

        @Override
        public AiReturn call(AiCall call) {
            return AiReturn.failed(AiError.of(AiError.Category.CANCELLED, "explained", "the call was only explained"));
        }
    }

    /** Builds a chain; each call adds one policy inside those before. Used by one thread. */
    public static final class Builder {
        private final List<Layer> policies = new ArrayList<>();
        private boolean traced = true;
        private @Nullable Timekeeper telemetry;

        private Builder() {}

        /** Adds a request policy. */
        public Builder addRequestPolicy(String name, RequestPolicy policy) {
            return addPolicy(name, policy);
        }

        /** Adds a policy around what follows. */
        public Builder addPolicy(String name, Policy policy) {
            policies.add(Layer.of(name, policy));
            return this;
        }

        /** Adds a response policy; of two, the one added last decides first. */
        public Builder addResponsePolicy(String name, ResponsePolicy policy) {
            return addPolicy(name, policy);
        }

        /** Publishes the record of each call to its observer, timed by that clock; without it nothing is published. */
        public Builder telemetry(Timekeeper time) {
            telemetry = time;
            return this;
        }

        /** Leaves the trace away: returns have an empty one, and calls cost less. */
        public Builder untraced() {
            traced = false;
            return this;
        }

        /**
         * The chain.
         *
         * @throws IllegalArgumentException names the name that two policies share
         * @throws IllegalStateException names both policies and the rule for an order that is certainly wrong
         */
        public PolicyChain build(AiProvider provider) {
            OrderRules.check(policies);
            return new PolicyChain(this, provider);
        }
    }
}
