package dev.plumbline.tools;

import dev.plumbline.body.Selector;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.Sandbox;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.ToolResultStore;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.UserPrompter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/** An executor of tools that is built from them. For the wiring; programs meet tools through a runtime. */
public abstract sealed class ToolRuntime implements IToolExecutor permits ToolDispatcher {
    ToolRuntime() {}

    /** A builder whose executor generates and checks argument schemas with that service. */
    public static Builder builder(JsonSchemaService schemas) {
        return new Builder(schemas);
    }

    abstract boolean hasHost();

    /** Whether a step has that name. */
    abstract boolean hasStep(String name);

    /** Returns an executor of these and more tools, within these and more steps; closing it closes nothing of this one. */
    abstract ToolRuntime with(List<OwnedTool> tools, List<ToolChainStep> steps, JsonSchemaService schemas);

    /** Builds an executor; starts no thread. Used by one thread. */
    public static final class Builder {
        private final JsonSchemaService schemas;
        private final List<OwnedTool> tools = new ArrayList<>();
        private final List<IToolExecutor> others = new ArrayList<>();
        private final List<ToolChainStep> policies = new ArrayList<>();
        private Optional<Scheduler> time = Optional.empty();
        private Optional<HostApplication> host = Optional.empty();
        private Optional<ApprovalRules> approvals = Optional.empty();
        private Optional<Consumer<Question>> questions = Optional.empty();
        private Function<String, Optional<String>> revisions = key -> Optional.empty();
        private ToolResultStore results = ToolResultStore.NONE;
        private Sandbox sandbox = Sandbox.CLOSED;
        private ToolLimits limits = ToolLimits.ofDefaults();

        private Builder(JsonSchemaService schemas) {
            this.schemas = schemas;
        }

        /** Adds tools of that owner; empty for the host's own. */
        public Builder addTools(List<AiTool> more, String owner) {
            more.forEach(tool -> tools.add(new OwnedTool(tool, owner)));
            return this;
        }

        /**
         * Adds the tools that another executor has when this one is built, as they are, with their owners: a host's own
         * executor as the base of what extensions bring. That executor runs them, on its threads and within its limits; the
         * policies, approvals and sizes given here apply around them. Its creator closes it.
         */
        public Builder executor(IToolExecutor other) {
            others.add(other);
            return this;
        }

        /**
         * Adds a policy around the calls of those tools; sorted by priority, owner, order.
         *
         * @throws IllegalArgumentException for a name that is taken
         */
        public Builder addToolPolicy(String name, Selector concerned, ToolPolicy policy, String owner) {
            if (name.equals(ApprovalStep.NAME)
                    || policies.stream().anyMatch(p -> p.name().equals(name))) {
                throw taken(name);
            }
            policies.add(new ToolPolicyStep(name, concerned, policy, owner, policy.priority()));
            return this;
        }

        /** Sets by whose clock running times are measured; required. */
        public Builder time(Scheduler keeper) {
            time = Optional.of(keeper);
            return this;
        }

        /** Sets the program around: tools run on its UI thread unless they say otherwise. */
        public Builder host(HostApplication program) {
            host = Optional.of(program);
            return this;
        }

        /** Sets how much tools may use. */
        public Builder limits(ToolLimits most) {
            limits = most;
            return this;
        }

        /**
         * Sets how many tools may run at once; 16 unless given. A tool that does not return keeps its place.
         *
         * @throws IllegalArgumentException below 1
         */
        public Builder poolSize(int atOnce) {
            return limits(limits.withAtOnce(atOnce));
        }

        /** Sets who may run what; nothing is asked or denied unless given. */
        public Builder approvals(ApprovalRules rules) {
            approvals = Optional.of(rules);
            return this;
        }

        /** Sets who shows questions to a person, on the host's UI thread if there is one; without it the answer is no. */
        public Builder questionHandler(Consumer<Question> handler) {
            questions = Optional.of(handler);
            return this;
        }

        /** Sets how the revision of a document is learnt, by the key of its context source. */
        public Builder revisions(Function<String, Optional<String>> source) {
            revisions = source;
            return this;
        }

        /** Sets where the rest of large results goes; it is dropped unless given. */
        public Builder resultStore(ToolResultStore store) {
            results = store;
            return this;
        }

        /** Sets what tools can reach through their context; nothing unless given. Its creator closes it. */
        public Builder sandbox(Sandbox around) {
            sandbox = around;
            return this;
        }

        /**
         * The executor.
         *
         * @throws IllegalStateException for a name used twice, naming both owners; without a clock
         * @throws IllegalArgumentException for a tool whose input has no sound schema, naming tool and component; for one
         *     that needs a UI thread where there is no host
         */
        public ToolRuntime build() {
            Scheduler clock = time.orElseThrow(() -> new IllegalStateException("a tool runtime needs time(…)"));
            tools.forEach(owned -> requireHost(owned, host.isPresent()));
            List<ToolChainStep> steps = new ArrayList<>(policies);
            ApprovalStep approval =
                    approvals.map(rules -> new ApprovalStep(rules, revisions)).orElse(null);
            if (approval != null) {
                steps.add(approval);
            }
            ToolCatalog catalogue = ToolCatalog.of(tools, steps, schemas);
            others.forEach(other -> catalogue.enter(other, schemas));
            ToolThreadPool helpers = new ToolThreadPool("call", limits.atOnce(), 0);
            return new ToolDispatcher(
                    catalogue, new ToolInvocation.InvocationServices(shop(clock, helpers), approval), helpers);
        }

        /**
         * Builds an executor of another's tools and these, all within the policies of both: the tools of one
         * session besides those of the runtime. Threads, limits and sandbox are those of the other; closing this one
         * ends nothing.
         *
         * @throws IllegalStateException for the tools of another executor, which need threads: see {@link #build}
         * @throws IllegalArgumentException as {@link #build}; for the name of a policy or a tool that is taken
         */
        public ToolRuntime on(ToolRuntime base) {
            if (!others.isEmpty()) {
                throw new IllegalStateException("the tools of another executor are given to the base, which is built");
            }
            tools.forEach(owned -> requireHost(owned, base.hasHost()));
            policies.stream().map(ToolChainStep::name).filter(base::hasStep).forEach(name -> {
                throw taken(name);
            });
            return base.with(tools, policies, schemas);
        }

        private static IllegalArgumentException taken(String name) {
            return new IllegalArgumentException("two tool policies are called " + name);
        }

        private static void requireHost(OwnedTool owned, boolean hasHost) {
            if (owned.tool().affinity() == ThreadAffinity.HOST_UI && !hasHost) {
                throw new IllegalArgumentException("tool " + owned.tool().name()
                        + ": it wants the host's UI thread, and there is no host: give the runtime one with host(…)");
            }
        }

        private ToolExecutorContext shop(Scheduler clock, ToolThreadPool helpers) {
            Executor where = host.<Executor>map(ui -> ui::execute).orElse(new Borrowed(helpers));
            return new ToolExecutorContext(
                    schemas,
                    clock,
                    limits,
                    new ToolThreadPool("tool", limits.atOnce(), limits.abandoned()),
                    host.map(ui -> new UiThreadExecutor(ui, clock, limits.patience()))
                            .orElse(null),
                    new UserPrompter(questions, where, clock),
                    results,
                    sandbox,
                    ToolExecutorContext.noWords(),
                    new AtomicLong());
        }
    }

    /** Threads of the pool for what is no tool. */
    private record Borrowed(ToolThreadPool threads) implements Executor {

        @Override
        public void execute(Runnable task) {
            threads.start(new ToolTask() {
                @Override
                public boolean begin() {
                    return true;
                }

                @Override
                public void run() {
                    task.run();
                }

                @Override
                public void done() {}
            });
        }
    }
}
