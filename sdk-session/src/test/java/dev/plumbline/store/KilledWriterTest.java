package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.internal.PayloadCipher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes: several write into one folder and are killed wherever they happen to be. */
class KilledWriterTest {
    private static final int CYCLES = Integer.getInteger("plumbline.kill-cycles", 20);
    private static final int AT_ONCE = 5;

    /** A folder is used for so many: with more entries in it, a writer does little but count them. */
    private static final int IN_A_FOLDER = 50;

    @TempDir
    private Path disk;

    @Test
    @Tag("F86")
    @Tag("F88")
    @DisplayName("86 writers that are killed lose no entry they had committed, and leave none that is torn")
    void killed_writers_lose_nothing() throws IOException, InterruptedException {
        int committed = 0;
        for (int cycle = 0; cycle < CYCLES; cycle += AT_ONCE) {
            Path folder = Files.createDirectories(disk.resolve("folder-" + cycle / IN_A_FOLDER));
            committed += killSeveral(cycle, folder);
            nothingIsTorn(folder);
        }
        assertThat(committed).isGreaterThan(20 * CYCLES);
    }

    private static int killSeveral(int cycle, Path folder) throws IOException, InterruptedException {
        List<Child> children = new ArrayList<>();
        try {
            for (int i = 0; i < AT_ONCE; i++) {
                children.add(Child.start(folder, "writer-" + (cycle + i)));
            }
            int committed = 0;
            for (Child child : children) {
                committed += child.killAfter(20 + 7 * (cycle % 13));
            }
            children.forEach(child -> child.verify(folder));
            return committed;
        } finally {
            children.forEach(child -> child.process.toHandle().destroyForcibly());
        }
    }

    private static void nothingIsTorn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(DiskCacheEntry.SUFFIX))
                    .toList()) {
                assertThat(DiskCacheEntry.read(Files.readAllBytes(file), PayloadCipher.NONE))
                        .isPresent();
            }
        }
    }

    private static final class Child {
        private final Process process;
        private final BufferedReader said;
        private final String namespace;
        private int last = -1;

        private Child(Process process, String namespace) {
            this.process = process;
            this.namespace = namespace;
            this.said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        }

        static Child start(Path folder, String namespace) throws IOException {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            String classes = System.getProperty("java.class.path");
            return new Child(
                    new ProcessBuilder(
                                    java,
                                    "-XX:-UsePerfData", // or it may warn on its output
                                    "-XX:TieredStopAtLevel=1",
                                    "-XX:+UseSerialGC",
                                    "-Xshare:auto",
                                    "-cp",
                                    classes,
                                    EndlessWriterProgram.class.getName(),
                                    folder.toString(),
                                    namespace)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start(),
                    namespace);
        }

        /** Kills it once it has said so many, and says how many it had committed by then. */
        int killAfter(int entries) throws IOException, InterruptedException {
            read(entries);
            // by its handle: the process itself would close what it had said before we read it
            process.toHandle().destroyForcibly();
            read(Integer.MAX_VALUE);
            process.waitFor();
            return last + 1;
        }

        private void read(int most) throws IOException {
            for (String line = ""; last + 1 < most && line != null; ) {
                line = said.readLine();
                last = line == null || line.isEmpty() ? last : Math.max(last, number(line));
            }
        }

        /** The last line may be torn: a number cut short is a smaller one, which was committed, too. */
        private static int number(String line) {
            return Integer.parseInt(line);
        }

        void verify(Path folder) {
            DiskResponseStore store = DiskResponseStore.of(folder);
            for (int i = 0; i <= last; i++) {
                assertThat(store.find(CacheEntries.key(namespace, i)))
                        .as("%s entry %d of %d", namespace, i, last)
                        .contains(CacheEntries.entry(i));
            }
        }
    }
}
