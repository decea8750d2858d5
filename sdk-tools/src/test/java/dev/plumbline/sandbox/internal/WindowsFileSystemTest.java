package dev.plumbline.sandbox.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.tool.ToolContext.SandboxedFiles;
import dev.plumbline.tool.ToolException;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests file access on a disk with drives, backslashes and case-insensitive names, and without handles for folders. */
@DisplayName("129 file access on a Windows disk")
class WindowsFileSystemTest {
    private final FileSystem disk = Jimfs.newFileSystem(Configuration.windows());
    private final Path root = disk.getPath("C:\\Users\\me\\Plans");
    private final Path outside = disk.getPath("C:\\Users\\me\\Plans of others");
    private final SandboxCallFixture visitor = new SandboxCallFixture();

    @BeforeEach
    void furnish() throws IOException {
        Files.createDirectories(root.resolve("a"));
        Files.createDirectories(outside);
        Files.writeString(root.resolve("a\\home.txt"), "walls");
        Files.writeString(outside.resolve("secret.txt"), "secret");
    }

    @AfterEach
    void close() throws IOException {
        disk.close();
    }

    private SandboxedFiles files() {
        return visitor.reach(
                        visitor.sandbox(EgressRules.none().withFolder(root)).build())
                .files();
    }

    @ParameterizedTest(name = "129 {0}")
    @Tag("F129")
    @ValueSource(
            strings = {
                "..\\Plans of others\\secret.txt",
                "a\\..\\..\\Plans of others\\secret.txt",
                "C:\\Users\\me\\Plans of others\\secret.txt",
                "c:/users/me/plans of others/secret.txt",
                "C:secret.txt",
                "C:",
                "D:\\x",
                "\\Users\\me\\Plans\\a\\home.txt",
                "/Users/me/Plans/a/home.txt",
                "\\\\server\\share\\x",
                "\\\\?\\C:\\Users\\me\\Plans\\a\\home.txt",
                "\\\\.\\C:\\Users\\me\\Plans\\a\\home.txt",
                "a\\home.txt:stream",
                "a\\home.txt::$DATA",
                "a\\home.txt.",
                "a\\home.txt ",
                "a .\\home.txt",
                "CON",
                "a\\nul",
                "COM1.txt",
                "A~1\\home.txt",
                "HOME~1.TXT",
                "a\\%2e%2e\\home.txt",
                "a\\home.txt\0",
            })
    void path_refused(String path) {
        assertThatThrownBy(() -> files().read(path))
                .isInstanceOfSatisfying(
                        ToolException.class, e -> assertThat(e.code()).isEqualTo(Code.EGRESS_DENIED));
        assertThatThrownBy(() -> files().writeText(path, "x"))
                .isInstanceOfSatisfying(
                        ToolException.class, e -> assertThat(e.code()).isEqualTo(Code.EGRESS_DENIED));
        assertThat(outside.resolve("secret.txt")).hasContent("secret");
    }

    @ParameterizedTest(name = "129 {0}")
    @ValueSource(
            strings = {
                "a\\home.txt",
                "a/home.txt",
                ".\\a\\\\home.txt",
                "C:\\Users\\me\\Plans\\a\\home.txt",
                "c:/users/ME/plans/A/Home.txt",
            })
    @DisplayName("129 case and slashes do not matter where the disk says so")
    void path_inside_isRead(String path) {
        assertThat(files().readText(path)).isEqualTo("walls");
    }

    @Test
    void write_replacesWhole() throws IOException {
        files().writeText("A\\HOME.TXT", "more");
        files().writeText("a/new.txt", "new");
        assertThat(root.resolve("a\\home.txt")).hasContent("more");
        assertThat(files().list("a")).containsExactlyInAnyOrder("home.txt", "new.txt");
    }

    @Test
    @Tag("F130")
    @DisplayName("130 a link is judged by where it leads, and a swapped one is seen when looked at again")
    void link_judgedByItsTarget() throws IOException {
        Files.createSymbolicLink(root.resolve("out"), outside);
        assertThatThrownBy(() -> files().read("out\\secret.txt")).isInstanceOf(ToolException.class);
        assertThat(visitor.lastDecision()).isEqualTo("file.read file.outside REFUSED");
        SandboxedFiles files = visitor.reach(visitor.sandbox(EgressRules.none().withFolder(root))
                        .decided(this::swap)
                        .build())
                .files();
        assertThatThrownBy(() -> files.read("a\\home.txt")).isInstanceOf(ToolException.class);
        assertThat(visitor.lastDecision()).isEqualTo("file.read file.changed REFUSED");
    }

    private void swap() {
        try {
            Files.writeString(outside.resolve("home.txt"), "secret");
            Files.move(root.resolve("a"), root.resolve("b"));
            Files.createSymbolicLink(root.resolve("a"), outside);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
