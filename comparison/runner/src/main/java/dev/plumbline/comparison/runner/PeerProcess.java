package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.PeerTask;
import dev.plumbline.comparison.harness.TaskOutcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A contender's process for the gauntlet; a new one when the last one was broken. One thread at a time. */
final class PeerProcess implements AutoCloseable {
    /** The read timeout of a contender. */
    static final int SILENCE = 1_500;

    /** The call timeout of a contender. */
    static final int TOTAL = 6_000;

    /** How long it has in all, retries and waits included. */
    static final int PATIENCE = 15_000;

    private final PeerLibrary fighter;
    private final List<String> options;
    private Optional<Process> process = Optional.empty();
    private Optional<BufferedReader> answers = Optional.empty();

    PeerProcess(PeerLibrary fighter, List<String> options) {
        this.fighter = fighter;
        this.options = options;
    }

    /** How it ends when the contender does that with the service at that address. */
    TaskOutcome run(PeerTask task, URI base) {
        long begun = System.nanoTime();
        try {
            TaskOutcome outcome = answered(task, base);
            if (outcome.end() == TaskOutcome.End.HUNG) {
                close();
            }
            return outcome;
        } catch (IOException | TimeoutException e) {
            close();
            TaskOutcome.End end = e instanceof TimeoutException ? TaskOutcome.End.HUNG : TaskOutcome.End.DIED;
            return TaskOutcome.silent(end, (System.nanoTime() - begun) / 1_000_000);
        }
    }

    private TaskOutcome answered(PeerTask task, URI base) throws IOException, TimeoutException {
        Process running = running();
        String line = String.join("\t", task.name(), base.toString(), "" + SILENCE, "" + TOTAL, "" + PATIENCE) + "\n";
        running.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
        running.getOutputStream().flush();
        FutureTask<Optional<String>> read =
                new FutureTask<>(() -> Optional.ofNullable(answers.orElseThrow().readLine()));
        Thread reader = new Thread(read, "corner");
        reader.setDaemon(true);
        reader.start();
        return TaskOutcome.parse(got(read).orElseThrow(() -> new IOException("the process has ended")));
    }

    private static Optional<String> got(FutureTask<Optional<String>> read) throws IOException, TimeoutException {
        try {
            return read.get(PATIENCE + 5_000, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | InterruptedException e) {
            throw new IOException(e);
        }
    }

    private Process running() throws IOException {
        if (process.isEmpty()) {
            Path log = Path.of(System.getProperty("comparison.logs", "target"), "gauntlet-" + fighter.name() + ".log");
            ProcessBuilder.Redirect said = ProcessBuilder.Redirect.appendTo(log.toFile());
            Process started =
                    fighter.process("1", options, List.of()).redirectError(said).start();
            process = Optional.of(started);
            answers = Optional.of(
                    new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8)));
        }
        return process.get();
    }

    @Override
    public void close() {
        process.ifPresent(PeerProcess::end);
        process = Optional.empty();
    }

    private static void end(Process running) {
        try {
            running.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
            running.getOutputStream().close();
        } catch (IOException | InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
