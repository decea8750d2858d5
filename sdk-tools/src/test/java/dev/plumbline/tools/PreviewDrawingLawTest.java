package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.tool.AiTool;
import dev.plumbline.ui.Question;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a tool draws while a person is asked is there with the question and gone with it. */
class PreviewDrawingLawTest {

    /** How a question ends. */
    enum End {
        YES,
        NO,
        EXPIRED,
        CANCELLED,
        THROWN,
        CLOSED
    }

    private static final class Plan {
        final List<String> log = new CopyOnWriteArrayList<>();
        final FakeHostApplication host;
        int drawn;

        Plan(FakeHostApplication host) {
            this.host = host;
        }

        AiTool tool() {
            return ToolExecutorFixture.tool("draw", (in, ctx) -> {
                        log.add("ran with " + drawn);
                        return 1;
                    })
                    .withDestructive()
                    .withPreview(in -> "Draw a wall", in -> {
                        drawn++;
                        log.add("drawn on ui: " + host.isUiThread());
                        return () -> {
                            drawn--;
                            log.add("gone on ui: " + host.isUiThread());
                        };
                    });
        }
    }

    @Provide
    Arbitrary<List<End>> ends() {
        return Arbitraries.of(End.values()).list().ofMinSize(1).ofMaxSize(3);
    }

    @Property(tries = 60)
    @net.jqwik.api.Tag("N40")
    @Label("N40 each drawing is made once and taken away once, on the UI thread, however its question ends")
    void n40_drawing_livesAsLongAsItsQuestion(@ForAll("ends") List<End> ends) throws Exception {
        try (FakeHostApplication host = new FakeHostApplication()) {
            for (End end : ends) {
                Plan plan = new Plan(host);
                run(plan, end);
                List<String> expected = end == End.YES
                        ? List.of("drawn on ui: true", "asked with 1", "gone on ui: true", "ran with 0")
                        : List.of("drawn on ui: true", "asked with 1", "gone on ui: true");
                assertThat(plan.log).as("%s", end).containsExactlyElementsOf(expected);
            }
        }
    }

    private static void run(Plan plan, End end) throws Exception {
        ToolExecutorFixture bench = new ToolExecutorFixture();
        CompletableFuture<Question> shown = new CompletableFuture<>();
        Consumer<Question> handler = question -> {
            plan.log.add("asked with " + plan.drawn);
            if (end == End.THROWN) {
                throw new IllegalStateException("no window");
            }
            if (end == End.YES || end == End.NO) {
                question.answer(question.options().get(end == End.YES ? 0 : 1));
            }
            shown.complete(question);
        };
        bench.with(plan.tool())
                .with(b ->
                        b.host(plan.host).approvals(ApprovalRules.ofDefaults()).questionHandler(handler));
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start(bench.call("draw", Map.of()));
        if (end == End.EXPIRED || end == End.CANCELLED || end == End.CLOSED) {
            shown.join();
        }
        switch (end) {
            case EXPIRED -> bench.clock.advance(Duration.ofMinutes(3));
            case CANCELLED -> bench.turn.cancel("Stop");
            case CLOSED -> bench.close();
            default -> {}
        }
        if (end == End.CLOSED) {
            bench.turn.cancel("the window was closed");
        }
        outcome.join();
        CompletableFuture<Void> after = new CompletableFuture<>();
        plan.host.execute(() -> after.complete(null));
        after.join();
        bench.close();
    }

    @Test
    @Tag("N40")
    @DisplayName("N40 a drawing that throws is reported, and the person is asked all the same")
    void n40_drawingThatThrows_leavesTheQuestion() throws Exception {
        try (FakeHostApplication host = new FakeHostApplication();
                ToolExecutorFixture bench = new ToolExecutorFixture()) {
            AiTool broken = tool("draw", (in, ctx) -> 1).withDestructive().withPreview(in -> "Draw", in -> {
                throw new IllegalStateException("no plan");
            });
            bench.with(broken)
                    .with(b -> b.host(host)
                            .approvals(ApprovalRules.ofDefaults())
                            .questionHandler(question ->
                                    question.answer(question.options().get(0))));
            assertThat(bench.run("draw").isOk()).isTrue();
            assertThat(bench.events)
                    .anyMatch(event -> event instanceof dev.plumbline.event.TelemetryEvent.ExtensionFailed failed
                            && failed.toString().contains("preview"));
        }
    }
}
