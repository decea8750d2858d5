package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.DamagedSessionException;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what somebody without the key can do to encrypted journals. */
class EncryptedJournalTest {
    private static final Secret PHRASE = Secret.of("correct horse battery".toCharArray());

    @TempDir
    private Path folder;

    private SessionStore store() {
        return FileSessionStore.of(folder, TempFolders.key(1));
    }

    private static Json record(String by, int number) {
        return Json.object().with("by", by).with("number", number);
    }

    private static List<Json> records(String by, int count) {
        return IntStream.range(0, count).mapToObj(i -> record(by, i)).toList();
    }

    private void write(String id, List<Json> records) {
        try (SessionStore store = store();
                SessionStore.Writer writer = store.open(id)) {
            records.forEach(record -> writer.append(List.of(record)));
        }
    }

    private byte[] file(String id) throws IOException {
        return Files.readAllBytes(folder.resolve(id + ".journal"));
    }

    private static List<Json> read(SessionStore store, String id) {
        try (Stream<Json> records = store.read(id)) {
            return records.toList();
        }
    }

    /** Puts the frames of "one" together in another way, the header being number 0. */
    private void change(UnaryOperator<List<byte[]>> change) throws IOException {
        Files.write(
                folder.resolve("one.journal"),
                JournalFrames.joined(change.apply(new ArrayList<>(JournalFrames.of(file("one"))))));
    }

    private void isRefused(int position, String why) throws IOException {
        byte[] before = file("one");
        try (SessionStore store = store()) {
            assertThatThrownBy(() -> read(store, "one"))
                    .isInstanceOf(DamagedSessionException.class)
                    .hasMessageContaining("record " + (position + 1) + " of conversation one")
                    .hasMessageContaining(why);
            assertThatThrownBy(() -> store.open("one"))
                    .isInstanceOfSatisfying(
                            DamagedSessionException.class,
                            e -> assertThat(e.position()).isEqualTo(position));
        }
        assertThat(file("one")).isEqualTo(before);
    }

    @Test
    @DisplayName("S10 two records that change places are refused by name")
    void s10_swappedRecords_areRefused() throws IOException {
        write("one", records("a", 6));
        change(frames -> {
            Collections.swap(frames, 3, 4);
            return frames;
        });
        isRefused(2, "removed, moved or replayed");
    }

    @Test
    @DisplayName("S10 a record of another conversation at the same place is refused by name")
    void s10_splicedRecord_isRefused() throws IOException {
        write("one", records("a", 6));
        write("two", records("b", 6));
        List<byte[]> other = JournalFrames.of(file("two"));
        change(frames -> {
            frames.set(4, other.get(4));
            return frames;
        });
        isRefused(3, "belongs to another conversation");
    }

    @Test
    @DisplayName(
            "S10 a record that is played again, here or of an earlier state of the conversation, is refused by name")
    void s10_replayedRecord_isRefused() throws IOException {
        write("one", records("a", 4));
        byte[] earlier = file("one");
        write("one", records("b", 2));
        byte[] later = file("one");
        change(frames -> {
            frames.set(4, frames.get(2));
            return frames;
        });
        isRefused(3, "removed, moved or replayed");

        Files.write(folder.resolve("one.journal"), earlier);
        write("one", records("c", 2));
        byte[] otherFifth = JournalFrames.of(later).get(5);
        change(frames -> {
            frames.set(5, otherFifth);
            return frames;
        });
        isRefused(5, "removed, moved or replayed");
    }

    @Test
    @DisplayName(
            "S10 records that are cut out of the file are missed by name; a clean cut at the very end cannot be seen")
    void s10_cutInside_isRefused() throws IOException {
        write("one", records("a", 6));
        byte[] whole = file("one");
        change(frames -> {
            frames.remove(3);
            return frames;
        });
        isRefused(2, "removed, moved or replayed");

        Files.write(folder.resolve("one.journal"), whole);
        change(frames -> frames.subList(0, 4));
        try (SessionStore store = store()) {
            assertThat(read(store, "one")).isEqualTo(records("a", 3));
        }
    }

    @Test
    @DisplayName("S10 the flag of a batch cannot be changed")
    void s10_flagOfABatch_isBound() throws IOException {
        try (SessionStore store = store();
                SessionStore.Writer writer = store.open("one")) {
            writer.append(records("a", 2));
        }
        change(frames -> {
            byte[] first = frames.get(1);
            byte[] stored = Arrays.copyOfRange(first, JournalFraming.FRAME, first.length);
            frames.set(1, JournalFraming.frame(stored, false));
            return frames;
        });
        isRefused(0, "was changed");
    }

    @Test
    @DisplayName("J12 two journals that change names do not open as each other's")
    void j12_swappedFiles_areRefused() throws IOException {
        write("one", records("a", 3));
        write("two", records("b", 3));
        byte[] one = file("one");
        Files.write(folder.resolve("one.journal"), file("two"));
        Files.write(folder.resolve("two.journal"), one);
        isRefused(0, "belongs to another conversation");
        try (SessionStore store = store()) {
            assertThatThrownBy(() -> store.repair("one"))
                    .isInstanceOf(DamagedSessionException.class)
                    .hasMessageContaining("is it the key of this conversation?");
        }
        assertThat(Files.readAllBytes(folder.resolve("two.journal"))).isEqualTo(one);
    }

    @Test
    @DisplayName("S10 files of version 1 are read, and rewritten when they are opened for writing")
    void s10_oldFiles_areRewritten() throws IOException {
        List<Json> old;
        try (SessionStore store = FileSessionStore.of(Path.of("src/test/resources/journals"))) {
            old = read(store, "v1");
        }
        Path journals = Path.of("src/test/resources/journals");
        Files.copy(journals.resolve("v1-sealed.journal"), folder.resolve("one.journal"));
        Files.copy(journals.resolve("v1.journal"), folder.resolve("plain.journal"));
        try (SessionStore store = store();
                SessionStore plain = FileSessionStore.of(folder)) {
            assertThat(read(store, "one")).isEqualTo(old);
            assertThat(file("one")[5]).isEqualTo((byte) 1);
            for (SessionStore.Writer opened : List.of(store.open("one"), plain.open("plain"))) {
                try (SessionStore.Writer writer = opened) {
                    assertThat(writer.position()).isEqualTo(old.size());
                    writer.append(List.of(record("a", 1)));
                }
            }
            assertThat(file("one")[5]).isEqualTo((byte) 2);
            assertThat(file("plain")[5]).isEqualTo((byte) 2);
            assertThat(read(store, "one")).hasSize(old.size() + 1).startsWith(old.toArray(new Json[0]));
            assertThat(read(plain, "plain")).isEqualTo(read(store, "one"));
        }
        assertThat(folder.toFile().list())
                .containsExactlyInAnyOrder("one.journal", "one.lock", "plain.journal", "plain.lock");
        change(frames -> {
            Collections.swap(frames, 1, 2);
            return frames;
        });
        isRefused(0, "removed, moved or replayed");
    }

    @Test
    @DisplayName("S6 a key that is not 32 bytes is refused where the store is made, and so is a short pass phrase")
    void s6_keyThatIsNone_isRefusedAtOnce() {
        char[] wide = new char[32];
        Arrays.fill(wide, 'Ѐ');
        for (char[] key : List.of(wide, new char[1], new char[31], new char[33])) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FileSessionStore.of(folder, Secret.of(key)))
                    .withMessageContaining("32 bytes");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DiskResponseStore.of(folder).withEncryption(Secret.of(key)))
                    .withMessageContaining("32 bytes");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FileSessionStore.ofPassPhrase(folder, Secret.of("eleven char".toCharArray())))
                .withMessageContaining("at least 12 characters");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    @DisplayName("S7 a store says which conversations its list leaves out, and why")
    void s7_unreadableConversations_areNamedWithTheReason() throws IOException {
        write(FileSessionStore.of(folder, TempFolders.key(1)), "one");
        write(FileSessionStore.of(folder, TempFolders.key(2)), "other");
        write(FileSessionStore.of(folder), "plain");
        Files.write(folder.resolve("none.journal"), "no journal at all".getBytes(StandardCharsets.UTF_8));
        try (SessionStore store = FileSessionStore.of(folder, TempFolders.key(1))) {
            assertThat(store.list()).extracting(SessionStore.StoredSession::id).containsExactly("one");
            assertThat(store.unreadable(SessionStore.NO_LIMIT, Cancellation.create()))
                    .containsOnly(
                            Map.entry(
                                    "other",
                                    "it cannot be decrypted: it was encrypted with another key, or was changed"),
                            Map.entry("plain", "it is not encrypted: open without a key"),
                            Map.entry("none", "the file does not begin as a journal does"));
        }
        try (SessionStore store = FileSessionStore.of(folder)) {
            assertThat(store.unreadable(SessionStore.NO_LIMIT, Cancellation.create()))
                    .containsEntry("one", "it is encrypted: open the store with its key")
                    .doesNotContainKey("plain");
        }
    }

    private static void write(SessionStore store, String id) {
        try (store;
                SessionStore.Writer writer = store.open(id)) {
            writer.append(records("a", 1));
        }
    }

    @Test
    @DisplayName(
            "S16 a pass phrase is checked and asked for once, its key is derived with a salt of the folder, and another one opens nothing")
    void s16_passPhrase_isDerived() throws IOException {
        int[] asked = new int[1];
        Secret counted = Secret.from(() -> {
            asked[0]++;
            return PHRASE.reveal();
        });
        try (SessionStore store = FileSessionStore.ofPassPhrase(folder, counted);
                SessionStore.Writer writer = store.open("one")) {
            records("a", 3).forEach(record -> writer.append(List.of(record)));
        }
        assertThat(asked[0]).isEqualTo(2);
        Path salt = folder.resolve("key.salt");
        assertThat(salt).hasSize(16);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(salt)))
                .isEqualTo("rw-------");
        byte[] drawn = Files.readAllBytes(salt);
        try (SessionStore same = FileSessionStore.ofPassPhrase(folder, PHRASE);
                SessionStore other =
                        FileSessionStore.ofPassPhrase(folder, Secret.of("correct horse batterie".toCharArray()))) {
            assertThat(read(same, "one")).isEqualTo(records("a", 3));
            assertThatThrownBy(() -> read(other, "one")).hasMessageContaining("another key");
        }
        assertThat(Files.readAllBytes(salt)).isEqualTo(drawn);
        Path elsewhere = folder.resolve("elsewhere");
        try (SessionStore store = FileSessionStore.ofPassPhrase(elsewhere, PHRASE)) {
            store.open("one").append(records("a", 1));
        }
        assertThat(Files.readAllBytes(elsewhere.resolve("key.salt"))).isNotEqualTo(drawn);
    }
}
