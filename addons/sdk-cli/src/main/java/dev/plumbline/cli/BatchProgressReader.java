package dev.plumbline.cli;

import dev.plumbline.event.Cost;
import dev.plumbline.postgresql.BatchProgress;
import dev.plumbline.postgresql.BatchQueue;
import dev.plumbline.postgresql.PostgresDatabase;
import dev.plumbline.web.RunProgress;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads how far the runs of a database are, which several machines share. Thread-safe. */
final class BatchProgressReader implements AutoCloseable {
    private final Optional<PostgresDatabase> database;

    private final String namespace;

    private BatchProgressReader(Optional<PostgresDatabase> database, String namespace) {
        this.database = database;
        this.namespace = namespace;
    }

    /**
     * Returns a reader of the runs of a database, which is connected to when it is first used.
     *
     * @param uri the address; null for no database
     * @param namespace the namespace of the runs; empty for none
     */
    static BatchProgressReader in(@Nullable String uri, String namespace) {
        return new BatchProgressReader(Optional.ofNullable(uri).map(PostgresDatabase::at), namespace);
    }

    /** Returns the state of a run. */
    RunProgress progress(String run) {
        BatchProgress now = BatchQueue.of(database.orElseThrow(), run)
                .withNamespace(namespace)
                .progress();
        String costs = now.costs().stream().map(Cost::toString).collect(Collectors.joining(" + "));
        String note = now.workers() + " workers, " + now.tokens() + " tokens" + (costs.isEmpty() ? "" : ", " + costs);
        return new RunProgress(now.items(), now.finished(), now.failed(), note);
    }

    @Override
    public void close() {
        database.ifPresent(PostgresDatabase::close);
    }
}
