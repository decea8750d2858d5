package dev.plumbline.sandbox.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.tool.internal.SandboxAccess;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files that another program replaces between their check and their opening; the exchange is made in between. */
@Timeout(120)
@EnabledOnOs(OS.LINUX) // other systems have no number of the open file, and no pipes in folders
class OpenFileTest {
    private final SandboxCallFixture visitor = new SandboxCallFixture();

    @TempDir
    private Path disk;

    private Path root;
    private Path file;
    private Path secret;

    @BeforeEach
    void furnish() throws IOException {
        root = Files.createDirectories(disk.toRealPath().resolve("plans"));
        file = Files.writeString(root.resolve("home.txt"), "walls");
        secret = Files.writeString(disk.toRealPath().resolve("outside.txt"), "secret");
    }

    /** An action of another program. */
    private interface Exchange {
        void run() throws IOException;
    }

    private SandboxAccess access(Exchange between) {
        return visitor.reach(visitor.sandbox(EgressRules.none().withFolder(root))
                .checked(() -> {
                    try {
                        between.run();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .build());
    }

    private void denied(String rule, Exchange between) {
        SandboxAccess access = access(between);
        SandboxCallFixture.refused(Code.EGRESS_DENIED, () -> access.files().read("home.txt"), "secret");
        assertThat(visitor.lastDecision()).isEqualTo("file.read " + rule + " REFUSED");
        assertThat(access.origin()).isEqualTo(ContentOrigin.TOOL);
    }

    private static void pipe(Path path) throws IOException {
        try {
            assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                    .isZero();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    @DisplayName("S13 a hard link that takes the place of a checked file is refused")
    void s13_hardLink_afterTheCheck() {
        denied("file.hard-link", () -> {
            Files.delete(file);
            Files.createLink(file, secret);
        });
    }

    @Test
    @DisplayName("S13 the file that is open counts, also if its path leads to the checked file again")
    void s13_exchange_andBack() throws IOException {
        Path other = Files.writeString(root.resolve("other.txt"), "other");
        OpenFileAttributes opened;
        try (SeekableByteChannel channel = FileChannel.open(secret, StandardOpenOption.READ)) {
            opened = OpenFileAttributes.of(channel).orElseThrow();
            assertThat(channel.position()).isZero();
        }
        assertThat(opened.isRegular()).isTrue();
        assertThat(opened.key()).isEqualTo(OpenFileAttributes.named(secret).key());
        assertThat(opened.key()).isNotEqualTo(OpenFileAttributes.named(other).key());
    }

    @Test
    @DisplayName("S13 the names of an open file are counted by its handle")
    void s13_names_byTheHandle() throws IOException {
        Path link = Files.createLink(root.resolve("link.txt"), secret);
        try (SeekableByteChannel channel = FileChannel.open(link, StandardOpenOption.READ)) {
            Files.delete(link);
            Files.writeString(link, "decoy");
            OpenFileAttributes opened = OpenFileAttributes.of(channel).orElseThrow();
            assertThat(opened.key()).isNotEqualTo(OpenFileAttributes.named(link).key());
        }
    }

    @Test
    @DisplayName("S13 a file of the same folder that takes the place of a checked one is read: it is what is open")
    void s13_otherFile_afterTheCheck() throws IOException {
        Files.writeString(root.resolve("new.txt"), "new walls");
        SandboxAccess access =
                access(() -> Files.move(root.resolve("new.txt"), file, StandardCopyOption.REPLACE_EXISTING));

        assertThat(access.files().readText("home.txt")).isEqualTo("new walls");
        assertThat(access.origin()).isEqualTo(ContentOrigin.DOCUMENT);
    }

    @Test
    @DisplayName("S13 a symbolic link that takes the place of a checked file is not followed")
    void s13_symbolicLink_afterTheCheck() {
        denied("file.changed", () -> {
            Files.delete(file);
            Files.createSymbolicLink(file, secret);
        });
    }

    @Test
    @DisplayName("S13 a pipe is refused before it is opened")
    void s13_pipe_isRefused() throws IOException {
        pipe(root.resolve("pipe"));
        SandboxAccess access = access(() -> {});
        SandboxCallFixture.refused(Code.EGRESS_DENIED, () -> access.files().read("pipe"), "secret");
        assertThat(visitor.lastDecision()).isEqualTo("file.read file.not-regular REFUSED");
    }

    @Test
    @DisplayName("S13 a pipe that takes the place of a checked file is refused when the call is cancelled")
    void s13_pipe_afterTheCheck_isReleased() {
        denied("file.not-regular", () -> {
            Files.delete(file);
            pipe(file);
            visitor.cancellation.cancel("the user pressed cancel");
        });
    }

    @Test
    @DisplayName("S13 a pipe that somebody writes to is refused after it is open")
    void s13_pipe_withAWriter() throws IOException {
        Path spare = root.resolve("spare");
        pipe(spare);
        try (FileChannel writer = FileChannel.open(spare, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            assertThat(writer.isOpen()).isTrue();
            denied("file.not-regular", () -> Files.move(spare, file, StandardCopyOption.REPLACE_EXISTING));
        }
    }

    @Test
    @DisplayName("S13 a device is no regular file")
    void s13_device() throws IOException {
        try (SeekableByteChannel zeros = FileChannel.open(Path.of("/dev/zero"), StandardOpenOption.READ)) {
            Optional<OpenFileAttributes> opened = OpenFileAttributes.of(zeros);
            assertThat(opened.map(OpenFileAttributes::isRegular)).isNotEqualTo(Optional.of(true));
        }
    }

    @Test
    @DisplayName("S13 a stream of a file begins at its beginning")
    void s13_stream_beginsAtItsBeginning() throws IOException {
        try (InputStream in = access(() -> {}).files().open("home.txt")) {
            assertThat(in.readAllBytes()).asString().isEqualTo("walls");
        }
        assertThatThrownBy(() -> access(() -> Files.delete(file)).files().read("home.txt"))
                .hasMessageContaining("no such file");
    }
}
