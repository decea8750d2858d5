package dev.plumbline.cli;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.postgresql.BatchClaim;
import dev.plumbline.postgresql.BatchItem;
import dev.plumbline.postgresql.BatchProgress;
import dev.plumbline.postgresql.BatchQueue;
import dev.plumbline.postgresql.BatchResult;
import dev.plumbline.providers.internal.RecordedResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.runtime.internal.BatchInput;
import dev.plumbline.runtime.internal.BatchResultFile;
import dev.plumbline.session.ConversationSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Works on a run that several machines share until every body has a result, and writes the results of all machines. The
 * database is used by one thread. Used once.
 */
final class QueueRunner {
    private static final int PAGE = 500;
    private static final int ATTEMPTS = 5;
    private static final long PROGRESS = Duration.ofSeconds(1).toNanos();
    private static final long RENEWAL = Duration.ofSeconds(15).toNanos();

    private final AiRuntime ai;
    private final BatchQueue queue;
    private final BatchResultFile results;
    private final ProgressLine progress;
    private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    private final Deque<Ended> unsaved = new ArrayDeque<>();
    private final Map<Long, BatchClaim> running = new HashMap<>();

    QueueRunner(AiRuntime ai, BatchQueue queue, BatchResultFile results, ProgressLine progress) {
        this.ai = ai;
        this.queue = queue;
        this.results = results;
        this.progress = progress;
    }

    /** A call that has ended. */
    private record Ended(BatchClaim claim, AiReturn ret) {}

    /**
     * Adds the bodies that the run does not have yet, works until all have results, and returns whether all succeeded.
     *
     * @throws UncheckedIOException if the database cannot be used at the beginning; later it is waited for
     */
    boolean run(BatchInput input, int parallel, QueueConnection connection, Cancellation waiting)
            throws IOException, InterruptedException {
        add(input);
        String worker = ProcessHandle.current().pid() + "@" + host();
        BatchProgress state = queue.progress();
        long shown = connection.time().nanoTime();
        long renewed = shown;
        while (!state.isFinished()) {
            long now = connection.time().nanoTime();
            try {
                // first, because the leases of running calls must not end by what fails below
                if (now - renewed > RENEWAL) {
                    queue.renew(List.copyOf(running.values()));
                    renewed = now;
                }
                start(worker, parallel, connection);
                save(connection.time().instant());
                if (now - shown > PROGRESS || running.isEmpty()) {
                    state = queue.progress();
                    progress.show(state);
                    shown = now;
                }
            } catch (UncheckedIOException away) {
                progress.note(Objects.toString(away.getMessage()));
                waiting.sleep(Duration.ofSeconds(1), "the database is away");
            }
        }
        copy();
        progress.show(state);
        progress.end("");
        return state.failed() == 0;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            return "unknown";
        }
    }

    private void add(BatchInput input) throws IOException {
        List<BatchItem> page = new ArrayList<>();
        try (BatchInput.Bodies lines = input.open()) {
            BatchInput.Numbered next = lines.next();
            while (next != null) {
                results.has(next); // refuses an OUT of other bodies
                page.add(new BatchItem(
                        next.line(),
                        next.body().fingerprint().text(),
                        next.body().toJson()));
                next = lines.next();
                if (page.size() == PAGE || next == null) {
                    queue.add(page);
                    page.clear();
                }
            }
        }
    }

    private void start(String worker, int parallel, QueueConnection connection) {
        int free = parallel - running.size();
        if (free > 0 && connection.leavesReserve()) {
            queue.claim(worker, free).forEach(claim -> begin(claim, connection.options()));
        }
    }

    private void begin(BatchClaim claim, SessionOptions options) {
        running.put(claim.item().line(), claim);
        ConversationSession session = ai.session(AiBody.from(claim.item().body()), options);
        var unused = session.runAsync().whenComplete((ret, thrown) -> {
            session.close();
            ended.add(new Ended(claim, ret));
        });
    }

    /** Waits for a moment for calls to end, and stores what has ended; what cannot be stored is tried again. */
    private void save(Instant now) throws InterruptedException {
        Ended first = ended.poll(200, TimeUnit.MILLISECONDS);
        if (first != null) {
            unsaved.add(first);
            ended.drainTo(unsaved);
        }
        while (!unsaved.isEmpty()) {
            save(unsaved.element(), now);
            running.remove(unsaved.remove().claim().item().line());
        }
    }

    private void save(Ended call, Instant now) {
        AiReturn ret = call.ret();
        if (ret.error().filter(AiError::retryable).isPresent() && call.claim().attempts() < ATTEMPTS) {
            queue.postpone(call.claim(), delay(call, now));
            return;
        }
        BatchItem item = call.claim().item();
        queue.finish(new BatchResult(
                item.line(),
                item.fingerprint(),
                RecordedResponses.toJson(ret),
                ret.isOk(),
                ret.usage().total(),
                ret.cost()));
    }

    /** Returns the delay that the server wants, at least twice as long after each attempt. */
    private static Duration delay(Ended call, Instant now) {
        Duration usual = Duration.ofSeconds(1L << call.claim().attempts());
        return call.ret()
                .error()
                .flatMap(AiError::retryAt)
                .map(at -> Duration.between(now, at))
                .filter(wanted -> wanted.compareTo(usual) > 0)
                .orElse(usual);
    }

    /** Writes the results of all machines that the file does not have yet. */
    private void copy() throws IOException {
        List<BatchResult> page = queue.results(0, PAGE);
        while (!page.isEmpty()) {
            results.add(page.stream()
                    .filter(result -> !results.has(result.line()))
                    .map(result -> new BatchResultFile.Result(
                            result.line(), result.fingerprint(), "", result.value(), result.cost(), "", ""))
                    .toList());
            page = queue.results(page.get(page.size() - 1).line(), PAGE);
        }
    }
}
