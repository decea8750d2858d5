package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.UnwritableStoreException;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnwritableFolderTest {
    @TempDir
    private Path folder;

    private String message(IOException why) {
        return String.valueOf(new JournalFolder(folder).unwritable(why).getMessage());
    }

    @Test
    @DisplayName(
            "N11 no permission, a file system that is read-only, a full disk: the reason is said, beside the folder")
    void n11_reason_isSaid() {
        assertThat(message(new AccessDeniedException(folder.toString())))
                .contains(
                        folder.toString(),
                        "this program may not write in " + folder,
                        "give the journal a folder with free space");
        assertThat(message(new FileSystemException(folder.toString(), null, "Read-only file system")))
                .contains("cannot be written: Read-only file system;");
        assertThat(message(new IOException("No space left on device"))).contains("No space left on device;");
        assertThat(message(new IOException())).contains("cannot be written: IOException;");
    }

    @Test
    @DisplayName("N11 a lock that cannot be written is refused with the folder")
    void n11_lock_namesTheFolder() throws IOException {
        Files.createDirectory(folder.resolve("two.lock"));
        try (SessionStore store = FileSessionStore.of(folder)) {
            assertThatThrownBy(() -> store.open("two"))
                    .isInstanceOfSatisfying(
                            UnwritableStoreException.class,
                            e -> assertThat(e.place())
                                    .isEqualTo(folder.toAbsolutePath().toString()));
        }
    }

    @Test
    @DisplayName("N11 a folder that is in order again is written")
    void n11_folderThatIsFree_isWritten() throws IOException {
        Path taken = Files.writeString(folder.resolve("taken"), "of the user");
        try (SessionStore store = FileSessionStore.of(taken)) {
            assertThatThrownBy(() -> store.open("one")).isInstanceOf(UnwritableStoreException.class);
            Files.delete(taken);
            try (SessionStore.Writer writer = store.open("one")) {
                writer.append(List.of(Json.object().with("kind", "test")));
            }
            assertThat(store.list()).hasSize(1);
        }
    }
}
