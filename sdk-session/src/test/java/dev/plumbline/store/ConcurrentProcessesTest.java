package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.ConcurrentRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, one of them with two copies of the classes, that want the same files. */
@Timeout(120)
class ConcurrentProcessesTest {
    @TempDir
    private Path folder;

    private ChildProcess child() throws IOException {
        return ChildProcess.of(
                StoreProgram.class, folder.resolve("conversations").toString());
    }

    @Test
    @Tag("J3")
    @DisplayName("J3 a refused open of either copy of the classes leaves the lock of its process as it is")
    void refusedOpen_ofEitherCopy_dropsNoLock() throws IOException {
        try (ChildProcess holder = child();
                ChildProcess second = child();
                ChildProcess third = child()) {
            assertThat(holder.ask("own open a")).isEqualTo("open");
            assertThat(second.ask("own open a")).startsWith("refused");
            assertThat(holder.ask("own open b")).startsWith("refused");
            assertThat(second.ask("own open a")).startsWith("refused");
            assertThat(holder.ask("other open a")).startsWith("refused");
            assertThat(second.ask("own open a")).startsWith("refused");
            assertThat(third.ask("other open a")).startsWith("refused");
            assertThat(holder.ask("own close a")).isEqualTo("closed");
            assertThat(second.ask("own open a")).isEqualTo("open");
            assertThat(third.ask("own open a")).startsWith("refused");
            assertThat(holder.ask("own open a")).startsWith("refused");
        }
    }

    @Test
    @Tag("J3")
    @DisplayName("J3 a refused run under a folder's lock leaves the lock as it is")
    void refusedRun_dropsNoFolderLock() throws IOException {
        Path file = folder.resolve("tidy.lock");
        try (ChildProcess other = ChildProcess.of(LockProgram.class, file.toString())) {
            boolean ran = new FolderLock(file).tryRun(() -> {
                assertThat(other.ask("try")).isEqualTo("refused");
                assertThat(new FolderLock(file).tryRun(() -> {})).isFalse();
                assertThat(other.ask("try")).isEqualTo("refused");
            });
            assertThat(ran).isTrue();
            assertThat(other.ask("try")).isEqualTo("ran");
        }
    }

    @Test
    @DisplayName(
            "J2 three processes with two copies of the classes each fight for one conversation: whoever has it writes, alone")
    void j2_threeProcessesAndSixCopies_oneWrites() throws IOException {
        try (ChildProcess one = child();
                ChildProcess two = child();
                ChildProcess three = child()) {
            List<ChildProcess> all = List.of(one, two, three);
            int written = ConcurrentRunner.run(all.size(), number -> fight(all.get(number))).stream()
                    .mapToInt(Integer::intValue)
                    .sum();
            assertThat(written).isPositive();
            try (SessionStore store = FileSessionStore.of(folder.resolve("conversations"));
                    Stream<Json> records = store.read("one")) {
                List<String> names =
                        records.map(record -> record.get("by").asText()).toList();
                assertThat(names).hasSize(2 * written);
                for (int i = 0; i < names.size(); i += 2) {
                    assertThat(names.get(i)).isEqualTo(names.get(i + 1));
                }
            }
        }
    }

    /** How often one process got the conversation, by either copy of its classes. */
    private static int fight(ChildProcess process) {
        try {
            int opened = 0;
            for (int i = 0; i < 60; i++) {
                String copy = i % 2 == 0 ? "own" : "other";
                String other = i % 2 == 0 ? "other" : "own";
                String name = process.pid() + "-" + i;
                if (process.ask(copy + " open " + name).equals("open")) {
                    opened++;
                    assertThat(process.ask(other + " open x")).contains("another runtime of this process");
                    assertThat(process.ask(copy + " close " + name)).isEqualTo("closed");
                }
            }
            return opened;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
