package dev.plumbline.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a file of settings is read again. Files are dated by hand and the clock stands. */
class SettingsFileTest {
    private static final Instant WRITTEN = Instant.parse("2026-01-01T12:00:00Z");

    @TempDir
    private Path folder;

    private Path path() {
        return folder.resolve("plugins.json");
    }

    private SettingsFile file(Duration age) {
        return new SettingsFile(path(), () -> WRITTEN.plus(age));
    }

    private void write(String text, Instant when) throws IOException {
        Files.writeString(path(), text);
        Files.setLastModifiedTime(path(), FileTime.from(when));
    }

    /** What cannot be seen from outside without reading is not seen: so it was not read. */
    @Test
    @DisplayName("A4 a settings file that has not changed is not read again")
    void a4_fileThatHasNotChanged_isNotReadAgain() throws IOException {
        write("one", WRITTEN);
        SettingsFile file = file(Duration.ofMinutes(1));
        assertThat(file.text()).isEqualTo("one");
        write("two", WRITTEN);
        assertThat(file.text()).isEqualTo("one");
    }

    @Test
    void a4_fileThatIsNotThere_isAnEmptyObject_untilItIs() throws IOException {
        SettingsFile file = file(Duration.ofMinutes(1));
        assertThat(file.text()).isEqualTo("{}");
        assertThat(file.text()).isEqualTo("{}");
        write("one", WRITTEN);
        assertThat(file.text()).isEqualTo("one");
        Files.delete(path());
        assertThat(file.text()).isEqualTo("{}");
    }

    @Test
    void laterTime_isSeen() throws IOException {
        write("one", WRITTEN);
        SettingsFile file = file(Duration.ofMinutes(1));
        assertThat(file.text()).isEqualTo("one");
        write("two", WRITTEN.plusSeconds(1));
        assertThat(file.text()).isEqualTo("two");
    }

    @Test
    void otherSize_isSeen_whateverItsTime() throws IOException {
        write("one", WRITTEN);
        SettingsFile file = file(Duration.ofMinutes(1));
        assertThat(file.text()).isEqualTo("one");
        write("three", WRITTEN);
        assertThat(file.text()).isEqualTo("three");
    }

    @Test
    void twoChangesInTheSameMoment_areBothSeen() throws IOException {
        write("one", WRITTEN);
        SettingsFile file = file(Duration.ofSeconds(1));
        assertThat(file.text()).isEqualTo("one");
        write("two", WRITTEN);
        assertThat(file.text()).isEqualTo("two");
    }

    @Test
    void fileFromTheFuture_isReadEachTime() throws IOException {
        write("one", WRITTEN);
        SettingsFile file = file(Duration.ofDays(-1));
        assertThat(file.text()).isEqualTo("one");
        write("two", WRITTEN);
        assertThat(file.text()).isEqualTo("two");
    }

    @Test
    void whatCannotBeRead_isNoSettings() throws IOException {
        Files.createDirectory(path());
        assertThat(file(Duration.ofMinutes(1)).text()).isEqualTo("unreadable");
    }
}
