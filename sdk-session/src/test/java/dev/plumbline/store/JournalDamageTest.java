package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.DamagedSessionException;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

/** Tests journals that a disk, or somebody, has damaged. */
class JournalDamageTest {
    private static final Logger LOG = Logger.getLogger("dev.plumbline.store");

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

    private List<SessionStore> stores() {
        return List.of(
                FileSessionStore.of(folder.resolve("plain")),
                FileSessionStore.of(folder.resolve("encrypted"), TempFolders.key(1)));
    }

    private static List<Json> records(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Json.object().with("number", i).with("text", "x".repeat(i % 50)))
                .toList();
    }

    private static List<Json> read(SessionStore store, String id) {
        try (Stream<Json> records = store.read(id)) {
            return records.toList();
        }
    }

    private static byte[] written(SessionStore store, Path file, List<Json> records) throws IOException {
        try (SessionStore.Writer writer = store.open("one")) {
            records.forEach(record -> writer.append(List.of(record)));
        }
        return Files.readAllBytes(file);
    }

    private static List<Json> without(List<Json> records, int... numbers) {
        List<Json> left = new ArrayList<>(records);
        Arrays.stream(numbers).boxed().sorted(Comparator.reverseOrder()).forEach(number -> left.remove((int) number));
        return left;
    }

    /** Opens it, which is refused; repairs it; and looks whether everything else is there and it can be written. */
    private static void isRepaired(SessionStore store, Path file, int position, List<Json> left) throws IOException {
        byte[] broken = Files.readAllBytes(file);
        assertThatThrownBy(() -> store.open("one"))
                .isInstanceOfSatisfying(
                        DamagedSessionException.class,
                        e -> assertThat(e.position()).isEqualTo(position));
        assertThat(Files.readAllBytes(file)).isEqualTo(broken);

        SessionStore.Damage damage = store.repair("one").orElseThrow();
        assertThat(damage.position()).isEqualTo(position);
        assertThat(damage.behind()).isEqualTo(left.size() - position);
        assertThat(damage.bytes()).isPositive();
        Path kept = Path.of(damage.location());
        assertThat(Files.readAllBytes(kept)).isEqualTo(broken);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("rw-------");

        assertThat(store.repair("one")).isEmpty();
        assertThat(read(store, "one")).isEqualTo(left);
        Json last = Json.object().with("kind", "last");
        try (SessionStore.Writer writer = store.open("one")) {
            assertThat(writer.damage()).isEmpty();
            assertThat(writer.position()).isEqualTo(left.size());
            writer.append(List.of(last));
        }
        assertThat(read(store, "one")).hasSize(left.size() + 1).endsWith(last);
        assertThat(Files.readAllBytes(kept)).isEqualTo(broken);
    }

    @Test
    @DisplayName("J4 one bit in the middle of 2,000 records: opening asks first, and a repair loses that one record")
    void j4_damageInTheMiddle_isRefused_andRepaired() throws IOException {
        List<Json> records = records(2_000);
        for (String kind : List.of("plain", "encrypted")) {
            Path file = folder.resolve(kind).resolve("one.journal");
            try (SessionStore store = stores().get(kind.equals("plain") ? 0 : 1)) {
                byte[] whole = written(store, file, records);
                byte[] broken = whole.clone();
                broken[JournalFrames.offset(whole, 5) + JournalFraming.FRAME + 3] ^= 1;
                Files.write(file, broken);
                isRepaired(store, file, 5, without(records, 5));
            }
        }
    }

    @Test
    @DisplayName("J4 damaged lengths, several places, bytes put in between: what is whole behind them is found")
    void j4_framesAreFoundAgain() throws IOException {
        List<Json> records = records(60);
        for (String kind : List.of("plain", "encrypted")) {
            Path file = folder.resolve(kind).resolve("one.journal");
            try (SessionStore store = stores().get(kind.equals("plain") ? 0 : 1)) {
                byte[] whole = written(store, file, records);
                byte[] lengths = whole.clone();
                lengths[JournalFrames.offset(whole, 7) + 3] ^= 0x40;
                lengths[JournalFrames.offset(whole, 30)] ^= 1;
                lengths[JournalFrames.offset(whole, 31) + 6] ^= 1;
                Files.write(file, lengths);
                isRepaired(store, file, 7, without(records, 7, 30, 31));

                List<byte[]> frames = new ArrayList<>(JournalFrames.of(whole));
                frames.add(11, new byte[4096]);
                Files.write(file, JournalFrames.joined(frames));
                isRepaired(store, file, 10, records);

                byte[] header = whole.clone();
                header[1] = 0;
                Files.write(file, header);
                isRepaired(store, file, 0, records);
            }
        }
    }

    @Test
    @Tag("F86")
    @Tag("S12")
    @DisplayName("J4 S12 each torn end is kept in a file of its own, for the user alone, and reported by the writer")
    void j4_tornEnds_areKeptApart() throws IOException {
        Path file = folder.resolve("plain/one.journal");
        try (SessionStore store = stores().get(0)) {
            written(store, file, records(2));
            List<Path> kept = new ArrayList<>();
            for (byte[] end : List.of(new byte[] {1, 2, 3}, new byte[500])) {
                Files.write(file, end, StandardOpenOption.APPEND);
                try (SessionStore.Writer writer = store.open("one")) {
                    SessionStore.Damage damage = writer.damage().orElseThrow();
                    assertThat(damage.position()).isEqualTo(2);
                    assertThat(damage.behind()).isZero();
                    assertThat(damage.bytes()).isEqualTo(end.length);
                    kept.add(Path.of(damage.location()));
                    assertThat(kept.get(kept.size() - 1)).hasBinaryContent(end);
                }
            }
            assertThat(kept.get(0)).hasBinaryContent(new byte[] {1, 2, 3});
            for (Path path : kept) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                        .isEqualTo("rw-------");
            }
            store.delete("one");
            assertThat(folder.resolve("plain")).isEmptyDirectory();
        }
    }

    @Test
    @DisplayName("S12 what is kept follows no symbolic link that waits under its former name")
    void s12_linkIsNotFollowed() throws IOException {
        Path file = folder.resolve("plain/one.journal");
        Path target = Files.writeString(folder.resolve("target"), "untouched");
        try (SessionStore store = stores().get(0)) {
            written(store, file, records(1));
            Files.createSymbolicLink(folder.resolve("plain/one.cut"), target);
            Files.write(file, new byte[] {1}, StandardOpenOption.APPEND);
            store.open("one").close();
        }
        assertThat(target).hasContent("untouched");
    }

    @Test
    @DisplayName("S12 the lock of the disk cache is for the user alone")
    void s12_lockOfTheCache_isPrivate() throws IOException {
        Path file = folder.resolve("tidy.lock");
        assertThat(new FolderLock(file).tryRun(() -> {})).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    @DisplayName("S11 a whole frame that is no JSON, or no record, hides its own conversation alone, and is repaired")
    void s11_frameThatIsNoRecord_hidesNoOther() throws IOException {
        Path file = folder.resolve("plain/one.journal");
        try (SessionStore store = stores().get(0)) {
            try (SessionStore.Writer other = store.open("other")) {
                other.append(records(1));
            }
            byte[] whole = written(store, file, records(4));
            for (String text : List.of("no JSON", "5", "{\"at\":\"yesterday\"}")) {
                byte[] frame = JournalFraming.frame(text.getBytes(StandardCharsets.UTF_8), false);
                List<byte[]> frames = new ArrayList<>(JournalFrames.of(whole));
                frames.add(frame);
                Files.write(file, JournalFrames.joined(frames));
                assertThat(store.list())
                        .extracting(SessionStore.StoredSession::id)
                        .contains("other");
            }
            List<byte[]> frames = new ArrayList<>(JournalFrames.of(whole));
            frames.set(3, JournalFraming.frame("no JSON".getBytes(StandardCharsets.UTF_8), false));
            Files.write(file, JournalFrames.joined(frames));
            assertThatThrownBy(() -> read(store, "one"))
                    .isInstanceOf(DamagedSessionException.class)
                    .hasMessageContaining("record 3 of conversation one is not JSON");
            assertThat(store.repair("one").orElseThrow().position()).isEqualTo(2);
            assertThat(read(store, "one")).isEqualTo(without(records(4), 2));
        }
    }

    @Test
    @DisplayName("J7 a record that could not be read again is refused, with its batch, and nothing is stored")
    void j7_recordTooLong_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JournalFraming.requireLength(JournalFraming.LONGEST + 1L))
                .withMessageContaining("268435457 bytes");
        try (SessionStore store = stores().get(0);
                SessionStore.Writer writer = store.open("one")) {
            writer.append(records(1));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> writer.append(List.of(Json.object(), Json.of(5))))
                    .withMessageContaining("a record is a JSON object");
            assertThat(writer.position()).isEqualTo(1);
            assertThat(read(store, "one")).isEqualTo(records(1));
        }
    }

    @Test
    @DisplayName(
            "J9 a folder, a file or a lock that goes away under a writer is noticed by name, and nothing is written")
    void j9_whatIsDeletedWhileOpen_isNoticed() throws IOException {
        Path plain = folder.resolve("plain");
        try (SessionStore store = stores().get(0)) {
            SessionStore.Writer writer = store.open("one");
            writer.append(records(1));
            deleteAll(plain);
            isLost(writer, "its file was deleted");
            assertThat(plain).doesNotExist();
            writer.close();

            writer = store.open("one");
            writer.append(records(1));
            byte[] same = Files.readAllBytes(plain.resolve("one.journal"));
            Files.move(plain.resolve("one.journal"), plain.resolve("elsewhere"));
            Files.write(plain.resolve("one.journal"), same);
            isLost(writer, "replaced by another");
            assertThat(plain.resolve("one.journal")).hasBinaryContent(same);
            writer.close();
            store.delete("one");

            writer = store.open("one");
            deleteAll(plain);
            isLost(writer, "the lock of the conversation was deleted");
        }
    }

    private static void isLost(SessionStore.Writer writer, String why) {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> writer.append(records(1)))
                    .isInstanceOf(WriterLostException.class)
                    .hasMessageContaining(why);
        }
    }

    private static void deleteAll(Path plain) throws IOException {
        try (Stream<Path> files = Files.walk(plain)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    @Test
    @DisplayName("J7 a batch that was cut is not there, whichever byte it was cut at")
    void j7_batch_isWholeOrNotThere() throws IOException {
        for (String kind : List.of("plain", "encrypted")) {
            Path file = folder.resolve(kind).resolve("one.journal");
            try (SessionStore store = stores().get(kind.equals("plain") ? 0 : 1)) {
                try (SessionStore.Writer writer = store.open("one")) {
                    writer.append(records(2));
                    writer.append(records(3));
                }
                byte[] whole = Files.readAllBytes(file);
                int second = JournalFrames.offset(whole, 2);
                for (int length = second; length < whole.length; length++) {
                    Files.write(file, Arrays.copyOf(whole, length));
                    assertThat(read(store, "one")).isEqualTo(records(2));
                    try (SessionStore.Writer writer = store.open("one")) {
                        assertThat(writer.position()).isEqualTo(2);
                        assertThat(writer.damage().isPresent()).isEqualTo(length > second);
                        writer.append(records(1));
                    }
                    assertThat(read(store, "one")).hasSize(3);
                }
            }
        }
    }
}
