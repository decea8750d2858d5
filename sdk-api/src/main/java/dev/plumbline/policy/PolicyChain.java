package dev.plumbline.policy;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.AiReturn.Trace;
import dev.plumbline.call.SessionOptions.Reveal;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.call.internal.CallRecorder;
import dev.plumbline.call.internal.IdHasher;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.internal.ModuleVersions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.time.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * An immutable chain of named policies around a provider, outermost first. A request passes them from the first to the
 * last, a response from the last to the first. Re-entrant and thread-safe.
 *
 * <p>After every policy, the content and usage of the return equal the fold of the deltas that it passed on. The chain
 * ensures that, not the policies.
 */
public final class PolicyChain {
    private static final int DEEPEST = 8;
    private static final AiError TOO_DEEP = AiError.of(
            AiError.Category.EXTENSION,
            "chain-depth",
            "a policy re-entered its own chain more than " + DEEPEST
                    + " levels deep; call next.proceed(), or use a chain without that policy");

    private final PolicyRegistration[] policies;
    private final AiProvider provider;
    private final boolean traced;
    private final @Nullable Scheduler telemetry;

    /** The nesting depth of calls within calls of each thread; threads without a call are absent. */
    private final ConcurrentMap<Thread, Integer> running = new ConcurrentHashMap<>();

    private PolicyChain(Builder builder, AiProvider provider) {
        this.policies = builder.policies.toArray(new PolicyRegistration[0]);
        this.provider = provider;
        this.traced = builder.traced;
        this.telemetry = builder.telemetry;
    }

    /** Returns a builder of an empty chain. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Sends the call through every policy to the provider and back; never throws. A policy may send another call through
     * its own chain; such calls nest at most {@value #DEEPEST} deep.
     */
    public AiReturn call(AiCall call) {
        return execute(call).ret();
    }

    /**
     * Sends the call as {@link #call} and also returns the tools that were offered in the call that was answered, after
     * all policies: only these may run. If a policy combined several answers, the tools that all of them offered.
     */
    public ChainResult execute(AiCall call) {
        Thread thread = Thread.currentThread();
        Integer deep = running.get(thread); // no other thread changes the entry of this thread
        if (deep != null && deep >= DEEPEST) {
            return new ChainResult(AiReturn.failed(TOO_DEEP), List.of(), Optional.empty());
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

    private ChainResult run(AiCall call) {
        AiCall shown = shown(call);
        if (telemetry == null || !call.observer().watches(TelemetryEvent.CallFinished.class)) {
            ChainRun run = new ChainRun(policies, provider, CallRecorder.NONE);
            return answered(call, run, run.run(0, shown));
        }
        CallRecorder recorder = CallRecorder.of(call.ids(), call.model(), call.observer(), telemetry);
        if (call.observer().watches(TelemetryEvent.CallStarted.class)) {
            recorder.started(IdHasher.of(call, call.body().fingerprint().toString()));
        }
        ChainRun run = new ChainRun(policies, provider, recorder);
        AiReturn ret = run.run(0, CallAccess.withRecorder(shown, recorder));
        recorder.finish(ret, run.times());
        return answered(call, run, ret);
    }

    /** Returns the call with a sink that shows nothing if its deltas are held back until the answer is complete. */
    private static AiCall shown(AiCall call) {
        return call.reveal() == Reveal.LIVE ? call : call.withSink((AiDelta delta) -> {});
    }

    private ChainResult answered(AiCall call, ChainRun run, AiReturn ret) {
        if (call.reveal() != Reveal.LIVE) {
            ret.deltas().forEach(call.sink());
        }
        return new ChainResult(traced ? ret.withTrace(trace(run)) : ret, run.offered(), run.facts());
    }

    private static Trace trace(ChainRun run) {
        return Trace.of(() -> TraceBuilder.of(run));
    }

    /**
     * Returns the tools that would be offered in that call, after all policies, without calling the provider. Policies
     * work as in a real call, with the state and budget of the call.
     */
    public List<ToolDefinition> offeredTools(AiCall call) {
        ChainRun run = new ChainRun(policies, new DryRunProvider(provider), CallRecorder.NONE);
        AiReturn unused = run.run(0, call);
        return run.offered();
    }

    /**
     * The result of one call.
     *
     * @param ret the answer
     * @param offeredTools the tools that the model could call
     * @param facts the facts that policies added to the call; empty if there are none
     */
    public record ChainResult(AiReturn ret, List<ToolDefinition> offeredTools, Optional<Interaction.Context> facts) {
        public ChainResult {
            Objects.requireNonNull(ret, "ret");
            offeredTools = List.copyOf(offeredTools);
        }
    }

    /**
     * Returns the trace of a dry run: the call passes the request side, and is cancelled where the provider would be
     * called. Policies work as in a real call, but it is not shown and uses no budget; a policy that counts calls
     * counts this one. If a policy answers the call itself, such as a cache, the trace ends at it.
     */
    public Trace explain(AiCall call) {
        ChainRun run = new ChainRun(policies, new DryRunProvider(provider), CallRecorder.NONE);
        AiReturn unused = run.run(0, call.dryRun());
        return trace(run);
    }

    /** Returns the names of the policies, outermost first. */
    public List<String> names() {
        return List.of(policies).stream().map(PolicyRegistration::name).toList();
    }

    /** Returns the effective order as a table: position, shape and name, outermost first, the provider last. */
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

    /** A provider that cancels the call instead of calling the service. */
    private record DryRunProvider(AiProvider provider) implements AiProvider {
        /** The beginning of the names of request attributes that are headers. */
        private static final String HEADER = "header.";

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
            List<String> headers = call.resources().keySet().stream()
                    .filter(name -> name.startsWith(HEADER))
                    .map(name -> name.substring(HEADER.length()))
                    .sorted()
                    .toList();
            if (!headers.isEmpty()) {
                call.addRemark("sends the added headers " + String.join(", ", headers));
            }
            return AiReturn.failed(AiError.of(AiError.Category.CANCELLED, "explained", "the call was only explained"));
        }
    }

    /** Builds a chain; each call adds one policy inside those before it. Used by one thread. */
    public static final class Builder {
        private final List<PolicyRegistration> policies = new ArrayList<>();
        private boolean traced = true;
        private @Nullable Scheduler telemetry;

        private Builder() {}

        /** Adds a request policy. One without a role of its own has the role CONTENT. */
        public Builder addRequestPolicy(String name, RequestPolicy policy) {
            Policy.Role role = policy.role();
            return add(name, policy, role == Policy.Role.NONE ? Policy.Role.CONTENT : role);
        }

        /** Adds a policy around those added later. */
        public Builder addPolicy(String name, Policy policy) {
            return add(name, policy, policy.role());
        }

        private Builder add(String name, Policy policy, Policy.Role role) {
            policies.add(PolicyRegistration.of(name, policy, role));
            return this;
        }

        /** Adds a response policy; of two, the one added last decides first. */
        public Builder addResponsePolicy(String name, ResponsePolicy policy) {
            return addPolicy(name, policy);
        }

        /**
         * Publishes the record of each call to its observer, timed by that clock; without it no record is published.
         */
        public Builder telemetry(Scheduler time) {
            telemetry = time;
            return this;
        }

        /** Omits the trace: returns have an empty one, and calls cost less. */
        public Builder untraced() {
            traced = false;
            return this;
        }

        /**
         * Builds the chain.
         *
         * @throws IllegalArgumentException names the name that two policies have
         * @throws IllegalStateException names both policies and the rule if their order is wrong in every case
         */
        public PolicyChain build(AiProvider provider) {
            ModuleVersions.check(provider.getClass());
            policies.forEach(each -> ModuleVersions.check(each.policy().getClass()));
            PolicyOrderRules.check(policies);
            return new PolicyChain(this, provider);
        }
    }
}
