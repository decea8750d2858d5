package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.body.ToolEnvelope.Effect;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.testkit.laws.ToolExecutorLaws;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/** Executors with one error each, written by a seventh author from the contract without knowledge of the laws. */
final class SeventhExecutorFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SeventhExecutorFaults() {}

    static List<PlantedFault> all() {
        SeventhExecutorFaults faults = new SeventhExecutorFaults();
        faults.executors();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, BiFunction<List<AiTool>, Scheduler, IToolExecutor> executor) {
        all.add(new PlantedFault(PlantedFault.Kind.EXECUTOR, name, breaks, "", () ->
                (ToolExecutorLaws) (tools, time) -> executor.apply(tools, time)));
    }

    private void executors() {
        // IToolExecutor.java, toolFilter: "the filter of tools; checked again when a call runs, not only when tools are
        // offered"
        add(
                "remembers whether a tool may run",
                "The filter of the first call of a tool decides on all later ones, whatever scope they come with.",
                (tools, time) -> new Runner(tools, time) {
                    private final Map<String, Boolean> selected = new ConcurrentHashMap<>();

                    @Override
                    boolean selects(Selector filter, ToolDefinition tool) {
                        return selected.computeIfAbsent(tool.name(), name -> super.selects(filter, tool));
                    }
                });
        // ToolContext.java: "It refuses all use with {@link IllegalStateException} once the call is over, which
        // prevents
        // late effects."
        add(
                "ends the context of calls that succeed",
                "The context of a tool that threw can still be used after its call.",
                (tools, time) -> new Runner(tools, time) {
                    @Override
                    ToolEnvelope run(AiTool tool, Running context) {
                        ToolEnvelope envelope = answer(tool, context);
                        if (envelope.isOk()) {
                            context.end();
                        }
                        return envelope;
                    }
                });
    }

    /** Schemas as the laws of tools have them. */
    private static JsonSchemaService schemas() {
        Json input = Json.object().with("type", "object");
        ToolLaws any = () -> AiTool.of("any", "Does nothing.", input, (arguments, call) -> null);
        return any.schemas();
    }

    /** Runs tools on threads of its own. */
    static class Runner implements IToolExecutor {
        private final Map<String, AiTool> tools = new TreeMap<>();
        private final Map<String, ToolDefinition> definitions = new TreeMap<>();
        private final Map<String, Semaphore> groups = new ConcurrentHashMap<>();
        private final AtomicInteger abandoned = new AtomicInteger();
        private final Scheduler time;
        private final JsonSchemaService schemas = schemas();
        private final ExecutorService threads = Executors.newCachedThreadPool(run -> {
            Thread thread = new Thread(run, "tool");
            thread.setDaemon(true);
            return thread;
        });

        Runner(List<AiTool> tools, Scheduler time) {
            this.time = time;
            for (AiTool tool : tools) {
                this.tools.put(tool.name(), tool);
                definitions.put(tool.name(), tool.definition(schemas, ""));
            }
        }

        boolean selects(Selector filter, ToolDefinition tool) {
            return filter.matches(tool.name(), tool.tags(), tool.owner());
        }

        ToolEnvelope run(AiTool tool, Running context) {
            try {
                return answer(tool, context);
            } finally {
                context.end();
            }
        }

        @Override
        public List<ToolDefinition> definitions(Selector filter) {
            return definitions.values().stream()
                    .filter(tool -> filter.matches(tool.name(), tool.tags(), tool.owner()))
                    .toList();
        }

        @Override
        public int abandonedCount() {
            return abandoned.get();
        }

        @Override
        public void close() {
            threads.shutdown();
        }

        @Override
        public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
            List<ToolEnvelope> envelopes = new ArrayList<>(Collections.nCopies(calls.size(), null));
            int at = 0;
            while (at < calls.size()) {
                int end = at + 1;
                if (mayRunBeside(calls.get(at)) && scope.parallel() > 1) {
                    while (end < calls.size() && mayRunBeside(calls.get(end))) {
                        end++;
                    }
                }
                if (end == at + 1) {
                    envelopes.set(at, one(calls.get(at), scope));
                } else {
                    several(calls, at, end, scope, envelopes);
                }
                at = end;
            }
            return List.copyOf(envelopes);
        }

        private boolean mayRunBeside(Interaction.ToolCall call) {
            ToolDefinition tool = definitions.get(call.name());
            return tool == null || tool.isReadOnly() || tool.isConcurrent();
        }

        /** Runs these calls, so many at once as the scope allows. */
        private void several(
                List<Interaction.ToolCall> calls, int from, int to, CallScope scope, List<ToolEnvelope> envelopes) {
            AtomicInteger next = new AtomicInteger(from);
            Runnable worker = () -> {
                for (int i = next.getAndIncrement(); i < to; i = next.getAndIncrement()) {
                    ToolEnvelope envelope = one(calls.get(i), scope);
                    synchronized (envelopes) {
                        envelopes.set(i, envelope);
                    }
                }
            };
            List<Future<?>> others = new ArrayList<>();
            for (int i = 1; i < Math.min(scope.parallel(), to - from); i++) {
                try {
                    others.add(threads.submit(worker));
                } catch (RejectedExecutionException e) {
                    break; // it is closed; this thread does the rest
                }
            }
            worker.run();
            others.forEach(Runner::await);
        }

        private static void await(Future<?> other) {
            boolean interrupted = false;
            while (true) {
                try {
                    other.get();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    break; // a worker throws nothing
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private ToolEnvelope one(Interaction.ToolCall call, CallScope scope) {
            ToolEnvelope envelope;
            try {
                envelope = refusal(call, scope).orElseGet(() -> started(call, scope));
            } catch (RuntimeException | Error e) {
                envelope = failed(e);
            }
            ToolEnvelope outcome = envelope;
            scope.tell(listener -> listener.finished(call, outcome));
            return envelope;
        }

        private Optional<ToolEnvelope> refusal(Interaction.ToolCall call, CallScope scope) {
            ToolDefinition tool = definitions.get(call.name());
            if (tool == null) {
                return Optional.of(ToolEnvelope.failed(
                        Code.TOOL_NOT_FOUND, "There is no such tool. Use one of those that are offered."));
            }
            if (!selects(scope.toolFilter(), tool)) {
                return Optional.of(ToolEnvelope.failed(Code.DENIED, "This tool is not available here."));
            }
            if (scope.cancellation().isCancelled()) {
                return Optional.of(notStarted());
            }
            return unfit(call, tool).map(words -> ToolEnvelope.failed(Code.INVALID_ARGUMENTS, words));
        }

        private Optional<String> unfit(Interaction.ToolCall call, ToolDefinition tool) {
            if (call.arguments().kind() != Json.Kind.OBJECT) {
                return Optional.of("The arguments are no JSON object. Send one.");
            }
            if (!schemas.validate(tool.inputSchema(), call.arguments()).isOk()) {
                return Optional.of("The arguments do not fit the schema of the tool.");
            }
            try {
                tools.get(call.name()).binding().ifPresent(binding -> binding.accept(call.arguments()));
                return Optional.empty();
            } catch (JsonException e) {
                return Optional.of("The arguments do not fit: " + e.place() + " " + e.rule());
            }
        }

        private static ToolEnvelope notStarted() {
            return ToolEnvelope.failed(Code.CANCELLED, "The turn has ended; the tool did not run.");
        }

        private static ToolEnvelope failed(Throwable why) {
            return ToolEnvelope.failed(
                    Code.FAILED, "The tool failed: " + why.getClass().getSimpleName());
        }

        private ToolEnvelope started(Interaction.ToolCall call, CallScope scope) {
            AiTool tool = tools.get(call.name());
            Semaphore group = tool.exclusive().isEmpty()
                    ? new Semaphore(1)
                    : groups.computeIfAbsent(tool.exclusive(), word -> new Semaphore(1));
            if (!acquired(group, scope.cancellation())) {
                return notStarted();
            }
            AtomicBoolean handedOver = new AtomicBoolean();
            try {
                return alone(call, tool, scope, group, handedOver);
            } finally {
                if (!handedOver.get()) {
                    group.release();
                }
            }
        }

        private static boolean acquired(Semaphore group, Cancellation cancellation) {
            boolean interrupted = false;
            try {
                while (!cancellation.isCancelled()) {
                    try {
                        if (group.tryAcquire(5, TimeUnit.MILLISECONDS)) {
                            return true;
                        }
                    } catch (InterruptedException e) {
                        interrupted = true;
                        cancellation.cancel("interrupted");
                    }
                }
                return false;
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        /** Runs a tool while no other one of its group does; one that does not end keeps its group until it ends. */
        private ToolEnvelope alone(
                Interaction.ToolCall call, AiTool tool, CallScope scope, Semaphore group, AtomicBoolean handedOver) {
            if (scope.cancellation().isCancelled()) {
                return notStarted();
            }
            scope.tell(listener -> listener.starting(call, RunArguments.of(call)));
            Cancellation own = Cancellation.create(time);
            Running context = new Running(call, definitions.get(tool.name()), scope, own, new AtomicBoolean());
            ToolTask task = new ToolTask(this, tool, context, group);
            try {
                threads.execute(task);
            } catch (RejectedExecutionException e) {
                context.end();
                return ToolEnvelope.failed(Code.CANCELLED, "The executor was closed; the tool did not run.");
            }
            CompletableFuture<ToolEnvelope> signal = new CompletableFuture<>();
            Subscription cancelling = scope.cancellation().onCancel(() -> {
                own.cancel(scope.cancellation().reason().orElse("the turn has ended"));
                signal.complete(cancelledWhileRunning());
            });
            Subscription late = time.schedule(tool.timeout(), () -> {
                own.expire("the time of the tool is up");
                signal.complete(ToolEnvelope.failed(Code.TIMEOUT, "The tool did not end in its time."));
            });
            try {
                return awaited(task, signal, scope.cancellation(), handedOver);
            } finally {
                cancelling.close();
                late.close();
            }
        }

        private static ToolEnvelope cancelledWhileRunning() {
            return ToolEnvelope.failed(Code.CANCELLED, "The turn has ended while the tool ran.")
                    .withEffect(Effect.UNKNOWN);
        }

        private static ToolEnvelope awaited(
                ToolTask task,
                CompletableFuture<ToolEnvelope> signal,
                Cancellation cancellation,
                AtomicBoolean handedOver) {
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        CompletableFuture.anyOf(task.outcome, signal).get();
                        try {
                            return task.outcome.get(50, TimeUnit.MILLISECONDS);
                        } catch (TimeoutException e) {
                            handedOver.set(task.abandon(signal.getNow(cancelledWhileRunning())));
                            return task.outcome.get();
                        }
                    } catch (InterruptedException e) {
                        interrupted = true;
                        cancellation.cancel("interrupted");
                    } catch (ExecutionException e) {
                        return failed(e.getCause());
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        /** Runs the handler of a tool, and returns what came of it. */
        static ToolEnvelope answer(AiTool tool, Running context) {
            try {
                return envelope(tool.handler().call(context.call.arguments(), context))
                        .bounded();
            } catch (ToolException e) {
                return ToolEnvelope.failed(e.code(), e.getMessage());
            } catch (JsonException e) {
                return ToolEnvelope.failed(Code.INVALID_RESULT, "The result of the tool has no JSON form.");
            } catch (AiException e) {
                return e.error().category() == AiError.Category.CANCELLED && context.own.isCancelled()
                        ? cancelledWhileRunning()
                        : e.error().category() == AiError.Category.TIMEOUT_TOTAL && context.own.isCancelled()
                                ? ToolEnvelope.failed(Code.TIMEOUT, "The tool did not end in its time.")
                                : failed(e);
            } catch (InterruptedException e) {
                return context.own.isCancelled() ? cancelledWhileRunning() : failed(e);
            } catch (Exception | Error e) {
                return failed(e);
            }
        }

        private static ToolEnvelope envelope(Object result) throws Exception {
            Object value = result;
            if (value instanceof CompletionStage<?> later) {
                try {
                    value = later.toCompletableFuture().get();
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof Exception why) {
                        throw why;
                    }
                    throw e;
                }
            }
            if (value instanceof ToolEnvelope envelope) {
                return envelope;
            }
            return value instanceof Part part ? ToolEnvelope.ok(null).withParts(part) : ToolEnvelope.ok(value);
        }
    }

    /** One run of a tool, which may outlast its call. */
    private static final class ToolTask implements Runnable {
        private final Runner runner;
        private final AiTool tool;
        private final Running context;
        private final Semaphore group;
        private final CompletableFuture<ToolEnvelope> outcome = new CompletableFuture<>();
        private Optional<Thread> thread = Optional.empty();

        ToolTask(Runner runner, AiTool tool, Running context, Semaphore group) {
            this.runner = runner;
            this.tool = tool;
            this.context = context;
            this.group = group;
        }

        @Override
        public void run() {
            synchronized (outcome) {
                if (outcome.isDone()) {
                    runAlone();
                    return;
                }
                thread = Optional.of(Thread.currentThread());
            }
            ToolEnvelope envelope;
            try {
                envelope = runner.run(tool, context);
            } catch (RuntimeException | Error e) {
                envelope = Runner.failed(e);
            }
            synchronized (outcome) {
                thread = Optional.empty();
                if (!outcome.complete(envelope)) {
                    runAlone();
                }
            }
        }

        /** The call was over before: its group is free now. */
        private void runAlone() {
            runner.abandoned.decrementAndGet();
            group.release();
        }

        /** Ends the call without the tool, and returns false if the tool has ended. */
        boolean abandon(ToolEnvelope envelope) {
            synchronized (outcome) {
                if (outcome.isDone()) {
                    return false;
                }
                context.end();
                runner.abandoned.incrementAndGet();
                outcome.complete(envelope);
                thread.ifPresent(Thread::interrupt);
                return true;
            }
        }
    }

    /** The context of one call. */
    private static final class Running implements ToolContext {
        private final Interaction.ToolCall call;
        private final ToolDefinition tool;
        private final IToolExecutor.CallScope scope;
        private final Cancellation own;
        private final AtomicBoolean over;

        Running(
                Interaction.ToolCall call,
                ToolDefinition tool,
                IToolExecutor.CallScope scope,
                Cancellation own,
                AtomicBoolean over) {
            this.call = call;
            this.tool = tool;
            this.scope = scope;
            this.own = own;
            this.over = over;
        }

        void end() {
            over.set(true);
        }

        private void requireRunning() {
            if (over.get()) {
                throw new IllegalStateException("the call is over");
            }
        }

        @Override
        public Interaction.ToolCall call() {
            requireRunning();
            return call;
        }

        @Override
        public ToolDefinition tool() {
            requireRunning();
            return tool;
        }

        @Override
        public CallIds ids() {
            requireRunning();
            return scope.ids();
        }

        @Override
        public Cancellation cancellation() {
            requireRunning();
            return own;
        }

        @Override
        public List<Interaction> conversation() {
            requireRunning();
            return Collections.unmodifiableList(scope.conversation());
        }

        @Override
        public ConversationTree tree() {
            requireRunning();
            return scope.listener().tree();
        }

        @Override
        public String branch() {
            requireRunning();
            return scope.listener().branch();
        }

        @Override
        public boolean interject(String text) {
            requireRunning();
            return scope.listener().interject(text);
        }

        @Override
        public State state() {
            requireRunning();
            return scope.state();
        }

        @Override
        public void progress(double fraction, String note) {
            requireRunning();
            scope.tell(listener -> listener.progressed(call, fraction, note));
        }

        @Override
        public void publish(Json news) {
            requireRunning();
            scope.tell(listener -> listener.published(call, news));
        }

        @Override
        public <T> T onUiThread(Callable<T> edit) {
            requireRunning();
            throw new IllegalStateException("there is no host");
        }

        @Override
        public <T> T edit(Callable<T> change) throws Exception {
            requireRunning();
            return change.call();
        }

        @Override
        public Optional<String> ask(String question, List<String> options, Duration timeout) {
            requireRunning();
            return Optional.empty();
        }

        @Override
        public SessionOptions child() {
            requireRunning();
            return scope.listener().child();
        }

        @Override
        public ToolContext withArguments(Json arguments) {
            requireRunning();
            return new Running(new Interaction.ToolCall(call.id(), call.name(), arguments), tool, scope, own, over);
        }
    }
}
