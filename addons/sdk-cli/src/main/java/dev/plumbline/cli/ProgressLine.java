package dev.plumbline.cli;

import dev.plumbline.event.Cost;
import dev.plumbline.postgresql.BatchProgress;
import dev.plumbline.runtime.Batch;
import java.io.PrintWriter;
import java.util.stream.Collectors;

/** Shows progress as one line that is overwritten; without a terminal, only the final line. Thread-safe. */
final class ProgressLine {
    private static final int WIDTH = 30;

    private final PrintWriter out;
    private final boolean watched;
    private String line = "";
    private String noted = "";

    ProgressLine(PrintWriter out, boolean watched) {
        this.out = out;
        this.watched = watched;
    }

    /** Shows the state of a run over machines, with workers, tokens and cost. */
    void show(BatchProgress run) {
        String costs = run.costs().stream().map(Cost::toString).collect(Collectors.joining(" + "));
        show(bar(run.finished(), run.items(), run.failed()) + ", " + run.workers() + " workers, " + run.tokens()
                + " tokens" + (costs.isEmpty() ? "" : ", " + costs));
    }

    /** Shows the state of a batch, with tokens and cost. */
    void show(Batch.Progress batch) {
        String costs = batch.costs().stream().map(Cost::toString).collect(Collectors.joining(" + "));
        show(bar(batch.answered() + batch.failed(), batch.bodies(), batch.failed())
                + (costs.isEmpty() ? "" : ", " + costs));
    }

    void show(long done, long all, long failed) {
        show(bar(done, all, failed));
    }

    private static String bar(long done, long all, long failed) {
        int filled = all == 0 ? WIDTH : (int) (WIDTH * done / all);
        return "[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + done + " of " + all
                + (failed == 0 ? "" : ", " + failed + " failed");
    }

    private synchronized void show(String text) {
        line = text;
        if (watched) {
            out.print("\r" + line);
            out.flush();
        }
    }

    /** Shows a line of its own, unless it was the last one. */
    synchronized void note(String text) {
        if (!text.equals(noted)) {
            noted = text;
            out.println(text);
        }
    }

    /** Ends the line; below it is that remark, if there is one. */
    synchronized void end(String remark) {
        out.println(watched ? "" : line);
        if (!remark.isEmpty()) {
            out.println(remark);
        }
    }
}
