package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
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
}
