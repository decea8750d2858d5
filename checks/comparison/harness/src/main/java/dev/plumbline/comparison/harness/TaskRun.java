package dev.plumbline.comparison.harness;

import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs one task of a new peer on a separate thread, which is abandoned if it does not end. */
final class TaskRun {
    private final Peer.Factory maker;
    private final PeerConfig config;
    private final PeerTools peerTools = PeerTools.whole();
    private final StringBuilder shown = new StringBuilder();

    TaskRun(Peer.Factory maker, PeerConfig config) {
        this.maker = maker;
        this.config = config;
    }

    TaskOutcome run(PeerTask task, long patienceMillis) throws InterruptedException {
        FutureTask<String> work = new FutureTask<>(() -> attempt(task));
        Thread thread = new Thread(work, "trial");
        thread.setDaemon(true);
        long begun = System.nanoTime();
        thread.start();
        try {
            String text = work.get(patienceMillis, TimeUnit.MILLISECONDS);
            return outcome(
                    TaskOutcome.silent(TaskOutcome.End.RETURNED, since(begun)).withText(text));
        } catch (TimeoutException e) {
            return outcome(TaskOutcome.silent(TaskOutcome.End.HUNG, since(begun)));
        } catch (ExecutionException e) {
            Throwable thrown = Objects.requireNonNull(e.getCause());
            return outcome(TaskOutcome.silent(TaskOutcome.End.THREW, since(begun))
                    .withError(thrown.getClass().getName(), messages(thrown)));
        }
    }

    private static long since(long begun) {
        return (System.nanoTime() - begun) / 1_000_000;
    }

    private String attempt(PeerTask task) throws Exception {
        try (Peer peer = maker.make(config, peerTools)) {
            String text = task.run(peer, "Draw a wall.", this::show);
            return text == null ? "" : text;
        }
    }

    private synchronized void show(String piece) {
        shown.append(piece);
    }

    /** Returns the outcome with the pieces shown and the tools run so far. */
    private synchronized TaskOutcome outcome(TaskOutcome end) {
        return end.withSeen(shown.toString(), String.join(",", peerTools.ran()));
    }

    private static String messages(Throwable thrown) {
        StringBuilder all = new StringBuilder();
        Throwable at = thrown;
        for (int i = 0; at != null && i < 8; i++) {
            all.append(i == 0 ? "" : " <- ").append(at);
            at = at.getCause();
        }
        return all.toString();
    }
}
