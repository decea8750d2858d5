package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.Secret;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files that somebody else put into a folder of conversations or answers: each costs itself alone. */
@Tag("S32")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no pipes in folders, and links need a privilege")
class ForeignFilesTest {
    private static final Logger LOG = Logger.getLogger("dev.plumbline.store");
    private static final Secret KEY = Secret.of("0123456789abcdef0123456789abcdef".toCharArray());

    @TempDir
    private Path folder;

    @BeforeEach
    void expectWarnings() {
        LOG.setLevel(Level.OFF);
    }

    @AfterEach
    void restore() {
        LOG.setLevel(null);
    }

    private static void write(SessionStore store, String id) {
        try (SessionStore.Writer writer = store.open(id)) {
            writer.append(List.of(Json.object()
                    .with("namespace", "plan")
                    .with("at", "2030-01-01T00:00:00Z")
                    .with("open", false)));
        }
    }

    private static void pipe(Path path) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
    }

    /** A journal that has one frame with a length of nearly two gigabytes of zeros; on disk it takes a few kilobytes. */
    private static void hole(Path journal, int length, boolean encrypted) throws IOException {
        CRC32C crc = new CRC32C();
        byte[] word = ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
        crc.update(word);
        byte[] zeros = new byte[1 << 20];
        for (int left = length; left > 0; left -= zeros.length) {
            crc.update(zeros, 0, Math.min(left, zeros.length));
        }
        try (RandomAccessFile file = new RandomAccessFile(journal.toFile(), "rw")) {
            file.write(JournalFraming.header(encrypted));
            file.write(word);
            file.writeInt((int) crc.getValue());
            file.setLength(JournalFraming.HEADER + JournalFraming.FRAME + (long) length);
        }
    }

    @Test
    void s32_pipesAndLinks_areNotOpened() throws Exception {
        SessionStore store = FileSessionStore.of(folder);
        write(store, "good");
        pipe(folder.resolve("pipe.journal"));
        Files.createSymbolicLink(folder.resolve("link.journal"), folder.resolve("good.journal"));
        Files.createDirectory(folder.resolve("folder.journal"));
        assertThat(store.list()).extracting(SessionStore.StoredSession::id).containsExactly("good");
        for (String id : List.of("pipe", "link", "folder")) {
            assertThatThrownBy(() -> store.read(id).toList()).hasMessageContaining("is not read");
            assertThatThrownBy(() -> write(store, id)).hasMessageContaining("is not read");
        }
    }

    @Test
    void s32_holes_takeNoMemory() throws Exception {
        for (SessionStore store :
                List.of(FileSessionStore.of(folder), FileSessionStore.of(folder.resolve("sealed"), KEY))) {
            write(store, "good");
        }
        hole(folder.resolve("hole.journal"), JournalFraming.LONGEST, false);
        hole(folder.resolve("long.journal"), Integer.MAX_VALUE - 100, false);
        hole(folder.resolve("sealed/hole.journal"), JournalFraming.LONGEST, true);
        for (SessionStore store :
                List.of(FileSessionStore.of(folder), FileSessionStore.of(folder.resolve("sealed"), KEY))) {
            long before = allocated();
            assertThat(store.list()).extracting(SessionStore.StoredSession::id).containsExactly("good");
            assertThat(store.read("hole")).isEmpty();
            assertThat(allocated() - before).isLessThan(16 << 20);
        }
    }

    @Test
    void s32_answersThatArePipes_areNotOpened() throws Exception {
        ResponseStore.Key key = CacheEntries.key("plan", 1);
        DiskResponseStore store = DiskResponseStore.of(folder);
        store.put(key, CacheEntries.entry("a"), Duration.ofSeconds(10), Cancellation.create());
        Path file = new PrivateFileOperations().list(folder).get(0).file();
        Files.delete(file);
        pipe(file);
        assertThatThrownBy(() -> store.find(key, Duration.ofSeconds(10), Cancellation.create()))
                .hasMessageContaining("is not read");
    }

    @Test
    void s32_locksThatArePipesOrLinks_areNotOpened() throws Exception {
        FileSessionStore store = FileSessionStore.of(folder);
        write(store, "good");
        pipe(folder.resolve("pipe.lock"));
        Files.createSymbolicLink(folder.resolve("link.lock"), folder.resolve("good.journal"));
        for (String id : List.of("pipe", "link")) {
            assertThatThrownBy(() -> write(store, id)).hasStackTraceContaining("is not read");
        }
        assertThat(store.list()).extracting(SessionStore.StoredSession::id).containsExactly("good");
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }
}
