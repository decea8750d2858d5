package dev.plumbline.comparison.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The process of a contender. With arguments it measures one scenario, prints what it cost, closes, and prints whether that came
 * to an end; without, it reads one task a line
 * from its input ({@code TASK, base URL, silence, total, patience in milliseconds}, tabs between) and answers each with the line
 * of its {@link TaskOutcome}. What libraries print goes to the error stream.
 */
public final class PeerMain {
    private static final int CLOSING_MILLIS = 5_000;

    private final PrintStream out;
    private final Peer.Factory maker;

    private PeerMain(PrintStream out, Peer.Factory maker) {
        this.out = out;
        this.maker = maker;
    }

    /** Runs; called from the contender's own main. */
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
        Runtime.getRuntime().halt(0); // whatever threads and hooks a library has left
    }

    private void run(String[] args) throws Exception {
        if (args.length == 0) {
            serve();
        } else {
            measure(Scenario.valueOf(args[0]), URI.create(args[1]));
        }
    }

    /** Prints what it cost before it closes, because a library may not come back from that. */
    private void measure(Scenario scenario, URI base) throws Exception {
        Peer contender = maker.make(scenario.setting(base), PeerTools.small());
        out.println(scenario.cost(contender).line());
        out.flush();
        Thread closing = new Thread(contender::close, "closing");
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
        PeerConfig setting =
                new PeerConfig(URI.create(task[1]), "sk-test-key-of-the-arena", millis(task[2]), millis(task[3]));
        return new TaskRun(maker, setting).run(PeerTask.valueOf(task[0]), Long.parseLong(task[4]));
    }

    private static Duration millis(String number) {
        return Duration.ofMillis(Long.parseLong(number));
    }
}
