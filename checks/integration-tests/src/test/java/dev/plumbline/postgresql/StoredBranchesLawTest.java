package dev.plumbline.postgresql;

import dev.plumbline.session.internal.StoredProgram;
import dev.plumbline.store.FileSessionStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** The model of branches beside real stores, which other objects read again; with deletion, names and comparison. */
@Tag("slow")
class StoredBranchesLawTest {
    private static final int TRIES = 60;

    private static final List<PostgresDatabase> DATABASES = Stream.generate(
                    () -> PostgresDatabase.at(PostgresServer.shared().uri()))
            .limit(3)
            .toList();

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    @Label(
            "M7 branches, deletions, names and state in a PostgreSQL database are those of the model, also for another object")
    void m7_branchesInPostgres_areThoseOfTheModel(@ForAll("programs") StoredProgram program) {
        PostgresSessionStore.of(DATABASES.get(0)).list(); // creates the schema
        PostgresServer.shared().clear();
        Iterator<PostgresDatabase> next = DATABASES.iterator();
        program.run(() -> PostgresSessionStore.of(next.next()));
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    @Label("M7 branches, deletions, names and state in files are those of the model, also for another object")
    void m7_branchesInFiles_areThoseOfTheModel(@ForAll("programs") StoredProgram program) throws IOException {
        Path folder = Files.createTempDirectory("plumbline-branches");
        try {
            program.run(() -> FileSessionStore.of(folder));
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    @Provide
    Arbitrary<StoredProgram> programs() {
        return StoredProgram.any();
    }
}
