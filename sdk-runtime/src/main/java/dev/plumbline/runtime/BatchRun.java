package dev.plumbline.runtime;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.RequestName;
import dev.plumbline.event.AiError;
import dev.plumbline.internal.SaturatingMath;
import dev.plumbline.runtime.BatchSink.Given;
import dev.plumbline.runtime.internal.BatchInput.Bodies;
import dev.plumbline.runtime.internal.BatchInput.Numbered;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.HostApplication;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Runs a batch: one thread begins calls, takes their answers and gives them to the sink. Everything that happens elsewhere,
 * the end of a call, of a wait, a cancellation, comes as an event. Used once.
 */
final class BatchRun {
    private static final int ATTEMPTS = 5;

    /** With the order of the input: how far behind the first body without an answer others are begun, in calls at a time. */
    private static final int AHEAD = 16;

    private static final Set<AiError.Category> THROTTLED =
            Set.of(AiError.Category.RATE_LIMITED, AiError.Category.OVERLOADED);

    private final Batch batch;
    private final RuntimeAssembly parts;
    private final BatchSink sink;
    private final boolean isOrdered;
    private final Scheduler time;
    private final long started;
    private final ParallelLimit limit;
    private final Queue<Event> events = new ConcurrentLinkedQueue<>();
    private volatile CountDownLatch happened = new CountDownLatch(1);
    private final Map<Long, ConversationSession> running = new HashMap<>();
    private final Deque<Asked> due = new ArrayDeque<>();
    private final TreeMap<Long, Given> held = new TreeMap<>();
    private final Deque<Long> order = new ArrayDeque<>();
    private final PriorityQueue<Waiting> waiting = new PriorityQueue<>(Comparator.comparingLong(Waiting::until));
    private final List<Given> untaken = new ArrayList<>();
    private @Nullable IOException unwritten;

    /** Whether the thread was interrupted, which it is again at the end: what was answered is written before. */
    private boolean interrupted;

    private Batch.@Nullable Progress shown;
    private long given;
    private Optional<AiError> stopped = Optional.empty();

    BatchRun(Batch batch, RuntimeAssembly parts, BatchSink sink, boolean isOrdered) {
        this.batch = batch;
        this.parts = parts;
        this.sink = sink;
        this.isOrdered = isOrdered;
        this.time = parts.services.time;
        this.started = time.nanoTime();
        this.limit = new ParallelLimit(batch.parallel);
    }

    /** Something that happened on another thread. */
    private sealed interface Event {}

    /** A body, and how often it was asked before. */
    private record Asked(Numbered body, int attempts) {
        /** Returns what names its requests in every run: a repetition after a failure is another request. */
        String name() {
            return body.fingerprint() + " " + body.line() + " " + attempts;
        }
    }

    /** A body that is asked again at that time. */
    private record Waiting(Asked asked, long until) {}

    /** A call has ended. */
    private record Ended(Asked asked, long call, AiReturn ret) implements Event {}

    /** The batch is cancelled. */
    private record Cancelled() implements Event {}

    Batch.Progress run() throws IOException {
        HostApplication host = parts.services.host;
        if (host != null && host.isUiThread()) {
            throw new IllegalStateException("a batch blocks, and this is the UI thread: use a thread of your own");
        }
        Subscription ending = batch.cancellation.onCancel(() -> report(new Cancelled()));
        try (Bodies bodies = batch.input.open()) {
            loop(bodies);
        } finally {
            ending.close();
            List<Given> unused = drained(); // none, unless an exception ended the loop
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        Batch.Progress end = progress(Duration.ZERO);
        if (!end.equals(shown)) {
            batch.listener.accept(end);
        }
        return end;
    }

    private void loop(Bodies bodies) throws IOException {
        Numbered next = next(bodies);
        while (!running.isEmpty() || (stopped.isEmpty() && (next != null || !due.isEmpty() || !waiting.isEmpty()))) {
            while (stopped.isEmpty() && running.size() < limit.now()) {
                if (!due.isEmpty()) {
                    begin(due.remove());
                } else if (next != null && !isFarAhead()) {
                    begin(new Asked(next, 0));
                    next = next(bodies);
                } else {
                    break;
                }
            }
            if (!running.isEmpty() || !waiting.isEmpty()) {
                give(answers());
            }
        }
        give(List.copyOf(held.values()));
        if (unwritten != null) {
            throw unwritten;
        }
    }

    /** Returns the next body of the input without an answer; null after the last. */
    private @Nullable Numbered next(Bodies bodies) throws IOException {
        Numbered body = bodies.next();
        while (body != null && sink.has(body)) {
            body = bodies.next();
        }
        return body;
    }

    private boolean isFarAhead() {
        return held.size() >= AHEAD * batch.parallel;
    }

    private void begin(Asked asked) {
        long call = limit.begin();
        if (isOrdered && asked.attempts() == 0) {
            order.add(asked.body().line());
        }
        try {
            ConversationSession session = parts.editions.open(
                    null, engine -> engine.openUnwritten(asked.body().body(), batch.options));
            running.put(call, session);
            String unusedName = session.state().update(RequestName.KEY, none -> asked.name());
            var unused = session.runAsync().whenComplete((ret, thrown) -> report(new Ended(asked, call, ret)));
        } catch (IllegalStateException closed) {
            stop(AiError.of(AiError.Category.CANCELLED, "closed", "the runtime was closed"));
        }
    }

    private void report(Event event) {
        events.add(event);
        happened.countDown();
    }

    /** Waits until something happens or a body is due again, and returns the answers that have come. */
    private List<Given> answers() {
        try {
            await();
        } catch (InterruptedException e) {
            interrupted = true;
            stop(AiError.of(AiError.Category.CANCELLED, "interrupted", "the thread of the batch was interrupted"));
            return drained();
        }
        return taken();
    }

    private void await() throws InterruptedException {
        Waiting first = waiting.peek();
        if (first != null) {
            time.sleep(Duration.ofNanos(Math.max(0, first.until() - time.nanoTime())), happened);
        } else {
            happened.await();
        }
    }

    /** Cancels the running calls and waits for their ends, without regard to interrupts. */
    private List<Given> drained() {
        interrupted |= Thread.interrupted();
        cancelRunning();
        List<Given> answers = new ArrayList<>();
        while (!running.isEmpty()) {
            try {
                happened.await();
                answers.addAll(taken());
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        return answers;
    }

    private List<Given> taken() {
        happened = new CountDownLatch(1);
        List<Given> answers = new ArrayList<>();
        for (Event event = events.poll(); event != null; event = events.poll()) {
            if (event instanceof Ended ended) {
                ended(ended, answers);
            } else {
                stop(AiError.of(
                        AiError.Category.CANCELLED,
                        "cancelled",
                        batch.cancellation.reason().orElse("the batch was cancelled")));
                cancelRunning();
            }
        }
        long now = time.nanoTime();
        while (!waiting.isEmpty() && waiting.element().until() - now <= 0) {
            due.add(waiting.remove().asked());
        }
        return answers;
    }

    private void ended(Ended ended, List<Given> answers) {
        Objects.requireNonNull(running.remove(ended.call())).close();
        AiReturn ret = ended.ret();
        limit.ended(ended.call(), isThrottled(ret));
        if (ret.error().isEmpty()) {
            answers.add(new Given(ended.asked().body(), ret));
            return;
        }
        AiError error = ret.error().get();
        if (concernsAll(error)) {
            stop(error);
        } else if (error.category() == AiError.Category.CANCELLED) {
            order.remove(ended.asked().body().line()); // it is left for the next run
        } else if (error.retryable() && ended.asked().attempts() + 1 < ATTEMPTS && stopped.isEmpty()) {
            repeat(ended.asked(), error);
        } else {
            answers.add(new Given(ended.asked().body(), ret));
        }
    }

    /** Returns whether the service refused a call because of too many others, also if a later attempt was answered. */
    private static boolean isThrottled(AiReturn ret) {
        String note = ret.trace().note("retry");
        return ret.error().filter(error -> THROTTLED.contains(error.category())).isPresent()
                || THROTTLED.stream().anyMatch(category -> note.contains("after " + category));
    }

    /**
     * Returns whether the next bodies would fail in the same way: their key is refused, something is not configured, their
     * model has no price, or the money of a day is spent.
     */
    private static boolean concernsAll(AiError error) {
        return error.category() == AiError.Category.AUTHENTICATION
                || error.category() == AiError.Category.CONFIGURATION
                || (error.category() == AiError.Category.BUDGET
                        && (error.code().equals("no-price") || error.retryAt().isPresent()));
    }

    private void repeat(Asked asked, AiError error) {
        Duration own = Duration.ofSeconds(1L << asked.attempts());
        Duration wanted = error.retryAt()
                .map(at -> Duration.between(time.instant(), at))
                .filter(wait -> wait.compareTo(own) > 0)
                .orElse(own);
        waiting.add(new Waiting(
                new Asked(asked.body(), asked.attempts() + 1), time.nanoTime() + SaturatingMath.nanos(wanted)));
    }

    private void stop(AiError why) {
        stopped = stopped.isPresent() ? stopped : Optional.of(why);
    }

    private void cancelRunning() {
        running.values().forEach(session -> session.cancel("the batch ends"));
    }

    /** Gives answers to the sink; those that could not be written are tried again with the next ones. */
    private void give(List<Given> answers) {
        untaken.addAll(isOrdered && stopped.isEmpty() ? inOrder(answers) : answers);
        if (untaken.isEmpty()) {
            return;
        }
        try {
            sink.add(List.copyOf(untaken));
            given += untaken.size();
            untaken.clear();
            unwritten = null;
        } catch (IOException e) {
            unwritten = e;
            stop(AiError.of(AiError.Category.CONFIGURATION, "batch-file", "the answers cannot be written"));
            return;
        }
        shown = progress(timeLeft());
        batch.listener.accept(shown);
    }

    /** Holds answers back until those of all earlier bodies are there. */
    private List<Given> inOrder(List<Given> answers) {
        answers.forEach(answer -> held.put(answer.asked().line(), answer));
        List<Given> ready = new ArrayList<>();
        while (!order.isEmpty() && held.containsKey(order.element())) {
            ready.add(held.remove(order.remove()));
        }
        return ready;
    }

    private Duration timeLeft() {
        BatchSink.Counts now = sink.counts();
        long left = batch.input.bodies() - now.answered() - now.failed();
        return Duration.ofNanos((time.nanoTime() - started) / given).multipliedBy(Math.max(0, left));
    }

    private Batch.Progress progress(Duration timeLeft) {
        BatchSink.Counts now = sink.counts();
        boolean isWhole = now.answered() + now.failed() == batch.input.bodies();
        return new Batch.Progress(
                batch.input.bodies(),
                now.answered(),
                now.failed(),
                now.usage(),
                now.costs(),
                timeLeft,
                isWhole ? Optional.empty() : stopped);
    }
}
