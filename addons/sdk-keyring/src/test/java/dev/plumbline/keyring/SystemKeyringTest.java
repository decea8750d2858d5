package dev.plumbline.keyring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keyring of a real session with gnome-keyring, read by another program, too. */
@Tag("external")
class SystemKeyringTest {
    /** Unlocks a keyring with an empty password, then runs a program, and lets libsecret read what it stored. */
    private static final String SESSION =
            "printf '\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; \"$@\" 2>/dev/null;"
                    + " echo \"secret-tool: $(secret-tool lookup service plumbline-test account openai)\"";

    /** The keyring of the user is there, and nobody is asked for its password. */
    private static final String LOCKED =
            "gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1 </dev/null; \"$@\" 2>/dev/null";

    @TempDir
    Path home;

    private static void requireTools() {
        for (String tool : List.of("gnome-keyring-daemon", "dbus-run-session", "secret-tool")) {
            assumeTrue(
                    Stream.of(System.getenv("PATH").split(":")).anyMatch(dir -> Files.exists(Path.of(dir, tool))),
                    "SKIPPED, and it should not be: apt-get install gnome-keyring dbus libsecret-tools");
        }
    }

    private static List<String> program(String... commands) {
        List<String> program = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                KeyringProgram.class.getName()));
        program.addAll(List.of(commands));
        return program;
    }

    private List<String> run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("HOME", home.toString());
        builder.environment().keySet().removeAll(List.of("DBUS_SESSION_BUS_ADDRESS", "XDG_DATA_HOME", "DISPLAY"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return output.lines().toList();
    }

    @Test
    @DisplayName("N11 a keyring that stays locked does not store a key, and says so")
    void n11_lockedKeyring_isSaid() throws Exception {
        requireTools();
        assertThat(inSession("first key", "read")).contains("first key: stored", "read: first key");
        List<String> locked = new ArrayList<>(List.of("dbus-run-session", "--", "sh", "-c", LOCKED, "session"));
        locked.addAll(program("second key"));
        assertThat(run(locked)).containsExactly("CONFIGURATION keyring");
        assertThat(inSession("read")).contains("read: first key");
    }

    private List<String> inSession(String... commands) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("dbus-run-session", "--", "sh", "-c", SESSION, "session"));
        command.addAll(program(commands));
        return run(command);
    }

    @Test
    @DisplayName("a key is stored, read at each use, replaced, and there for the next process and for libsecret")
    void key_isKept() throws Exception {
        requireTools();
        assertThat(inSession("read", "use", "first key", "use", "größer €", "read"))
                .containsExactly(
                        "read: nothing",
                        "use: CONFIGURATION no-key",
                        "first key: stored",
                        "use: first key",
                        "größer €: stored",
                        "read: größer €",
                        "secret-tool: größer €");
        assertThat(inSession("read", "delete", "delete", "read"))
                .containsExactly("read: größer €", "delete: true", "delete: false", "read: nothing", "secret-tool: ");
        assertThat(filesOf(home)).noneMatch(file -> contains(file, "größer"));
    }

    /** Returns the regular files of a folder; the keyring, which ends meanwhile, deletes its sockets. */
    private static List<Path> filesOf(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    private static boolean contains(Path file, String text) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).contains(text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("without a keyring the error says so, and blank names are refused")
    void noKeyring_isAnError() throws Exception {
        assertThat(run(program("read"))).containsExactly("CONFIGURATION no-keyring");
        assertThatThrownBy(() -> SystemKeyring.open(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the name of the program is blank");
    }
}
