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

/** A peer's process for the faults; it is replaced if it is broken. For one thread at a time. */
final class PeerProcess implements AutoCloseable {
    /** The read timeout of a peer. */
    static final int SILENCE = 1_500;

    /** The call timeout of a peer. */
    static final int TOTAL = 6_000;

    /** The time limit of a task, including retries and waits. */
    static final int PATIENCE = 15_000;

    private final PeerLibrary peer;
    private final List<String> options;
    private Optional<Process> process = Optional.empty();
    private Optional<BufferedReader> answers = Optional.empty();

    PeerProcess(PeerLibrary peer, List<String> options) {
        this.peer = peer;
        this.options = options;
    }

    /** Runs a task with the service at that address and returns its outcome. */
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
        Thread reader = new Thread(read, "process");
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
            Path log = Path.of(System.getProperty("comparison.logs", "target"), "faults-" + peer.name() + ".log");
            ProcessBuilder.Redirect said = ProcessBuilder.Redirect.appendTo(log.toFile());
            Process started =
                    peer.process("1", options, List.of()).redirectError(said).start();
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
