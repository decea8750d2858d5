package dev.plumbline.cli;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command line in a process of its own, at a pseudo-terminal that {@code script} of util-linux opens: typed at and looked at. */
final class PseudoTerminal implements AutoCloseable {
    static final String ESCAPE = "\u001b";

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Process process;
    private final StringBuilder shown = new StringBuilder();
    private int looked;

    private PseudoTerminal(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "pty-reader");
        reader.setDaemon(true);
        reader.start();
    }

    static boolean isThere() {
        return new File("/usr/bin/script").canExecute();
    }

    /** Starts the command line, whose temporary folder is {@code tmp} below its home. */
    static PseudoTerminal plumbline(Path home, String... args) throws IOException {
        Path temporary = Files.createDirectories(home.resolve("tmp"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Duser.home=" + home,
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Plumbline.class.getName()));
        command.addAll(List.of(args));
        String line = command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        ProcessBuilder builder =
                new ProcessBuilder("script", "-qefc", "stty cols 100 rows 40; exec " + line, "/dev/null");
        builder.environment().put("TERM", "xterm");
        return new PseudoTerminal(builder.redirectErrorStream(true).start());
    }

    private void read() {
        char[] letters = new char[4096];
        try (Reader in = process.inputReader(StandardCharsets.UTF_8)) { // a letter may come in two pieces
            for (int n = in.read(letters); n >= 0; n = in.read(letters)) {
                took(new String(letters, 0, n));
            }
        } catch (IOException e) {
            took("[" + e.getClass() + "]");
        }
        took("[end]");
    }

    private synchronized void took(String piece) {
        shown.append(piece);
        notifyAll();
    }

    /** Types, without a key for the end of the line. */
    void press(String keys) throws IOException {
        OutputStream out = process.getOutputStream();
        out.write(keys.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Waits for the prompt that comes next, and types a line at it. */
    void say(String prompt, String line) throws IOException, InterruptedException {
        awaits(prompt);
        press(line + "\r");
    }

    /** Waits until that is shown, behind what was waited for before. */
    synchronized void awaits(String words) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (shown.indexOf(words, looked) < 0) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new AssertionError("never shown: " + words + "\nbut:\n" + shown.substring(looked));
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        looked = shown.indexOf(words, looked) + words.length();
    }

    synchronized String shown() {
        return shown.toString();
    }

    int exitCode() throws InterruptedException {
        return process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) ? process.exitValue() : -1;
    }

    /** Ends the program as a power cut would. */
    void kill() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().join()); // from then on nobody has the journal
    }

    @Override
    public void close() {
        kill();
    }
}
