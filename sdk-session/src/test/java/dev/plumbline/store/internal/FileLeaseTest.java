package dev.plumbline.store.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.store.ChildProcess;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.store.LockProgram;
import dev.plumbline.store.StoreProgram;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class FileLeaseTest {
    @TempDir
    private Path folder;

    private static List<String> held() {
        return System.getProperties().keySet().stream()
                .map(String::valueOf)
                .filter(name -> name.startsWith("dev.plumbline."))
                .filter(name -> name.contains(".held.") || name.contains(".parked."))
                .toList();
    }

    private static void isRefusedHere(Path file) {
        assertThatThrownBy(() -> FileLease.of(file))
                .isInstanceOf(FileLease.LeaseRefusedException.class)
                .hasMessageContaining(file.getFileName() + " is in use in this process (from file:");
    }

    @Test
    @DisplayName("J3 a file is held under whatever name it is asked for, until it is closed")
    void file_isHeldUnderEveryName() throws IOException {
        Path file = Files.createFile(folder.resolve("a.lock"));
        Path link = Files.createSymbolicLink(folder.resolve("link.lock"), file);
        Path hard = Files.createLink(folder.resolve("hard.lock"), file);
        List<String> before = held();
        FileLease lease = FileLease.of(file);
        try (lease) {
            isRefusedHere(file);
            isRefusedHere(link);
            isRefusedHere(hard);
            isRefusedHere(folder.resolve("..").resolve(folder.getFileName()).resolve("a.lock"));
            FileLease.of(folder.resolve("b.lock")).close();
        }
        lease.close();
        FileLease.of(hard).close();
        assertThat(held()).isEqualTo(before);
    }

    @Test
    @DisplayName("J3 the registry holds nothing but strings, which pin no class loader")
    void registry_isMadeOfStrings() throws IOException {
        FileLease lease = FileLease.of(folder.resolve("a.lock"));
        try (lease) {
            assertThat(held())
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(System.getProperty(name))
                            .startsWith(ProcessHandle.current().pid() + " "));
        }
    }

    @Test
    @DisplayName("J3 an entry that another process left in the properties counts as none")
    void entryOfAnotherProcess_isNone() throws IOException {
        Path file = folder.resolve("a.lock");
        FileLease before = FileLease.of(file);
        String name = held().get(held().size() - 1);
        before.close();
        System.setProperty(name, "1 1 from elsewhere");
        FileLease lease = FileLease.of(file);
        try (lease) {
            isRefusedHere(file);
        }
        assertThat(held()).doesNotContain(name);
    }

    @Test
    @Tag("J3")
    @DisplayName("J3 a holder that is not in the registry keeps its lock when somebody is refused")
    void holderThatIsNotRegistered_keepsItsLock() throws IOException {
        Path file = folder.resolve("tidy.lock");
        try (ChildProcess other = ChildProcess.of(LockProgram.class, file.toString())) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                assertThat(other.ask("try")).isEqualTo("refused");
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(() -> FileLease.of(file))
                            .isInstanceOf(FileLease.LeaseRefusedException.class)
                            .hasMessageContaining("not in the registry");
                    assertThat(other.ask("try")).isEqualTo("refused");
                }
                assertThat(lock.isValid()).isTrue();
                assertThat(held()).filteredOn(name -> name.contains(".parked.")).hasSize(1);
            }
            FileLease lease = FileLease.of(file);
            try (lease) {
                assertThat(other.ask("try")).isEqualTo("refused");
            }
            assertThat(other.ask("try")).isEqualTo("ran");
            assertThat(held()).isEmpty();
        }
    }

    @Test
    @DisplayName("J3 a refusal names the process that holds the lease while it lives, and nothing that is stale")
    void refusal_tellsTheProcess() throws IOException {
        String conversations = folder.resolve("conversations").toString();
        FileSessionStore store = FileSessionStore.of(folder.resolve("conversations"));
        try (store;
                ChildProcess other = ChildProcess.of(StoreProgram.class, conversations)) {
            assertThat(other.ask("own open a")).isEqualTo("open");
            assertThatThrownBy(() -> store.open("one"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("in another process, " + other.pid() + ":");
            assertThat(other.ask("own close a")).isEqualTo("closed");
            assertThat(folder.resolve("conversations/one.lock")).isEmptyFile();
            FileLease held = FileLease.of(folder.resolve("conversations/one.lock"));
            try (held) {
                assertThat(other.ask("own open a")).endsWith("in another process: close it there first");
            }
        }
    }

    @Test
    void fileOfAnotherFileSystem_isHeldToo() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("a.zip"), Map.of("create", "true"))) {
            Path file = zip.getPath("/tidy.lock");
            FileLease lease = FileLease.of(file);
            try (lease) {
                isRefusedHere(file);
            }
            FileLease.of(file).close();
            assertThat(held()).isEmpty();
        }
    }
}
