package dev.plumbline.cli;

import dev.plumbline.body.internal.Digest;
import dev.plumbline.postgresql.PostgresDatabase;
import dev.plumbline.runtime.internal.BatchInput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command-line options of a run that several machines share. */
final class QueueOptions {
    @Option(
            names = "--queue",
            paramLabel = "URI",
            description = "Shares the run with every machine that starts the same command, in the database"
                    + " postgresql://user@host/database; the password is that of PGPASSWORD.")
    private @Nullable String uri;

    @Option(
            names = "--run",
            paramLabel = "NAME",
            description = "With --queue: the name of the run; by default that of its bodies and its model.")
    private @Nullable String name;

    @Option(
            names = "--reserve",
            paramLabel = "PERCENT",
            description =
                    "With --queue and --rate: the part of the rate that is left to people; default: ${DEFAULT-VALUE}.")
    private int reserve = 20;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            description = "With --queue: the namespace of the run and of its cached answers, for databases that grant"
                    + " roles a namespace; none by default.")
    private String namespace = "";

    boolean isGiven() {
        return uri != null;
    }

    /**
     * Connects to the database when it is first used.
     *
     * @param rate the number of calls a minute of all machines; 0 for no limit
     * @param provider the id of the provider
     */
    QueueConnection connect(int rate, String provider) {
        if (reserve < 0 || reserve > 90) {
            throw new IllegalArgumentException("--reserve must be 0 to 90; got " + reserve);
        }
        return new QueueConnection(
                PostgresDatabase.at(uri == null ? "" : uri),
                new QueueConnection.Rate(provider, rate, reserve),
                namespace);
    }

    /** Returns the name of the run: the given one, or a digest of bodies and model. */
    String run(BatchInput input, ModelArguments model) throws IOException {
        if (name != null) {
            return name;
        }
        Digest digest = Digest.of("plb1/run").text(model.identity());
        try (BatchInput.Bodies lines = input.open()) {
            BatchInput.Numbered next = lines.next();
            while (next != null) {
                digest.number(next.line()).text(next.body().fingerprint().text());
                next = lines.next();
            }
        }
        return digest.fingerprint().text();
    }
}
