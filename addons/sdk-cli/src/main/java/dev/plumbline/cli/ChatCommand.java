package dev.plumbline.cli;

import dev.plumbline.body.AiBody;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.examples.floorplan.FloorPlan;
import dev.plumbline.examples.floorplan.FloorPlanSvg;
import dev.plumbline.examples.floorplan.FloorPlanTools;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tools.ApprovalRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code chat}: a conversation at the terminal with tools and branches, which can be resumed after a crash.
 */
@Command(
        name = "chat",
        description =
                "Starts a conversation with a model, with streaming, tools, questions and branches; it is stored and can be resumed."
                        + " Escape twice, or Ctrl-C, ends a turn; /help lists the commands.",
        mixinStandardHelpOptions = true)
final class ChatCommand implements Callable<Integer> {
    private static final String NEWEST = "";

    @Mixin
    private final ModelArguments model = new ModelArguments();

    @Mixin
    private final RequestLogArguments requestLog = new RequestLogArguments();

    @Option(names = "--system", paramLabel = "TEXT", description = "Instructions for the model.")
    private @Nullable String system;

    @Option(
            names = "--journal",
            paramLabel = "FOLDER",
            description = "The folder of stored conversations; default: ${DEFAULT-VALUE}.")
    private Path journal = Path.of(System.getProperty("user.home"), ".plumbline", "chats");

    @Option(
            names = "--resume",
            paramLabel = "ID",
            arity = "0..1",
            fallbackValue = NEWEST,
            description = "Resumes the conversation with that id, or the newest one.")
    private @Nullable String resumed;

    @Option(names = "--cache", paramLabel = "FOLDER", description = CacheLocation.DESCRIPTION)
    private @Nullable String cache;

    @Option(
            names = "--draw",
            paramLabel = "FILE",
            description = "Gives the model tools to draw a floor plan, which is written to that SVG file.")
    private @Nullable Path drawing;

    @Option(
            names = "--ask",
            paramLabel = "TOOLS",
            description = "The tools that need an approval; default: ${DEFAULT-VALUE}.")
    private String asked = "#destructive";

    @Option(
            names = "--mcp",
            paramLabel = "NAME=SERVER",
            description = "Gives the model the tools of an MCP server: a command, or an address; may be repeated.")
    private List<String> servers = List.of();

    @Override
    public Integer call() throws IOException {
        try (Terminal terminal = SystemTerminal.builder().system(true).build();
                CommandConsole console = new CommandConsole(terminal)) {
            QuestionPrompt asking = new QuestionPrompt(console);
            FloorPlan plan = new FloorPlan();
            try (ChatServers tools = ChatServers.connect(servers, console);
                    AiRuntime ai = runtime(console, asking, plan, tools);
                    TerminalChat chat =
                            new TerminalChat(console, new ChatTurn(console, asking, Clock.systemUTC()), open(ai))) {
                console.line(
                        "Conversation " + chat.session().id() + "; resume it with --resume. /help lists the commands.");
                TurnPrinter.of(console, chat.session()).print();
                new ChatInput(console, chat).run();
            }
            if (drawing != null && !plan.walls().isEmpty()) {
                Files.writeString(drawing, FloorPlanSvg.of(plan));
            }
        }
        return 0;
    }

    private AiRuntime runtime(CommandConsole console, QuestionPrompt asking, FloorPlan plan, ChatServers tools)
            throws IOException {
        Files.createDirectories(journal);
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(model.provider())
                .approvals(ApprovalRules.builder().ask(asked).build())
                .questionHandler(asking)
                .addObserver(event -> waits(event, console))
                .addTools(tools.tools())
                .journal(journal);
        if (drawing != null) {
            builder.addTools(new FloorPlanTools(plan));
        }
        if (cache != null) {
            builder.cache(CacheLocation.store(cache, System::getenv));
        }
        requestLog.addTo(builder);
        return builder.build();
    }

    private static void waits(TelemetryEvent event, CommandConsole console) {
        if (event instanceof TelemetryEvent.WaitStarted waiting) {
            long seconds = Duration.between(waiting.at(), waiting.until()).toSeconds();
            console.line("  waiting " + seconds + " s: " + waiting.why());
        }
    }

    private ConversationSession open(AiRuntime ai) {
        if (resumed == null) {
            AiBody.Builder body = AiBody.builder().toolFilter(drawing == null && servers.isEmpty() ? "-*" : "*");
            return ai.session((system == null ? body : body.addSystem(system)).build());
        }
        return ai.resume(resumed.equals(NEWEST) ? newest(ai) : resumed);
    }

    private static String newest(AiRuntime ai) {
        return ai.stored().stream()
                .findFirst()
                .map(SessionStore.StoredSession::id)
                .orElseThrow(() -> new IllegalArgumentException("there is no stored conversation yet; omit --resume"));
    }
}
