package dev.plumbline.integration.mcp;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcpclient.McpToolLimits;
import dev.plumbline.mcpclient.McpToolOptions;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.mcpclient.McpTransport;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolRuntime;
import dev.plumbline.ui.Question;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** A program that uses the tools of servers, some of which misbehave; it keeps what it was asked and what was logged. */
final class McpFixture implements AutoCloseable {
    /** Limits that a server on a busy machine keeps. */
    static final McpToolLimits PATIENT = McpToolLimits.ofDefaults()
            .withCallTime(Duration.ofMinutes(1))
            .withConnectTime(Duration.ofMinutes(1))
            .withQuestionTime(Duration.ofMinutes(1));

    private static final String SCRIPT =
            Path.of("src/test/mcp/misbehaving.py").toAbsolutePath().toString();
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    final List<Question> asked = new CopyOnWriteArrayList<>();
    final List<String> log = new CopyOnWriteArrayList<>();
    final Path ran;
    private final Scheduler time = Scheduler.system(Clock.systemUTC(), Thread::new);
    private final List<Runnable> opened = new ArrayList<>();
    private volatile Consumer<Question> person = McpFixture::agree;
    private McpToolLimits limits = PATIENT;

    McpFixture(Path folder) {
        ran = folder.resolve("ran" + NUMBERS.incrementAndGet());
    }

    /** Skips a test where Python is missing. */
    static void requirePython() {
        boolean found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));
        if (!found) {
            throw new TestAbortedException("SKIPPED, and it should not be: there is no python3");
        }
    }

    static void agree(Question question) {
        Question whole = question.opened();
        whole.answer(whole.options().get(0));
    }

    static void refuse(Question question) {
        question.answer(question.fallback());
    }

    /** Sets how the person answers from now on. */
    void person(Consumer<Question> answers) {
        person = answers;
    }

    /** From now on, calls of servers end after a moment: for servers that never answer. */
    McpFixture impatient() {
        limits = PATIENT.withCallTime(Duration.ofSeconds(3));
        return this;
    }

    McpTransport.Stdio misbehaving(String mode) {
        requirePython();
        return McpTransport.stdio("python3", SCRIPT, mode, ran.toString());
    }

    McpTools connect(String mode) {
        return connect(misbehaving(mode), options -> options);
    }

    McpTools connect(McpTransport transport, UnaryOperator<McpToolOptions.Builder> more) {
        McpToolOptions.Builder options = McpToolOptions.builder("files", JsonSchemas.service())
                .limits(limits)
                .log(log::add)
                .questionHandler(question -> {
                    asked.add(question);
                    person.accept(question);
                });
        McpTools tools = McpTools.connect(transport, more.apply(options).build());
        opened.add(tools::close);
        return tools;
    }

    /** Returns an executor with the tools that there are now, as a session has. */
    ToolRuntime session(McpTools tools, ApprovalRules rules) {
        return session(tools.tools(), rules);
    }

    ToolRuntime session(List<AiTool> tools, ApprovalRules rules) {
        ToolRuntime runtime = ToolRuntime.builder(JsonSchemas.service())
                .addTools(tools, "files")
                .time(time)
                .approvals(rules)
                .questionHandler(question -> {
                    asked.add(question);
                    person.accept(question);
                })
                .build();
        opened.add(runtime::close);
        return runtime;
    }

    ToolRuntime session(McpTools tools) {
        return session(tools, ApprovalRules.builder().allow("*").build());
    }

    ToolEnvelope call(McpTools tools, String name) {
        return call(session(tools), name, Json.object());
    }

    static ToolEnvelope call(IToolExecutor session, String name, Json arguments) {
        return call(session, name, arguments, Cancellation.create());
    }

    static ToolEnvelope call(IToolExecutor session, String name, Json arguments, Cancellation ends) {
        IToolExecutor.CallScope scope = new IToolExecutor.CallScope(
                new CallIds("s", "t", 1, ""),
                Selector.ALL,
                List.of(),
                ends,
                State.inMemory(),
                State.inMemory(),
                TelemetryObserver.NONE,
                4,
                IToolExecutor.CallListener.NONE);
        return session.execute(List.of(new Interaction.ToolCall("c1", name, arguments)), scope)
                .get(0);
    }

    /** Returns the names of the tools that the server ran, in order. */
    List<String> ran() {
        return lines(ran);
    }

    List<String> lines(String suffix) {
        return lines(Path.of(ran + suffix));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the code of a failed envelope; an empty text if it is ok. */
    static String code(ToolEnvelope envelope) {
        return envelope.failure().map(failure -> failure.code().name()).orElse("");
    }

    @Override
    public void close() {
        for (int i = opened.size(); i-- > 0; ) {
            opened.get(i).run();
        }
        time.close();
    }
}
