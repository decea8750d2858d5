package dev.plumbline.examples.floorplan;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The demo: a model draws a small house with tools, and is then asked the same question twice. Shows all of it as text and
 * leaves {@code floorplan.svg}, {@code transcript.json} and the journal of its sessions. One use; {@link #cancel} may be called from any thread.
 */
public final class FloorPlanDemo {
    private static final String INSTRUCTIONS = """
            You draw floor plans of small houses with the tools; x goes to the right, y goes up, and the lower left \
            corner of the house is at 0, 0. Draw outer walls of 300 mm first, then inner walls, rooms and doors. \
            When a tool refuses, correct the call. When the plan is complete, describe it in two sentences.""";
    private static final String ORDER = "Draw a small house of 8 by 6 metres with a living room and a bedroom.";
    private static final String QUESTION = "Describe the house in one sentence.";

    private final FloorPlan plan = new FloorPlan();
    private final Cancellation stop = Cancellation.create();
    private final SessionOptions options =
            SessionOptions.builder().addCancellation(stop).build();
    private final ConsoleOutput page;
    private final DemoStatistics counts;
    private final DemoFiles files;

    /** A demo that writes to {@code out}, and its files into {@code folder}, which it makes. */
    public FloorPlanDemo(PrintWriter out, Path folder) {
        this.page = new ConsoleOutput(out);
        this.counts = new DemoStatistics(page);
        this.files = new DemoFiles(folder);
    }

    /**
     * Lets a scripted model draw: a real server on 127.0.0.1 that is busy at first and draws one wall backwards.
     *
     * @param pace the time between two pieces of an answer
     * @return the turn in which the house was drawn; failures are values
     * @throws IOException when a file cannot be written
     */
    public AiReturn runScripted(Duration pace) throws IOException {
        try (ScriptedModel model = new ScriptedModel(pace)) {
            page.line("A scripted model answers at " + model.address() + ". It is told what to say, the rest is real.");
            return run(model.provider());
        }
    }

    /**
     * Lets a model of that provider draw, and closes the provider.
     *
     * @return the turn in which the house was drawn; failures are values
     * @throws IOException when a file cannot be written
     */
    public AiReturn run(AiProvider provider) throws IOException {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(new FloorPlanTools(plan))
                .addContext("units", () -> "mm")
                .cache(ResponseStore.inMemory(100))
                .addObserver(counts)
                .journal(files.journal())
                .build()) {
            return run(ai);
        }
    }

    private AiReturn run(AiRuntime ai) throws IOException {
        AiBody body = AiBody.builder()
                .addSystem(INSTRUCTIONS)
                .toolFilter("*")
                .contextFilter("units")
                .build();
        try (ConversationSession session = ai.session(body, options)) {
            AiReturn drawn = ask(session, ORDER);
            int rounds = counts.rounds();
            files.write(plan, session.body(), drawn);
            if (drawn.isOk()) {
                describe(ai);
                describe(ai);
                page.line(DemoSummary.of(drawn, rounds, counts, plan));
                page.line("What happened, to look at: ./plumbline report " + session.id()
                        + ", which has the drawing alone");
            } else {
                page.line(DemoSummary.ofKept(drawn, session.path(), plan));
            }
            page.line("Written: " + files);
            return drawn;
        }
    }

    /** Asks in a conversation of its own, without tools: the same question about the same plan has the same fingerprint. */
    private void describe(AiRuntime ai) {
        AiBody body = AiBody.builder()
                .addContext("walls", plan.walls())
                .addContext("doors", plan.doors())
                .addContext("rooms", plan.rooms())
                .toolFilter("-*")
                .build();
        SessionOptions unwritten = options.toBuilder().journal(false).build(); // the newest stored one is the drawing
        try (ConversationSession session = ai.session(body, unwritten)) {
            ask(session, QUESTION);
        }
    }

    private AiReturn ask(ConversationSession session, String question) {
        ConsoleView view = new ConsoleView(page);
        session.observe(view);
        AiReturn ret = session.send(question);
        view.awaitFinished();
        return ret;
    }

    /** Ends whatever turn is running; what has been drawn is kept and written. Idempotent; never waits. */
    public void cancel(String reason) {
        stop.cancel(reason);
    }
}
