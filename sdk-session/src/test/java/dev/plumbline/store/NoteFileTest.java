package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.conversation.SessionStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program keeps beside the conversations of a folder is as private as they are. */
class NoteFileTest {
    private static final String TEXT = "canary: nobody reads of the wall";

    @TempDir
    private Path folder;

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    @DisplayName("S1 a note is a file that its owner alone can read, also in a folder that others can read")
    void s1_note_isPrivate() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (SessionStore store = FileSessionStore.of(folder)) {
            store.putNote("title-1", TEXT);
            assertThat(store.findNote("title-1")).contains(TEXT);
            assertThat(files())
                    .singleElement()
                    .satisfies(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
            store.putNote("title-1", " ");
            assertThat(store.findNote("title-1")).isEmpty();
            assertThat(files()).isEmpty();
        }
    }

    @Test
    @DisplayName("S1 a store with a key encrypts its notes, and neither another key nor another name reads them")
    void s1_noteOfAnEncryptedStore_isEncrypted() throws IOException {
        try (SessionStore store = FileSessionStore.of(folder, TempFolders.key(1))) {
            store.putNote("draft-1", TEXT);
            assertThat(store.findNote("draft-1")).contains(TEXT);
        }
        Path file = files().get(0);
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                .doesNotContain("canary", "wall");
        Files.copy(file, folder.resolve("draft-2.note"));
        try (SessionStore same = FileSessionStore.of(folder, TempFolders.key(1));
                SessionStore other = FileSessionStore.of(folder, TempFolders.key(2))) {
            assertThat(same.findNote("draft-1")).contains(TEXT);
            assertThat(same.findNote("draft-2")).isEmpty();
            assertThat(other.findNote("draft-1")).isEmpty();
            assertThat(same.list()).isEmpty();
        }
    }

    @Test
    void tooLongANote_isRefused() {
        try (SessionStore store = FileSessionStore.of(folder)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> store.putNote("draft-1", "x".repeat(1 << 20)))
                    .withMessageContaining("at most 524288 bytes");
        }
    }
}
