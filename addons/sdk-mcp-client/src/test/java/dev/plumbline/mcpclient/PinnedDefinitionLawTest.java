package dev.plumbline.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever changes and dies, and however the person answers: what runs has a definition that was approved. */
class PinnedDefinitionLawTest {
    /** What happens; the number is the version of the definition. */
    record Step(String what, int version) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        return Arbitraries.of("call", "call", "change", "change", "die", "session", "review", "review", "yes", "no")
                .flatMap(what -> Arbitraries.integers().between(0, 3).map(version -> new Step(what, version)))
                .list()
                .ofMinSize(1)
                .ofMaxSize(16);
    }

    @Property(tries = 300)
    @Label("MC16 no definition runs that differs from the one that was approved and offered")
    void mc16_whatRuns_wasApproved(@ForAll("steps") List<Step> steps) {
        FakeServer server = new FakeServer();
        AtomicBoolean agrees = new AtomicBoolean(true);
        AtomicReference<String> pinned = new AtomicReference<>("");
        McpToolOptions options = McpToolOptions.builder("test", new AnySchema())
                .limits(McpToolLimits.ofDefaults().withRestarts(1_000))
                .questionHandler(question -> {
                    if (agrees.get()) {
                        pinned.set(question.text().replaceAll("(?s).*(Version \\d).*", "$1"));
                        question.answer(question.options().get(0));
                    } else {
                        question.answer(question.fallback());
                    }
                })
                .build();
        Cancellation closing = Cancellation.create();
        try (ClientThreads threads = new ClientThreads("test")) {
            ConnectionParts parts = new ConnectionParts("test", threads, options.limits, line -> {});
            HostQuestions questions = new HostQuestions(options, parts, closing);
            DefinitionReview review = new DefinitionReview(options, questions, "fake");
            RemoteTools tools = new RemoteTools(options, parts, review, closing);
            ServerRequests requests = new ServerRequests(options, parts, questions, closing);
            ServerLink link = new ServerLink(
                    server,
                    requests,
                    new ServerLink.Environment(
                            parts, closing, Duration.ofSeconds(30), new Backoff(threads.time(), Duration.ZERO)),
                    tools::list);
            requests.onListChanged(() -> tools.changed(link));
            play(steps, new Program(server, tools, link, agrees, pinned));
            boolean unused = closing.cancel("the test is over");
            link.close();
        }
    }

    /** The parts that a step works on. */
    private record Program(
            FakeServer server,
            RemoteTools tools,
            ServerLink link,
            AtomicBoolean agrees,
            AtomicReference<String> pinned) {}

    private static void play(List<Step> steps, Program program) {
        ServerSession unused = program.link().session(Cancellation.create());
        program.tools().review();
        List<RemoteTool> offered = program.tools().usable();
        for (Step step : steps) {
            switch (step.what()) {
                case "change" -> program.server().change(step.version());
                case "die" -> program.server().die(step.version());
                case "yes" -> program.agrees().set(true);
                case "no" -> program.agrees().set(false);
                case "review" -> program.tools().review();
                case "session" -> {
                    program.tools().review();
                    offered = program.tools().usable();
                }
                default -> call(offered, program);
            }
        }
    }

    private static void call(List<RemoteTool> offered, Program program) {
        int before = program.server().ran.size();
        for (RemoteTool tool : offered) {
            ToolEnvelope outcome = program.tools().call(tool, Json.object(), FakeContext.create(), program.link());
            List<Integer> ran = program.server().ran;
            assertThat(ran.size() - before).isEqualTo(outcome.isOk() ? 1 : 0);
            if (outcome.isOk()) {
                String version = "Version " + ran.get(ran.size() - 1);
                assertThat(tool.description()).isEqualTo(version);
                assertThat(program.pinned().get()).isEqualTo(version);
            }
        }
    }
}
