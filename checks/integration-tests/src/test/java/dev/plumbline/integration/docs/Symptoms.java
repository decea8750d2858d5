package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Tool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.HostApplication;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Programs with the mistakes that new users make, each with the line that shows the cause. */
final class Symptoms {
    private final LogLines log;
    private final Path folder;
    private final ScriptedProvider model = ScriptedProvider.create();

    Symptoms(LogLines log, Path folder) {
        this.log = log;
        this.folder = folder;
    }

    /** A program that shows a symptom and returns the line. */
    @FunctionalInterface
    interface Program {
        String line(Symptoms given) throws Exception;
    }

    /**
     * A row of the page.
     *
     * @param symptom what a user notices
     * @param where where the line is
     * @param program the program
     * @param remedy what to do
     */
    record Symptom(String symptom, String where, Program program, String remedy) {}

    record Wall(int length) {}

    enum Floor {
        GROUND,
        FIRST
    }

    record Place(Floor floor) {}

    static final class Pen {
        @Tool("Draws a wall.")
        int draw(int length) {
            return length;
        }
    }

    static List<Symptom> all() {
        return List.of(
                new Symptom(
                        "The model says that it has no tools.",
                        "log `dev.plumbline.session`",
                        Symptoms::emptyFilter,
                        "leave `toolFilter` out, or name the tools"),
                new Symptom(
                        "The model does not use one of the tools.",
                        "log `dev.plumbline.session`",
                        Symptoms::mistypedFilter,
                        "correct the name in the filter"),
                new Symptom(
                        "The model does not know what a context source says.",
                        "log `dev.plumbline.session`",
                        Symptoms::emptyContextFilter,
                        "leave `contextFilter` out, or name the keys"),
                new Symptom(
                        "A tool fails, and nobody says why.",
                        "log `dev.plumbline.failures`",
                        Symptoms::brokenTool,
                        "read the stack frames below the line; `addFailureListener` has the message"),
                new Symptom(
                        "\"Something is wrong in this program.\"",
                        "log `dev.plumbline.failures`",
                        Symptoms::brokenPolicy,
                        "as above"),
                new Symptom(
                        "An observer receives nothing.",
                        "log `dev.plumbline.failures`",
                        Symptoms::brokenObserver,
                        "as above; exceptions of views and hooks are logged in the same way"),
                new Symptom(
                        "No answer from a local server.",
                        "`AiError.userMessage`",
                        Symptoms::unreachable,
                        "start the server, or correct the address; `./plumbline doctor --local` finds what runs"),
                new Symptom(
                        "A server of the local network is refused.",
                        "exception of the builder",
                        Symptoms::plainHttp,
                        "`https`, or allow plain HTTP for that host"),
                new Symptom(
                        "A typed answer fails.",
                        "`AiException.error()`",
                        Symptoms::misfit,
                        "describe the values in the body; `AiException.answer().text()` has the answer"),
                new Symptom(
                        "An exception on the UI thread.", "exception", Symptoms::blocking, "`sendAsync`, and a view"),
                new Symptom(
                        "A question is refused at once.",
                        "exception",
                        Symptoms::closed,
                        "open a session for each conversation, and close it with its window"),
                new Symptom(
                        "A tool that changes things does not run.",
                        "result of the tool",
                        Symptoms::nobodyToAsk,
                        "`questionHandler`, or a rule in `approvals`"),
                new Symptom(
                        "The model calls a tool that does not exist.",
                        "result of the tool",
                        Symptoms::unknownTool,
                        "nothing: the model reads it and corrects itself; a better description helps"),
                new Symptom(
                        "The model calls a tool with wrong arguments.",
                        "result of the tool",
                        Symptoms::wrongArguments,
                        "nothing: the model reads it and corrects itself"),
                new Symptom("An answer is cut.", "`AiReturn.error()`", Symptoms::cut, "raise `maxOutputTokens`"),
                new Symptom(
                        "The runtime cannot be built.",
                        "exception of the builder",
                        Symptoms::noProvider,
                        "`addProvider`"),
                new Symptom(
                        "A key is not found.",
                        "exception of the builder",
                        given -> noKey(),
                        "set the variable for the process of the host: one that is started from a menu may not have those of"
                                + " a terminal; for keys that users type, see [settings.md](settings.md#a-key-that-the-user-types)"),
                new Symptom(
                        "Two parts have one name.",
                        "exception of the builder",
                        Symptoms::twice,
                        "give each its own name"),
                new Symptom(
                        "A model cannot be found.",
                        "exception or `AiReturn.error()`",
                        Symptoms::unknownProvider,
                        "write `provider:model`, with the id of an added provider"),
                new Symptom(
                        "A conversation cannot be resumed.",
                        "exception",
                        Symptoms::openTwice,
                        "close the session that has it"),
                new Symptom(
                        "The order of policies cannot be changed.",
                        "exception of the builder",
                        Symptoms::mistypedPolicy,
                        "correct the name; `describe()` lists all"));
    }

    private AiRuntime.Builder runtime() {
        return AiRuntime.builder().addProvider(model);
    }

    private static AiTool tool(String name) {
        return AiTool.of(name, "Draws.", Wall.class, (wall, context) -> wall.length());
    }

    private static AiReturn ask(AiRuntime.Builder builder, ModelId model) {
        try (AiRuntime ai = builder.build()) {
            return ai.session(AiBody.builder().build()).send(Interaction.user("Go."), SessionOptions.ofModel(model));
        }
    }

    private static AiReturn ask(AiRuntime.Builder builder) {
        try (AiRuntime ai = builder.build()) {
            return ai.session(AiBody.builder().toolFilter("*").build()).send("Go.");
        }
    }

    private String opened(AiRuntime.Builder builder, AiBody body) {
        try (AiRuntime ai = builder.build()) {
            ai.session(body).close();
        }
        return log.next();
    }

    private static String thrown(Runnable program) {
        try {
            program.run();
            return "nothing was thrown";
        } catch (RuntimeException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private String emptyFilter() {
        return opened(
                runtime().addTools(tool("drawWall")),
                AiBody.builder().toolFilter("").build());
    }

    private String mistypedFilter() {
        return opened(
                runtime().addTools(tool("drawWall"), tool("eraseWall")),
                AiBody.builder().toolFilter("drwaWall").build());
    }

    private String emptyContextFilter() {
        return opened(
                runtime().addContext("selection", () -> "wall 3"),
                AiBody.builder().contextFilter("").build());
    }

    private String brokenTool() {
        model.callsTool("drawWall", Map.of("length", 3)).says("It failed.");
        ask(runtime().addTools(AiTool.of("drawWall", "Draws.", Wall.class, (wall, context) -> {
            throw new IllegalStateException("content");
        })));
        return log.next();
    }

    private String brokenPolicy() {
        ask(runtime().addRequestPolicy("plan-style", call -> {
            throw new IllegalStateException("content");
        }));
        return log.next();
    }

    private String brokenObserver() {
        model.says("Hello.");
        ask(runtime().addObserver(event -> {
            throw new IllegalStateException("content");
        }));
        return log.next().replaceAll("observer \\S+", "observer com.acme.CallCounter");
    }

    private String unreachable() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(OpenAiChat.builder()
                        .baseUrl("http://127.0.0.1:" + port + "/v1")
                        .build())
                .retry(RetryOptions.ofDefaults().withAttempts(1));
        return ask(builder, ModelId.parse("openai:qwen3"))
                .error()
                .orElseThrow()
                .userMessage(Locale.ENGLISH)
                .replace(Integer.toString(port), "11434");
    }

    private String plainHttp() {
        return thrown(() -> OpenAiChat.builder()
                .baseUrl("http://gpu-box:8000/v1")
                .apiKey(Secret.of("key".toCharArray()))
                .build());
    }

    private String misfit() {
        for (int i = 0; i < 4; i++) {
            model.says("{\"floor\":\"ATTIC\"}");
        }
        try (AiRuntime ai = runtime().build()) {
            return thrown(() -> ai.session(AiBody.builder().build()).send("Where?", Place.class));
        }
    }

    private String blocking() {
        HostApplication host = HostApplication.of(Runnable::run, () -> true);
        try (AiRuntime ai = runtime().host(host).build()) {
            ConversationSession session = ai.session(AiBody.builder().build());
            return thrown(() -> session.send("Go."));
        }
    }

    private String closed() {
        try (AiRuntime ai = runtime().build()) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.close();
            return thrown(() -> session.send("Go."));
        }
    }

    private static String firstResult(AiReturn ret) {
        return ret.toolResults().stream()
                .map(Interaction.ToolResult::envelope)
                .map(ToolEnvelope::failure)
                .map(failure -> failure.orElseThrow().code() + ": "
                        + failure.orElseThrow().message())
                .findFirst()
                .orElseThrow();
    }

    private String nobodyToAsk() {
        model.callsTool("erase_all", Map.of("length", 3)).says("It was denied.");
        return firstResult(ask(
                runtime().addTools(tool("erase_all").withTags("destructive")).approvals(ApprovalRules.ofDefaults())));
    }

    private String unknownTool() {
        model.callsTool("paint", Map.of()).says("There is none.");
        return firstResult(ask(runtime().addTools(tool("drawWall"))));
    }

    private String wrongArguments() {
        model.callsTool("drawWall", Map.of("length", "long")).says("It failed.");
        return firstResult(ask(runtime().addTools(tool("drawWall"))));
    }

    private String cut() {
        model.streams(List.of(new AiDelta.Text("Once upon"), new AiDelta.Finish(FinishReason.LENGTH)));
        try (AiRuntime ai = runtime().build()) {
            return thrown(() -> ai.session(AiBody.builder().build()).send("Where?", Place.class));
        }
    }

    private static String noKey() {
        return thrown(() -> OpenAiChat.builder().apiKey(Secret.fromEnv("ACME_API_KEY")));
    }

    private String noProvider() {
        return thrown(() -> AiRuntime.builder().build());
    }

    private String twice() {
        return thrown(() -> runtime()
                .addRequestPolicy("plan-style", call -> call)
                .addRequestPolicy("plan-style", call -> call)
                .build());
    }

    private String unknownProvider() {
        try (AiRuntime ai = runtime().build()) {
            return thrown(() -> ai.session(AiBody.builder().build())
                    .send(Interaction.user("Go."), SessionOptions.ofModel(ModelId.parse("acme:best-1")))
                    .orThrow());
        }
    }

    private String openTwice() {
        model.says("Hello.");
        try (AiRuntime ai = runtime().journal(folder).build()) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.send("Go.");
            return thrown(() -> ai.resume(session.id(), SessionOptions.none()))
                    .replaceAll(session.id(), "6f1c")
                    .replaceAll("process \\d+", "process 4711");
        }
    }

    private String mistypedPolicy() {
        return thrown(
                () -> runtime().policyOrder(order -> order.without("cahce")).build());
    }
}
