package dev.plumbline.cli;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.metrics.EventRecords;
import dev.plumbline.metrics.SessionReport;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.testkit.ScriptedProvider;
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

/** Prints a report of a stored session, and writes it as an HTML page. */
@Command(
        name = "report",
        description = "Reports what happened in a stored session: its turns over time, caches and retries, the "
                + "tree, tokens and cost. Makes a page of it that loads nothing and shows no words unless asked to.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "SESSION", description = "Its id; the newest unless given.")
    private @Nullable String session;

    @Option(
            names = "--journal",
            paramLabel = "FOLDER",
            description = "Where sessions are written down; ${DEFAULT-VALUE} unless given.")
    private Path journal = Path.of("target", "demo", "journal");

    @Option(names = "--out", paramLabel = "FILE", description = "The page; ${DEFAULT-VALUE} unless given.")
    private Path out = Path.of("target", "report.html");

    @Option(names = "--content", description = "Shows what was said, too.")
    private boolean content;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(journal)) {
            throw new IllegalArgumentException("nothing was written down in " + journal + "; see --journal");
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
            console.println("To look at: " + out);
            console.flush();
        }
        return 0;
    }

    private SessionReport.Content shown() {
        return content ? SessionReport.Content.WORDS : SessionReport.Content.LENGTHS;
    }

    private static String newest(SessionStore store) {
        return store.list().stream()
                .map(SessionStore.Summary::id)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no session is written down there"));
    }

    /** The runtime only reads: no turn is run, so nobody is asked anything, and another program may be writing. */
    private SessionReport report(SessionStore events, String id) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .journal(journal)
                .build()) {
            return SessionReport.of(ai.tree(id), EventRecords.of(events, id));
        }
    }
}
