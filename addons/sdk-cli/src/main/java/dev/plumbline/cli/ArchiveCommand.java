package dev.plumbline.cli;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.postgresql.PostgresArchive;
import dev.plumbline.postgresql.SessionListing;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code archive}: archives, lists, restores and deletes the conversations of a database. */
@Command(
        name = "archive",
        description =
                "Archives conversations of a PostgreSQL database that nobody has written for some days, and deletes"
                        + " those that have been archived for some days. Made for a job that runs every night.",
        mixinStandardHelpOptions = true)
final class ArchiveCommand implements Callable<Integer> {
    /** The longest run; what is not done then is done by the next one. */
    private static final Duration LONGEST = Duration.ofHours(6);

    private static final int PAGE = 500;
    private static final int LONGEST_ID = 1000;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Parameters(
            paramLabel = "URI",
            description = "postgresql://user@host/database; the password is that of PGPASSWORD.")
    private String uri = "";

    @Option(
            names = "--idle-days",
            paramLabel = "N",
            description = "Archives what has not been written for N days, from 1.")
    private int idle;

    @Option(
            names = "--delete-days",
            paramLabel = "N",
            description = "Deletes for ever what was archived N days ago or earlier, from 1.")
    private int delete;

    @Option(names = "--restore", paramLabel = "ID", description = "Brings an archived conversation back.")
    private @Nullable String restore;

    @Option(names = "--list", description = "Lists what is archived, newest first.")
    private boolean list;

    @Option(names = "--namespace", paramLabel = "NAME", description = "Concerns one namespace only.")
    private @Nullable String namespace;

    @Override
    public Integer call() {
        if (idle < 0 || delete < 0) {
            throw new IllegalArgumentException("--idle-days and --delete-days are 1 or more");
        }
        if (idle == 0 && delete == 0 && restore == null && !list) {
            throw new IllegalArgumentException("say what to do: --idle-days, --delete-days, --restore or --list");
        }
        try (PostgresArchive opened = PostgresArchive.at(uri)) {
            return run(namespace == null ? opened : opened.withNamespace(namespace));
        }
    }

    private int run(PostgresArchive archive) {
        PrintWriter out = spec.commandLine().getOut();
        Cancellation never = Cancellation.create();
        boolean isFound = true;
        if (restore != null) {
            isFound = archive.restore(restore, LONGEST, never);
            String id = TerminalEscaper.line(restore, LONGEST_ID);
            out.println(isFound ? "restored " + id : id + " is not archived");
        }
        if (idle > 0) {
            out.println("archived " + archive.archiveUnused(Duration.ofDays(idle), LONGEST, never));
        }
        if (delete > 0) {
            out.println("deleted " + archive.deleteArchived(Duration.ofDays(delete), LONGEST, never));
        }
        if (list) {
            list(archive, out);
        }
        out.flush();
        return isFound ? 0 : 1;
    }

    private static void list(PostgresArchive archive, PrintWriter out) {
        SessionListing next = SessionListing.first(PAGE);
        List<SessionStore.StoredSession> page = archive.list(next, LONGEST, Cancellation.create());
        while (!page.isEmpty()) {
            page.forEach(
                    session -> out.println(session.last() + "  " + TerminalEscaper.line(session.id(), LONGEST_ID)));
            next = next.after(page.get(page.size() - 1));
            page = archive.list(next, LONGEST, Cancellation.create());
        }
    }
}
