package dev.plumbline.cli;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.metrics.internal.EventRecorder;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.web.SessionReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code report}: prints a report of a stored session and writes it as an HTML page. */
@Command(
        name = "report",
        description = "Prints a report of a stored session: its turns over time, caches and retries, the "
                + "tree, tokens and cost. Also writes an HTML page, without text of messages unless --content is set.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "SESSION", description = "The id of the session; the newest by default.")
    private @Nullable String session;

    @Option(
            names = "--journal",
            paramLabel = "FOLDER",
            description = "The folder of stored sessions; default: ${DEFAULT-VALUE}.")
    private Path journal = Path.of("target", "demo", "journal");

    @Option(names = "--out", paramLabel = "FILE", description = "The HTML file; default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("target", "report.html");

    @Option(names = "--content", description = "Shows the text of messages, too.")
    private boolean content;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(journal)) {
            throw new IllegalArgumentException("no session is stored in " + journal + "; set --journal");
        }
        try (SessionStore conversations = FileSessionStore.of(journal);
                SessionStore events = FileSessionStore.of(journal.resolve("events"))) {
            SessionReport report = report(events, session == null ? newest(conversations) : session);
            Path page = out.toAbsolutePath();
            if (page.getParent() != null) {
                Files.createDirectories(page.getParent());
            }
            Files.writeString(page, report.html(shown()), StandardCharsets.UTF_8);
            PrintWriter console = spec.commandLine().getOut();
            console.print(report.text());
            console.println("Report: " + out);
            console.flush();
        }
        return 0;
    }

    private SessionReport.ContentLevel shown() {
        return content ? SessionReport.ContentLevel.WORDS : SessionReport.ContentLevel.LENGTHS;
    }

    private static String newest(SessionStore store) {
        return store.list().stream()
                .map(SessionStore.StoredSession::id)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no session is stored there"));
    }

    /** Reads the stored session without opening it, so another program may write it at the same time. */
    private SessionReport report(SessionStore events, String id) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .journal(journal)
                .build()) {
            return SessionReport.of(ai.tree(id), EventRecorder.of(events, id));
        }
    }
}
