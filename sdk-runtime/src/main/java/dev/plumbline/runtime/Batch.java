package dev.plumbline.runtime;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.runtime.internal.BatchInput;
import dev.plumbline.runtime.internal.BatchResultFile;
import dev.plumbline.runtime.internal.BatchResultFile.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run of many bodies through the policies of a runtime, several at a time: {@code ai.batch(bodies).writeTo(file)}. Each
 * body is a call of its own, with the redaction, cache, retries and limits of the runtime. A run that was killed goes on
 * where it was when it is started again with the same bodies and file. Immutable; each {@code with…} returns a copy.
 *
 * <p>The number of calls at a time falls when the service says that there are too many, and rises again while it answers.
 * A call that fails for a reason that may pass is repeated later, five times at most. The run ends early when it is cancelled, when
 * the runtime is closed, when the thread is interrupted, and when an error concerns all bodies: a key that is refused, a model without a price, a
 * spending limit of a day that is used up. What was not asked by then is {@linkplain Progress#left left}, and no failure.
 */
public final class Batch {
    private static final int MOST_PARALLEL = 256;

    private final RuntimeAssembly parts;
    final BatchInput input;
    final int parallel;
    final SessionOptions options;
    final Cancellation cancellation;
    final Consumer<Progress> listener;
    private final boolean inServiceBatches;

    private Batch(
            RuntimeAssembly parts,
            BatchInput input,
            int parallel,
            SessionOptions options,
            Cancellation cancellation,
            Consumer<Progress> listener,
            boolean inServiceBatches) {
        this.parts = parts;
        this.input = input;
        this.parallel = parallel;
        this.options = options;
        this.cancellation = cancellation;
        this.listener = listener;
        this.inServiceBatches = inServiceBatches;
    }

    /** Returns a batch of that runtime with the default settings. */
    static Batch of(RuntimeAssembly parts, BatchInput input) {
        return new Batch(parts, input, 8, SessionOptions.none(), Cancellation.create(), progress -> {}, false);
    }

    /**
     * Returns a copy with so many calls at a time at most; 8 by default.
     *
     * @throws IllegalArgumentException for less than 1 and more than 256
     */
    public Batch withParallel(int most) {
        if (most < 1 || most > MOST_PARALLEL) {
            throw new IllegalArgumentException("a batch has 1 to " + MOST_PARALLEL + " calls at a time; got " + most);
        }
        return new Batch(parts, input, most, options, cancellation, listener, inServiceBatches);
    }

    /** Returns a copy with options for each call, such as the model, or the type of the answers. */
    public Batch withOptions(SessionOptions each) {
        return new Batch(parts, input, parallel, each, cancellation, listener, inServiceBatches);
    }

    /** Returns a copy that ends when it is cancelled: calls that run are cancelled, and what was answered is kept. */
    public Batch withCancellation(Cancellation end) {
        return new Batch(parts, input, parallel, options, end, listener, inServiceBatches);
    }

    /** Returns a copy with a listener that is notified on the thread of the batch after each group of answers. */
    public Batch withProgress(Consumer<Progress> watcher) {
        return new Batch(parts, input, parallel, options, cancellation, watcher, inServiceBatches);
    }

    /**
     * Returns a copy that asks with the batches of OpenAI, Anthropic or Gemini: half the price, and answers within a day. What was
     * submitted is written beside the file of the answers, {@code FILE.batches}, so that a run that ends, or dies, goes on
     * later, also in another process, and submits nothing twice. Answers in the cache are not submitted. The number of calls
     * at a time has no effect.
     */
    public Batch withServiceBatches() {
        return new Batch(parts, input, parallel, options, cancellation, listener, true);
    }

    /**
     * Asks the bodies that have no answer in the file, and writes a JSON line for each answer. Blocks. A line counts once
     * it is on the disk; one that a crash cut off is removed. A body whose failure may pass is asked again; of its lines the
     * last counts.
     *
     * @return the state at the end, which counts the answers of earlier runs, too
     * @throws IOException if the file cannot be read or written; what was answered before is in it
     * @throws IllegalArgumentException if a line of the file has the answer of another body, or no answer
     * @throws IllegalStateException if another process has the file open, on the host's UI thread, and after close
     */
    public Progress writeTo(Path file) throws IOException {
        try (BatchResultFile results = BatchResultFile.in(file)) {
            return inServiceBatches
                    ? new ServiceBatchRun(this, parts, results, BatchSubmissions.beside(file)).run()
                    : new BatchRun(this, parts, new BatchSink.ToFile(results), false).run();
        }
    }

    /**
     * Asks the service to end what {@link #withServiceBatches} submitted for that file, and writes what is finished. Blocks
     * until the service has ended it.
     *
     * @throws IOException as {@link #writeTo}
     */
    public Progress endServiceBatches(Path file) throws IOException {
        try (BatchResultFile results = BatchResultFile.in(file)) {
            return new ServiceBatchRun(this, parts, results, BatchSubmissions.beside(file)).end();
        }
    }

    /**
     * Asks all bodies and passes each answer to a consumer when it comes, on this thread. Blocks. An exception of the
     * consumer ends the run and is thrown.
     *
     * @return the state at the end
     * @throws IOException if a file of bodies cannot be read
     * @throws IllegalStateException on the host's UI thread, and after close
     */
    public Progress forEach(Consumer<Answer> consumer) throws IOException {
        requireOwnCalls();
        return new BatchRun(this, parts, new BatchSink.ToConsumer(consumer), false).run();
    }

    /**
     * Asks all bodies and passes the answers to a consumer in the order of the bodies; as {@link #forEach}. Those of bodies
     * that were not begun are missing.
     *
     * @throws IOException if a file of bodies cannot be read
     */
    public Progress forEachOrdered(Consumer<Answer> consumer) throws IOException {
        requireOwnCalls();
        return new BatchRun(this, parts, new BatchSink.ToConsumer(consumer), true).run();
    }

    private void requireOwnCalls() {
        if (inServiceBatches) {
            throw new IllegalStateException(
                    "batches of a service need a file, which outlives this program: use writeTo");
        }
    }

    /**
     * Returns the answers of a file that {@link #writeTo} wrote, in the order in which they came; close the stream. A
     * truncated last line is left out.
     *
     * @throws IOException if there is no such file
     */
    public static Stream<Answer> read(Path file) throws IOException {
        return BatchResultFile.read(file).map(Answer::of);
    }

    /**
     * The answer to a body.
     *
     * @param line the number of the line of the body in its file, or its place in the list, from 1
     * @param fingerprint the fingerprint of the body
     * @param ret the return, with usage and cost; {@link AiReturn#as} binds it to a type, {@link AiReturn#error} says why it
     *     failed. Read from a file it has no trace
     */
    public record Answer(long line, String fingerprint, AiReturn ret) {
        public Answer {
            Objects.requireNonNull(fingerprint, "fingerprint");
            Objects.requireNonNull(ret, "ret");
        }

        static Answer of(Result result) {
            return new Answer(result.line(), result.fingerprint(), result.toReturn());
        }
    }

    /**
     * The state of a batch.
     *
     * @param bodies the number of bodies
     * @param answered how many have an answer, those of earlier runs included
     * @param failed how many have a failure instead of an answer
     * @param usage what all answers used
     * @param costs what they cost, one sum for each currency; without answers of unknown cost
     * @param timeLeft an estimate from the speed of this run; zero at the end and before the first answer
     * @param stopped the error that ended the run early; empty while it runs, and if nothing is left
     */
    public record Progress(
            long bodies,
            long answered,
            long failed,
            Usage usage,
            List<Cost> costs,
            Duration timeLeft,
            Optional<AiError> stopped) {
        public Progress {
            costs = List.copyOf(costs);
            Objects.requireNonNull(usage, "usage");
            Objects.requireNonNull(timeLeft, "timeLeft");
            Objects.requireNonNull(stopped, "stopped");
        }

        /** Returns how many bodies have neither an answer nor a failure. */
        public long left() {
            return bodies - answered - failed;
        }

        /** Returns whether every body has an answer. */
        public boolean isComplete() {
            return answered == bodies;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            text.append(answered).append(" of ").append(bodies).append(" answered");
            text.append(failed == 0 ? "" : ", " + failed + " failed");
            text.append(left() == 0 ? "" : ", " + left() + " left");
            text.append(", ").append(usage.total()).append(" tokens");
            if (!costs.isEmpty()) {
                text.append(", ").append(costs.stream().map(Cost::toString).collect(Collectors.joining(" + ")));
            }
            if (!timeLeft.isZero()) {
                text.append(String.format(Locale.ROOT, ", about %d s left", Math.max(1, timeLeft.toSeconds())));
            }
            stopped.ifPresent(why -> text.append("; stopped: ").append(why.message()));
            return text.toString();
        }
    }
}
