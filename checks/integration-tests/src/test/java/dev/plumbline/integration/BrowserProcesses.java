package dev.plumbline.integration;

import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Starts a real browser, and ends it: it is many processes, and has a profile to remove. */
public final class BrowserProcesses {
    private BrowserProcesses() {}

    /** Returns the browser of this machine, if one is installed. */
    public static Optional<Path> executable() {
        return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns a browser to start, without a window, that asks nothing and calls nobody by itself. */
    public static ProcessBuilder start(Path profile, String... options) {
        List<String> command = new ArrayList<>(List.of(
                executable().orElseThrow().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=0"));
        command.addAll(List.of(options));
        return new ProcessBuilder(command);
    }

    /**
     * Kills a browser with all its processes and deletes its profile. Some of them are no longer its children, or do
     * not have the profile among their arguments; so the profile is deleted until it stays away, and a test that
     * deletes the folder around it finds nobody who writes there.
     */
    public static void end(Process browser, Path profile) {
        List<ProcessHandle> children = browser.descendants().toList();
        browser.destroyForcibly().onExit().join(); // first, because it starts the others
        Await.until(
                () -> {
                    List<ProcessHandle> left = left(children, profile);
                    left.forEach(ProcessHandle::destroyForcibly);
                    return left.isEmpty() && isDeleted(profile);
                },
                () -> "the browser does not end");
    }

    private static List<ProcessHandle> left(List<ProcessHandle> children, Path profile) {
        Stream<ProcessHandle> ofProfile = ProcessHandle.allProcesses()
                .filter(each -> each.info().commandLine().orElse("").contains(profile.toString()));
        return Stream.concat(children.stream().filter(BrowserProcesses::runs), ofProfile)
                .toList();
    }

    /** Returns false for a process that has ended, too, if its parent has not asked how: it has no program any more. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    private static boolean isDeleted(Path profile) {
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException written) {
            return !Files.exists(profile);
        }
        return true;
    }
}
