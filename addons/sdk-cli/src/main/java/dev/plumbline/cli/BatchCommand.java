package dev.plumbline.cli;

import dev.plumbline.call.Cancellation;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.runtime.Batch;
import dev.plumbline.runtime.internal.BatchInput;
import dev.plumbline.runtime.internal.BatchResultFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code batch}: runs many bodies and writes their returns; a repeated run continues after a crash. */
@Command(
        name = "batch",
        description =
                "Runs the bodies of a file, one JSON value per line, and writes each result as a line of another file."
                        + " After a crash, run it again: bodies with a result are skipped.",
        mixinStandardHelpOptions = true)
final class BatchCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "IN", description = "Bodies in JSON (docs/fingerprint.md), one per line.")
    private Path in = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "OUT",
            description = "Gets a line for each result, in the order in which the calls end.")
    private Path out = Path.of("");

    @Mixin
    private final ModelArguments model = new ModelArguments();

    @Mixin
    private final RequestLogArguments requestLog = new RequestLogArguments();

    @Option(
            names = "--parallel",
            paramLabel = "N",
            description = "The number of concurrent calls; default: ${DEFAULT-VALUE}.")
    private int parallel = 4;

    @Option(names = "--cache", paramLabel = "FOLDER", description = CacheLocation.DESCRIPTION)
    private @Nullable String cache;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "The maximum number of calls per minute, including retries; unlimited by default.")
    private int rate;

    @Option(
            names = "--provider-batch",
            description = "Uses the batches of OpenAI or Anthropic: half the price, results within a day."
                    + " Waits for them; after an end of the program, run it again.")
    private boolean providerBatch;

    @Option(
            names = "--cancel",
            description = "With --provider-batch: cancels what was submitted, and writes what is finished.")
    private boolean cancel;

    @Mixin
    private final QueueOptions queue = new QueueOptions();

    private final Cancellation waiting;

    BatchCommand() {
        this(Cancellation.create());
    }

    /** Creates a command that waits for batches by that cancellation. */
    BatchCommand(Cancellation waiting) {
        this.waiting = waiting;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (cancel && !providerBatch) {
            throw new IllegalArgumentException("--cancel is for --provider-batch");
        }
        if (parallel < 1 || parallel > 64) {
            throw new IllegalArgumentException("--parallel must be 1 to 64; got " + parallel);
        }
        if (rate < 0) {
            throw new IllegalArgumentException("--rate must be 1 or more; got " + rate);
        }
        if (queue.isGiven()) {
            return overMachines() ? 0 : 1;
        }
        ProgressLine line = new ProgressLine(spec.commandLine().getErr(), isWatched());
        try (AiRuntime ai = runtime(model.provider())) {
            Batch asked = ai.batch(in)
                    .withParallel(parallel)
                    .withCancellation(waiting)
                    .withProgress(line::show);
            Batch batch = providerBatch ? asked.withServiceBatches() : asked;
            Batch.Progress end = cancel ? batch.endServiceBatches(out) : batch.writeTo(out);
            line.end(remark(end));
            return end.isComplete() ? 0 : 1;
        }
    }

    /** Returns what a person should know of the end. */
    private String remark(Batch.Progress end) throws IOException {
        if (end.left() > 0) {
            return end.left() + " of the bodies were not asked"
                    + end.stopped().map(why -> ": " + why.message()).orElse("")
                    + "; run the command again to go on";
        }
        try (BatchResultFile results = BatchResultFile.in(out)) {
            return results.remedy();
        }
    }

    private boolean overMachines() throws IOException, InterruptedException {
        BatchInput input = BatchInput.of(in);
        AiProvider provider = model.provider();
        try (BatchResultFile results = BatchResultFile.in(out);
                QueueConnection connection = queue.connect(rate, provider.id());
                AiRuntime ai = connection.limited(builder(provider)).build()) {
            ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), isWatched());
            return new QueueRunner(ai, connection.queue(queue.run(input, model)), results, progress)
                    .run(input, parallel, connection, waiting);
        }
    }

    /** Returns whether standard error is a terminal. */
    private static boolean isWatched() throws IOException {
        TerminalBuilder builder = SystemTerminal.builder().systemOutput(TerminalBuilder.SystemOutput.SysErr);
        try (Terminal terminal = builder.build()) {
            return !terminal.getType().startsWith(Terminal.TYPE_DUMB);
        }
    }

    private AiRuntime runtime(AiProvider provider) throws IOException {
        AiRuntime.Builder builder = builder(provider);
        if (rate > 0) {
            builder.rateLimit(rate, Duration.ofMinutes(1));
        }
        return builder.build();
    }

    private AiRuntime.Builder builder(AiProvider provider) throws IOException {
        AiRuntime.Builder builder = AiRuntime.builder().addProvider(provider);
        if (cache != null) {
            builder.cache(CacheLocation.store(cache, System::getenv));
        }
        requestLog.addTo(builder);
        return builder;
    }
}
