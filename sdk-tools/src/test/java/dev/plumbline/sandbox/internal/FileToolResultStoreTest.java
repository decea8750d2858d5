package dev.plumbline.sandbox.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.internal.ToolResultStore;
import dev.plumbline.tool.internal.ToolResultStore.StoredResult;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of large results, and that nothing of it stays. */
class FileToolResultStoreTest {
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    private final SandboxCallFixture visitor = new SandboxCallFixture();

    @TempDir
    private Path temp;

    private Optional<ToolSandbox> open = Optional.empty();

    private ToolSandbox sandbox(ResultLimits limits) {
        ToolSandbox sandbox = visitor.sandbox(EgressRules.none())
                .tempFolder(temp)
                .resultLimits(limits)
                .build();
        open = Optional.of(sandbox);
        return sandbox;
    }

    @AfterEach
    void close() {
        open.ifPresent(ToolSandbox::close);
    }

    private static Optional<StoredResult> keep(ToolResultStore store, String session, String text) throws IOException {
        return store.store(session, "text/plain", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String read(StoredResult kept) throws IOException {
        try (InputStream in = kept.content().open()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(temp)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("lock"))
                    .toList();
        }
    }

    @Test
    @DisplayName("57 what is kept is found by the SHA-256 of its content, by its session alone")
    void kept_isFoundByItsContent() throws IOException {
        ToolResultStore store = sandbox(ResultLimits.ofDefaults()).results();
        StoredResult kept = keep(store, "s1", "abc").orElseThrow();
        assertThat(kept.reference()).isEqualTo(ABC);
        assertThat(kept.bytes()).isEqualTo(3);
        assertThat(read(store.find("s1", ABC).orElseThrow())).isEqualTo("abc");
        assertThat(store.find("s2", ABC)).isEmpty();
        assertThat(store.find("s1", "../../lock")).isEmpty();
        keep(store, "s1", "abc");
        assertThat(files()).singleElement().satisfies(file -> assertThat(file).hasFileName(ABC));
        assertThat(kept.toString()).doesNotContain("abc");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the folder of a user is private there")
    void file_isForThisUserAlone() throws IOException {
        keep(sandbox(ResultLimits.ofDefaults()).results(), "s1", "abc");
        assertThat(Files.getPosixFilePermissions(files().get(0)))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        Path directory = temp.resolve(temp.relativize(files().get(0)).getName(0));
        assertThat(Files.getPosixFilePermissions(directory)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    @DisplayName("57 size and number are bounded, and the one unread for longest goes first")
    void bounds_areKept() throws IOException {
        ToolResultStore store = sandbox(new ResultLimits(5, 12, 3, 0)).results();
        assertThat(keep(store, "s", "123456")).isEmpty();
        assertThat(files()).isEmpty();
        String a = keep(store, "s", "aaaa").orElseThrow().reference();
        String b = keep(store, "s", "bbbb").orElseThrow().reference();
        String c = keep(store, "s", "cccc").orElseThrow().reference();
        assertThat(store.find("s", a)).isPresent();
        String d = keep(store, "s", "d").orElseThrow().reference();
        assertThat(store.find("s", b)).isEmpty();
        assertThat(files()).extracting(file -> file.getFileName().toString()).containsExactlyInAnyOrder(a, c, d);
        keep(store, "t", "eeeee");
        assertThat(store.find("s", c)).isEmpty();
        assertThat(files()).hasSize(3);
    }

    @Test
    @Tag("SH165")
    @DisplayName("57 124 closing deletes everything")
    void close_deletes() throws IOException {
        ToolSandbox sandbox = sandbox(ResultLimits.ofDefaults());
        keep(sandbox.results(), "s1", "abc");
        Path folder = visitor.reach(sandbox).tempFolder();
        Files.writeString(folder.resolve("x"), "x");
        Files.createSymbolicLink(folder.resolve("link"), Files.createDirectories(temp.resolve("not-ours")));
        Files.writeString(temp.resolve("not-ours/stays"), "stays");
        sandbox.close();
        assertThat(temp).isDirectoryContaining(path -> path.endsWith("not-ours"));
        assertThat(files()).singleElement().satisfies(file -> assertThat(file).hasFileName("stays"));
        assertThatThrownBy(() -> keep(sandbox.results(), "s1", "abc")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> visitor.reach(sandbox).tempFolder()).isInstanceOf(ToolException.class);
    }

    @Test
    void nothing_isMadeBeforeItIsNeeded() {
        ToolSandbox sandbox = sandbox(ResultLimits.ofDefaults());
        visitor.reach(sandbox).files();
        sandbox.deleteSession("s1");
        sandbox.close();
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void forget_deletesTheSessionsAlone() throws IOException {
        ToolSandbox sandbox = sandbox(ResultLimits.ofDefaults());
        keep(sandbox.results(), "s1", "abc");
        keep(sandbox.results(), "s2", "abcd");
        sandbox.deleteSession("s1");
        assertThat(sandbox.results().find("s1", ABC)).isEmpty();
        assertThat(files()).hasSize(1);
    }

    @Test
    void tempFolder_isTheSessions() {
        ToolSandbox sandbox = sandbox(ResultLimits.ofDefaults());
        Path folder = visitor.reach(sandbox).tempFolder();
        assertThat(folder)
                .isDirectory()
                .startsWith(temp)
                .isEqualTo(visitor.reach(sandbox).tempFolder());
    }

    @Test
    @Tag("SH165")
    @DisplayName("124 what a program that died left behind is deleted by the next one")
    void orphans_areDeleted() throws IOException {
        Path orphan = Files.createDirectories(temp.resolve("plumbline-0-x/results"));
        Files.writeString(orphan.resolve("left"), "left");
        Files.writeString(temp.resolve("plumbline-0-x/lock"), "x");
        Path begun = Files.createDirectories(temp.resolve("plumbline-0-begun"));
        Files.writeString(begun.resolve("lock"), "");
        Path ours = Files.createDirectories(
                temp.resolve("plumbline-" + ProcessHandle.current().pid() + "-y"));
        Files.writeString(ours.resolve("lock"), "x");
        Files.createDirectories(temp.resolve("plumbline-without-a-lock"));
        Files.createDirectories(temp.resolve("others"));
        visitor.reach(sandbox(ResultLimits.ofDefaults())).tempFolder();
        assertThat(temp.resolve("plumbline-0-x")).doesNotExist();
        assertThat(ours).exists();
        assertThat(begun).as("its lock is not held yet").exists();
        assertThat(temp.resolve("plumbline-without-a-lock")).exists();
        assertThat(temp.resolve("others")).exists();
        assertThat(temp).isDirectoryNotContaining("glob:**.me");
    }

    @Test
    @DisplayName("124 what another program still uses stays")
    void tempDirectory_inUseElsewhere_stays() throws Exception {
        Path directory = Files.createDirectories(temp.resolve("plumbline-0-other"));
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData", // or it may warn on its output
                        "-cp",
                        System.getProperty("java.class.path"),
                        TempFolderProgram.class.getName(),
                        directory.resolve("lock").toString())
                .start();
        try {
            assertThat(other.getInputStream().read()).isEqualTo('L');
            visitor.reach(sandbox(ResultLimits.ofDefaults())).tempFolder();
            assertThat(directory).exists();
        } finally {
            other.destroyForcibly().waitFor();
        }
        open.ifPresent(ToolSandbox::close);
        visitor.reach(sandbox(ResultLimits.ofDefaults())).tempFolder();
        assertThat(directory).doesNotExist();
    }
}
