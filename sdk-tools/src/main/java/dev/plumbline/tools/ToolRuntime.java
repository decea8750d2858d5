package dev.plumbline.tools;

import dev.plumbline.body.Selector;
import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.AiTool.ArgumentValidator;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.internal.ResultSource;
import dev.plumbline.tool.internal.Sandbox;
import dev.plumbline.tool.internal.ToolResultStore;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.UserPrompter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The executor of a set of tools. For code that assembles a runtime; programs register tools with a runtime. */
public abstract sealed class ToolRuntime implements IToolExecutor, ResultSource permits ToolDispatcher {
    ToolRuntime() {}

    /** Returns a builder whose executor generates and validates schemas with that service. */
    public static Builder builder(JsonSchemaService schemas) {
        return new Builder(schemas);
    }

    abstract boolean hasHost();

    /** Returns whether a step has that name. */
    abstract boolean hasStep(String name);

    /**
     * Returns an executor with additional tools and steps, which shares threads and limits; closing it does not close
     * this one.
     */
    abstract ToolRuntime with(List<OwnedTool> tools, List<ToolChainStep> steps, JsonSchemaService schemas);

    /** Builds an executor; starts no thread. Used by one thread. */
    public static final class Builder {
        private final JsonSchemaService schemas;
        private final List<OwnedTool> tools = new ArrayList<>();
        private final List<IToolExecutor> others = new ArrayList<>();
        private final List<ToolChainStep> policies = new ArrayList<>();
        private @Nullable Scheduler time;
        private Optional<HostApplication> host = Optional.empty();
        private Optional<ApprovalRules> approvals = Optional.empty();
        private Optional<Consumer<Question>> questions = Optional.empty();
        private BiFunction<String, Cancellation, Optional<String>> documentRevisions = (key, turn) -> Optional.empty();
        private ToolResultStore results = ToolResultStore.NONE;
        private Sandbox sandbox = Sandbox.NO_ACCESS;
        private ToolLimits limits = ToolLimits.ofDefaults();

        private Builder(JsonSchemaService schemas) {
            this.schemas = schemas;
        }

        /** Adds tools of that owner; empty for the host. */
        public Builder addTools(List<AiTool> more, String owner) {
            for (AiTool tool : more) {
                tools.add(new OwnedTool(tool, owner));
            }
            return this;
        }

        /**
         * Adds the tools that another executor has when this one is built, with their owners. Thus extensions can add
         * tools to a host's own executor. The other executor runs its tools, on its threads and within its limits; the
         * policies, approvals and sizes of this builder apply around them. Its creator closes it.
         */
        public Builder executor(IToolExecutor other) {
            others.add(other);
            return this;
        }

        /**
         * Adds a policy around the calls of the selected tools. Policies are sorted by priority, owner and order of
         * registration.
         *
         * @throws IllegalArgumentException if the name is already used
         */
        public Builder addToolPolicy(String name, Selector concerned, ToolPolicy policy, String owner) {
            requireNew(name);
            policies.add(new ToolChain.PolicyStep(name, concerned, policy, owner, policy.priority()));
            return this;
        }

        /**
         * Adds a validator of the arguments of the selected tools. It checks them as they run: after the input schema and
         * the admission of all policies, before the user is asked, and again if the user or a policy changes them later.
         *
         * @throws IllegalArgumentException if the name is already used
         */
        public Builder addArgumentValidator(String name, Selector concerned, ArgumentValidator validator) {
            requireNew(name);
            policies.add(new ArgumentCheckStep(name, concerned, validator));
            return this;
        }

        private void requireNew(String name) {
            if (name.equals(ApprovalStep.NAME) || hasStep(policies, name)) {
                throw taken(name);
            }
        }

        private static boolean hasStep(List<ToolChainStep> steps, String name) {
            for (ToolChainStep step : steps) {
                if (step.name().equals(name)) {
                    return true;
                }
            }
            return false;
        }

        /** Sets the clock that measures running times; that of the machine by default. */
        public Builder time(Scheduler keeper) {
            time = keeper;
            return this;
        }

        /** Sets the host application; tools run on its UI thread by default. */
        public Builder host(HostApplication program) {
            host = Optional.of(program);
            return this;
        }

        /** Sets the limits of tool calls. */
        public Builder limits(ToolLimits most) {
            limits = most;
            return this;
        }

        /**
         * Sets the maximum number of concurrent tools; 16 by default. A tool that does not return counts.
         *
         * @throws IllegalArgumentException below 1
         */
        public Builder poolSize(int atOnce) {
            return limits(limits.withMaxConcurrent(atOnce));
        }

        /** Sets the approval rules; nothing is asked or denied by default. */
        public Builder approvals(ApprovalRules rules) {
            approvals = Optional.of(rules);
            return this;
        }

        /**
         * Sets the handler that shows questions to the user, on the host's UI thread if there is one. Without a handler
         * the answer is no.
         */
        public Builder questionHandler(Consumer<Question> handler) {
            questions = Optional.of(handler);
            return this;
        }

        /**
         * Sets the function that returns the revision of a document by the key of its context source; it is called on
         * the thread of the turn or the tool, and should end when that turn is cancelled.
         */
        public Builder documentRevisions(BiFunction<String, Cancellation, Optional<String>> source) {
            documentRevisions = source;
            return this;
        }

        /** Sets the store for the rest of large results; it is dropped by default. */
        public Builder resultStore(ToolResultStore store) {
            results = store;
            return this;
        }

        /** Sets the sandbox through which tools reach files and network; none by default. Its creator closes it. */
        public Builder sandbox(Sandbox around) {
            sandbox = around;
            return this;
        }

        /**
         * Builds the executor.
         *
         * @throws IllegalArgumentException if a name is used twice, with both owners; if a schema of a tool is invalid;
         *     if a tool needs the UI thread and there is no host
         */
        public ToolRuntime build() {
            requireHost(host.isPresent());
            List<ToolChainStep> steps = new ArrayList<>(policies);
            ApprovalStep approval = approvals
                    .map(rules -> new ApprovalStep(rules, documentRevisions))
                    .orElse(null);
            if (approval != null) {
                steps.add(approval);
            }
            ToolCatalog catalog = ToolCatalog.of(tools, steps, schemas);
            for (IToolExecutor other : others) {
                catalog.enter(other, schemas);
            }
            ToolThreadPool helpers = new ToolThreadPool("call", limits.maxConcurrent(), 0);
            Scheduler given = time;
            Scheduler own = given == null ? Scheduler.system(Clock.systemUTC(), Builder::timer) : null;
            Scheduler clock = given == null ? Objects.requireNonNull(own) : given;
            return new ToolDispatcher(
                    catalog,
                    new ToolCallExecution.InvocationServices(executorContext(clock, helpers), approval),
                    helpers,
                    own);
        }

        private static Thread timer(Runnable task) {
            Thread thread = new Thread(task, "plumbline-tool-timer");
            thread.setDaemon(true);
            return thread;
        }

        /**
         * Builds an executor with the tools and policies of a base and of this builder, for example for one session of
         * a runtime. It shares the base's threads, limits and sandbox; closing it does not close the base.
         *
         * @throws IllegalStateException if {@link #executor} was called
         * @throws IllegalArgumentException as {@link #build}; if the name of a policy or a tool is already used
         */
        public ToolRuntime on(ToolRuntime base) {
            if (!others.isEmpty()) {
                throw new IllegalStateException(
                        "executor(…) is not supported by on(…); add the other executor to the base");
            }
            requireHost(base.hasHost());
            for (ToolChainStep policy : policies) {
                if (base.hasStep(policy.name())) {
                    throw taken(policy.name());
                }
            }
            return base.with(tools, policies, schemas);
        }

        private static IllegalArgumentException taken(String name) {
            return new IllegalArgumentException("the tool policy name is used twice: " + name);
        }

        private void requireHost(boolean hasHost) {
            for (OwnedTool owned : tools) {
                if (owned.tool().affinity() == ThreadAffinity.UI_THREAD && !hasHost) {
                    throw new IllegalArgumentException(
                            "tool " + owned.tool().name()
                                    + ": it needs the host's UI thread, and there is no host application; set one with host(…)");
                }
            }
        }

        private ToolExecutorContext executorContext(Scheduler clock, ToolThreadPool helpers) {
            Executor where = host.<Executor>map(ui -> ui::execute).orElse(new Borrowed(helpers));
            return new ToolExecutorContext(
                    schemas,
                    clock,
                    limits,
                    new ToolThreadPool("tool", limits.maxConcurrent(), limits.maxAbandoned()),
                    host.map(ui -> new UiThreadExecutor(ui, clock, limits.maxWait()))
                            .orElse(null),
                    new UserPrompter(questions, where, clock)
                            .withValueCheck(schemas::fault)
                            .withLanguageOf(host),
                    results,
                    sandbox,
                    ToolExecutorContext.noWords(),
                    new AtomicLong());
        }
    }

    /** Runs tasks that are not tools on threads of the pool. */
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
