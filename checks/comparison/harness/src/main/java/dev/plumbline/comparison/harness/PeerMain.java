package dev.plumbline.comparison.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The main program of a peer's process. With arguments it measures one scenario, prints the cost, closes the library,
 * and prints whether closing ended; without, it reads one task per line from its input ({@code TASK, base URL, silence,
 * total, patience in milliseconds}, separated by tabs) and prints the line of its {@link TaskOutcome}. Output of
 * libraries goes to the error stream.
 */
public final class PeerMain {
    private static final int CLOSING_MILLIS = 5_000;

    private final PrintStream out;
    private final Peer.Factory maker;

    private PeerMain(PrintStream out, Peer.Factory maker) {
        this.out = out;
        this.maker = maker;
    }

    /** Runs the peer; called from its own main. */
    public static void run(String[] args, Peer.Factory maker) {
        PrintStream out = System.out;
        System.setOut(System.err);
        PeerMain child = new PeerMain(out, maker);
        try {
            child.run(args);
        } catch (Exception e) {
            e.printStackTrace(System.err);
        }
        out.flush();
        Runtime.getRuntime().halt(0); // in spite of threads and hooks that a library has left
    }

    private void run(String[] args) throws Exception {
        if (args.length == 0) {
            serve();
        } else {
            measure(Scenario.valueOf(args[0]), URI.create(args[1]));
        }
    }

    /** Prints the cost before closing, because closing a library may hang. */
    private void measure(Scenario scenario, URI base) throws Exception {
        Peer peer = maker.make(scenario.config(base), PeerTools.small());
        out.println(scenario.cost(peer).line());
        out.flush();
        Thread closing = new Thread(peer::close, "closing");
        closing.setDaemon(true);
        closing.start();
        closing.join(CLOSING_MILLIS);
        out.println(closing.isAlive() ? "left open" : "closed");
    }

    private void serve() throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(outcome(line.split("\t", -1)).line());
            out.flush();
        }
    }

    private TaskOutcome outcome(String[] task) throws InterruptedException {
        PeerConfig config =
                new PeerConfig(URI.create(task[1]), "sk-test-key-of-the-arena", millis(task[2]), millis(task[3]));
        return new TaskRun(maker, config).run(PeerTask.valueOf(task[0]), Long.parseLong(task[4]));
    }

    private static Duration millis(String number) {
        return Duration.ofMillis(Long.parseLong(number));
    }
}
