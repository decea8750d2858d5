package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSessionStoreTest {
    private static final Logger LOG = Logger.getLogger("dev.plumbline.store");

    @TempDir
    private Path folder;

    @BeforeEach
    void expectCuts() {
        LOG.setLevel(Level.OFF);
    }

    @AfterEach
    void restore() {
        LOG.setLevel(null);
    }

    private static Json record(int number) {
        return Json.object().with("kind", "test").with("number", number).with("text", "Grundriß " + number);
    }

    private static List<Json> records(int count) {
        return IntStream.range(0, count).mapToObj(FileSessionStoreTest::record).toList();
    }

    private static List<Json> read(SessionStore store, String id) {
        try (Stream<Json> records = store.read(id)) {
            return records.toList();
        }
    }

    private static void append(SessionStore store, String id, Json record) {
        try (SessionStore.Writer writer = store.open(id)) {
            writer.append(List.of(record));
        }
    }

    private byte[] written(int count) throws IOException {
        try (SessionStore store = FileSessionStore.of(folder)) {
            records(count).forEach(record -> append(store, "one", record));
        }
        return Files.readAllBytes(folder.resolve("one.journal"));
    }

    @Test
    @Tag("F85")
    @DisplayName("85 a journal cut at each byte: every whole record before the cut is read, and it can be written on")
    void cutAnywhere_readsWhatIsWhole() throws IOException {
        byte[] whole = written(3);
        for (int length = 0; length < whole.length; length++) {
            Path file = folder.resolve("cut.journal");
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            try (SessionStore store = FileSessionStore.of(folder)) {
                List<Json> left = read(store, "cut");
                assertThat(left).isEqualTo(records(left.size()));
                append(store, "cut", record(left.size()));
                assertThat(read(store, "cut")).isEqualTo(records(left.size() + 1));
            }
        }
    }

    @Test
    @Tag("F85")
    @DisplayName("85 a journal with any bit flipped: never an exception, never a changed record")
    void flippedAnywhere_readsWhatIsBefore() throws IOException {
        byte[] whole = written(3);
        Path file = folder.resolve("flip.journal");
        for (int at = JournalFraming.HEADER; at < whole.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] flipped = whole.clone();
                flipped[at] ^= (byte) (1 << bit);
                Files.write(file, flipped);
                try (SessionStore store = FileSessionStore.of(folder)) {
                    List<Json> left = read(store, "flip");
                    assertThat(left).hasSizeLessThan(3).isEqualTo(records(left.size()));
                }
            }
        }
    }

    @Test
    @DisplayName("85 zeroes, a huge length, an empty file")
    void rubbishBehindTheEnd_isCut_andKeptBeside() throws IOException {
        byte[] whole = written(2);
        Path file = folder.resolve("one.journal");
        byte[] huge = {0x7F, -1, -1, -1, 1, 2, 3, 4, 5};
        for (byte[] rubbish : List.of(new byte[4096], huge, new byte[] {1})) {
            Files.write(file, whole);
            Files.write(file, rubbish, java.nio.file.StandardOpenOption.APPEND);
            try (SessionStore store = FileSessionStore.of(folder)) {
                assertThat(read(store, "one")).isEqualTo(records(2));
                append(store, "one", record(2));
                assertThat(read(store, "one")).isEqualTo(records(3));
            }
            assertThat(kept()).contains(rubbish);
        }
        Files.write(folder.resolve("empty.journal"), new byte[0]);
        try (SessionStore store = FileSessionStore.of(folder)) {
            assertThat(read(store, "empty")).isEmpty();
        }
    }

    private List<byte[]> kept() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<byte[]> kept = new java.util.ArrayList<>();
            for (Path file :
                    (Iterable<Path>) files.filter(file -> file.toString().endsWith(".aside"))::iterator) {
                kept.add(Files.readAllBytes(file));
            }
            return kept;
        }
    }

    @Test
    @Tag("F135")
    void newerFormat_isRefusedByName_andLeftAlone() throws IOException {
        byte[] whole = written(1);
        whole[5] = 9;
        Path file = folder.resolve("one.journal");
        Files.write(file, whole);
        try (SessionStore store = FileSessionStore.of(folder)) {
            assertThatThrownBy(() -> read(store, "one"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("version 9, and this program reads version 1 to 2");
            assertThatThrownBy(() -> append(store, "one", record(1))).isInstanceOf(UncheckedIOException.class);
            assertThat(store.list()).isEmpty();
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(whole);
    }

    @Test
    @Tag("F88")
    @Tag("T13")
    @DisplayName("88 one writer at a time; everybody may read")
    void secondWriter_isRefused() {
        try (SessionStore one = FileSessionStore.of(folder);
                SessionStore other = FileSessionStore.of(folder)) {
            SessionStore.Writer writer = one.open("one");
            writer.append(records(1));
            assertThatIllegalStateException()
                    .isThrownBy(() -> other.open("one"))
                    .withMessageContaining("conversation one is open for writing in another runtime of this process");
            assertThatIllegalStateException()
                    .isThrownBy(() -> one.open("one"))
                    .withMessageContaining("conversation one is open for writing in this runtime");
            assertThat(read(other, "one")).isEqualTo(records(1));
            writer.append(List.of(record(1)));
            writer.close();
            append(other, "one", record(2));
            assertThat(read(one, "one")).isEqualTo(records(3));
        }
    }

    @Test
    @DisplayName("87 a folder that cannot be made: the writer learns it, and nothing is half-written")
    void folderThatCannotBe() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        try (SessionStore store = FileSessionStore.of(file.resolve("below"))) {
            assertThatThrownBy(() -> append(store, "one", record(0))).isInstanceOf(UncheckedIOException.class);
            assertThat(store.list()).isEmpty();
            assertThat(read(store, "one")).isEmpty();
        }
    }

    @Test
    void interruptedThread_writesAllTheSame() {
        try (SessionStore store = FileSessionStore.of(folder)) {
            Thread.currentThread().interrupt();
            append(store, "one", record(0));
            append(store, "one", record(1));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(read(store, "one")).isEqualTo(records(2));
        }
    }

    @Test
    void sealed_isReadWithItsKeyOnly() throws IOException {
        try (SessionStore store = FileSessionStore.of(folder, TempFolders.key(1))) {
            append(store, "one", record(0));
            append(store, "one", record(1));
        }
        assertThat(new String(
                        Files.readAllBytes(folder.resolve("one.journal")), java.nio.charset.StandardCharsets.UTF_8))
                .doesNotContain("Grundri")
                .doesNotContain("kind");
        byte[] before = Files.readAllBytes(folder.resolve("one.journal"));
        try (SessionStore plain = FileSessionStore.of(folder);
                SessionStore stranger = FileSessionStore.of(folder, TempFolders.key(2))) {
            assertThatThrownBy(() -> read(plain, "one")).hasMessageContaining("open the store with its key");
            assertThatThrownBy(() -> read(stranger, "one")).hasMessageContaining("another key");
            assertThatThrownBy(() -> append(stranger, "one", record(2))).hasMessageContaining("another key");
        }
        assertThat(Files.readAllBytes(folder.resolve("one.journal"))).isEqualTo(before);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FileSessionStore.of(folder, Secret.of(new char[8])))
                .withMessageContaining("32 bytes");
    }

    @Test
    void sealedRecord_cannotBeMoved() throws IOException {
        try (SessionStore store = FileSessionStore.of(folder, TempFolders.key(1))) {
            append(store, "one", record(0));
            append(store, "one", record(1));
        }
        byte[] whole = Files.readAllBytes(folder.resolve("one.journal"));
        int first = JournalFraming.FRAME
                + java.nio.ByteBuffer.wrap(whole, JournalFraming.HEADER, 4).getInt();
        byte[] without = new byte[whole.length - first];
        System.arraycopy(whole, 0, without, 0, JournalFraming.HEADER);
        System.arraycopy(
                whole,
                JournalFraming.HEADER + first,
                without,
                JournalFraming.HEADER,
                without.length - JournalFraming.HEADER);
        Files.write(folder.resolve("one.journal"), without);
        try (SessionStore store = FileSessionStore.of(folder, TempFolders.key(1))) {
            assertThatThrownBy(() -> read(store, "one")).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    @DisplayName("S37 an id that is too long for the name of a file is refused by its rule, and nothing is written")
    void s37_longId_isRefusedByItsRule() {
        try (SessionStore store = FileSessionStore.of(folder)) {
            append(store, "Ä".repeat(55), record(1));
            for (String id : List.of("a".repeat(300), "x".repeat(111), "Ä".repeat(56))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> append(store, id, record(1)))
                        .withMessageContaining("at most 110 bytes");
                assertThatIllegalArgumentException().isThrownBy(() -> store.repair(id));
            }
            assertThat(store.list()).hasSize(1);
        }
    }

    @Test
    void anyId_isAFileName() {
        try (SessionStore store = FileSessionStore.of(folder)) {
            for (String id : List.of("../up", "C:\\x", "NUL", "Großes Haus/2", "a".repeat(100), "UPPER", "upper")) {
                append(store, id, record(id.length()));
            }
            assertThat(store.list())
                    .hasSize(7)
                    .extracting(SessionStore.StoredSession::id)
                    .contains("../up", "upper");
            assertThat(read(store, "Großes Haus/2")).hasSize(1);
        }
        assertThat(folder.getParent().resolve("up.journal")).doesNotExist();
    }

    @Test
    void strangersFiles_areNoConversations() throws IOException {
        written(1);
        for (String name : List.of("_zz", "_a", "line\nbreak", "Plan 1", "")) {
            Files.writeString(folder.resolve(name + ".journal"), "no journal of ours");
        }
        try (SessionStore store = FileSessionStore.of(folder)) {
            assertThat(store.list()).extracting(SessionStore.StoredSession::id).containsExactly("one");
        }
    }

    @Test
    void files_areTheUsersAlone() throws IOException {
        written(1);
        org.junit.jupiter.api.Assumptions.assumeTrue(
                folder.getFileSystem().supportedFileAttributeViews().contains("posix"),
                "this file system has no modes");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("one.journal"))))
                .isEqualTo("rw-------");
        try (SessionStore store = FileSessionStore.of(folder.resolve("new"))) {
            append(store, "one", record(0));
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("new"))))
                .isEqualTo("rwx------");
    }

    @Test
    void oldFiles_areStillRead() {
        Path old = Path.of("src/test/resources/journals");
        try (SessionStore plain = FileSessionStore.of(old);
                SessionStore sealed = FileSessionStore.of(old, TempFolders.key(1))) {
            assertThat(read(plain, "v1")).isEqualTo(records(3));
            assertThat(read(sealed, "v1-sealed")).isEqualTo(records(3));
        }
    }
}
