package dev.plumbline.cli;

import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.store.DiskResponseStore;
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

/** Asks a model many things: bodies in, returns out, and again after a crash without asking twice. */
@Command(
        name = "batch",
        description =
                "Runs the bodies of a file, one in JSON a line, and writes what came of each as a line of another file."
                        + " Run it again after a crash, and what is written there is not asked again.",
        mixinStandardHelpOptions = true)
final class BatchCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "IN", description = "Bodies in JSON (docs/fingerprint.md), one a line.")
    private Path in = Path.of("");

    @Parameters(index = "1", paramLabel = "OUT", description = "Gets a line for each, in the order in which they end.")
    private Path out = Path.of("");

    @Mixin
    private final ModelArguments model = new ModelArguments();

    @Option(
            names = "--parallel",
            paramLabel = "N",
            description = "How many are asked at once; ${DEFAULT-VALUE} unless given.")
    private int parallel = 4;

    @Option(
            names = "--cache",
            paramLabel = "FOLDER",
            description = "Keeps answers there and gives them again; off unless given.")
    private @Nullable Path cache;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description =
                    "How many calls a minute, those that are tried again included; as many as there are unless given.")
    private int rate;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (parallel < 1 || parallel > 64) {
            throw new IllegalArgumentException("--parallel is 1 to 64");
        }
        if (rate < 0) {
            throw new IllegalArgumentException("--rate is 1 or more");
        }
        try (BatchResults results = BatchResults.in(out);
                AiRuntime ai = runtime()) {
            Batch batch =
                    new Batch(ai, results, new ProgressLine(spec.commandLine().getErr(), isWatched()));
            return batch.run(BatchInput.of(in), parallel) ? 0 : 1;
        }
    }

    /** Whether standard error is a terminal, and not a file. */
    private static boolean isWatched() throws IOException {
        TerminalBuilder builder =
                TerminalBuilder.builder().dumb(true).systemOutput(TerminalBuilder.SystemOutput.SysErr);
        try (Terminal terminal = builder.build()) {
            return !terminal.getType().startsWith(Terminal.TYPE_DUMB);
        }
    }

    private AiRuntime runtime() {
        AiRuntime.Builder builder = AiRuntime.builder().addProvider(model.provider());
        if (cache != null) {
            builder.cache(DiskResponseStore.of(cache));
        }
        if (rate > 0) {
            builder.rateLimit(rate, Duration.ofMinutes(1));
        }
        return builder.build();
    }
}
