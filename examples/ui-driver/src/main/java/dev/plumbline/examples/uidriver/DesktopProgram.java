package dev.plumbline.examples.uidriver;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** A program in a screen of its own, with a window manager, and a hand at its keyboard. Used by one thread. */
public final class DesktopProgram implements AutoCloseable {
    /** More than the longest wait of the driver, which gives the better message. */
    private static final int PATIENCE = 300_000;

    private final List<Process> processes = new ArrayList<>();
    private final Path folder;
    private final ServerSocket door;
    private final String display;
    private final Socket line;
    private final BufferedReader in;
    private final PrintWriter out;

    /** Starts it, on the JVM that runs here. */
    public DesktopProgram(Path folder, List<String> arguments) throws IOException {
        this(folder, Path.of(System.getProperty("java.home"), "bin", "java"), arguments);
    }

    /**
     * Starts it.
     *
     * @param folder gets the output of the program
     * @param java what it runs on
     * @param arguments of java, without the agent
     */
    public DesktopProgram(Path folder, Path java, List<String> arguments) throws IOException {
        this.folder = Files.createDirectories(folder);
        door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        door.setSoTimeout(PATIENCE);
        display = screen();
        start(List.of("openbox"), "openbox");
        List<String> command =
                new ArrayList<>(List.of(java.toString(), "-javaagent:" + agent() + "=" + door.getLocalPort()));
        command.addAll(arguments);
        start(command, "program");
        line = accept();
        line.setSoTimeout(PATIENCE);
        in = new BufferedReader(new InputStreamReader(line.getInputStream(), StandardCharsets.UTF_8));
        out = new PrintWriter(line.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /** Whether there is all that this needs: Xvfb and openbox. */
    public static boolean isPossible() {
        String[] path = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator);
        return Stream.of("Xvfb", "openbox")
                .allMatch(program -> Stream.of(path).anyMatch(folder -> Files.isExecutable(Path.of(folder, program))));
    }

    /**
     * Returns the program {@code java} of a JVM older than that version that can open windows: this one, or one in
     * {@code /usr/lib/jvm}. Hosts that set a security manager start on no JVM from 24 on.
     */
    public static Optional<Path> javaBefore(int version) throws IOException {
        Path own = Path.of(System.getProperty("java.home"));
        if (Runtime.version().feature() < version) {
            return Optional.of(program(own));
        }
        try (Stream<Path> installed = Files.list(Path.of("/usr/lib/jvm"))) {
            return installed
                    .filter(home -> hasWindows(home) && versionOf(home) < version)
                    .sorted()
                    .map(DesktopProgram::program)
                    .findFirst();
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    private static Path program(Path home) {
        return home.resolve("bin").resolve("java");
    }

    private static boolean hasWindows(Path home) {
        return Files.exists(home.resolve("lib").resolve("libawt_xawt.so"));
    }

    /** The number in its file {@code release}; very large if there is none. */
    private static int versionOf(Path home) {
        try {
            return Files.readAllLines(home.resolve("release")).stream()
                    .map(line -> line.replaceAll("^JAVA_VERSION=\"(\\d+).*$", "$1"))
                    .filter(line -> line.matches("\\d{1,3}"))
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElse(Integer.MAX_VALUE);
        } catch (IOException unreadable) {
            return Integer.MAX_VALUE;
        }
    }

    private Socket accept() throws IOException {
        try {
            return door.accept();
        } catch (IOException e) {
            close();
            throw new IOException("the program did not start; see " + folder.resolve("program.log"), e);
        }
    }

    private String screen() throws IOException {
        Process xvfb = new ProcessBuilder("Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp")
                .redirectError(folder.resolve("xvfb.log").toFile())
                .start();
        processes.add(xvfb);
        BufferedReader number =
                new BufferedReader(new InputStreamReader(xvfb.getInputStream(), StandardCharsets.UTF_8));
        return ":" + number.readLine();
    }

    private Process start(List<String> command, String log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(log + ".log").toFile());
        builder.environment().put("DISPLAY", display);
        builder.environment().put("HOME", folder.toString());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private Path agent() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", UiDriverAgent.class.getName());
        Path jar = folder.resolve("agent.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream to = new JarOutputStream(file, manifest)) {
            for (Class<?> type :
                    List.of(UiDriverAgent.class, UiRobot.class, ScreenInspector.class, UiThreadMonitor.class)) {
                to.putNextEntry(new ZipEntry(type.getName().replace('.', '/') + ".class"));
                try (InputStream code = type.getResourceAsStream(type.getSimpleName() + ".class")) {
                    code.transferTo(to);
                }
                to.closeEntry();
            }
        }
        return jar;
    }

    /** Has the hand do something and returns what it says; a screenshot is left when it cannot. */
    public String does(String... order) {
        String said = say(order);
        if (said.startsWith("no\t")) {
            say("shot", folder.resolve("failed.png").toString());
            throw new AssertionError(String.join(" ", order) + ": " + said.substring(3) + "; see " + folder);
        }
        return said.substring(3).replace('\u2028', '\n');
    }

    private String say(String... order) {
        try {
            out.println(String.join("\t", order));
            String said = in.readLine();
            return said == null ? "no\tthe program is gone" : said;
        } catch (IOException e) {
            return "no\tthe program does not answer: " + e;
        }
    }

    /** The same, for what is told as a number. */
    public long number(String... order) {
        return Long.parseLong(does(order));
    }

    /**
     * Waits until the program has no more threads than that of those whose names match, for a minute at the most, and
     * returns the names of those that are left.
     */
    public List<String> threadsDownTo(int most, String pattern) throws InterruptedException {
        List<String> left = threads(pattern);
        for (int i = 0; i < 600 && left.size() > most; i++) {
            Thread.sleep(100);
            left = threads(pattern);
        }
        return left;
    }

    private List<String> threads(String pattern) {
        String names = does("threads", pattern);
        return names.isEmpty() ? List.of() : List.of(names.split(", "));
    }

    /** Whether the program has ended by itself within that time. */
    public boolean ended(int seconds) throws InterruptedException {
        return processes.get(processes.size() - 1).waitFor(seconds, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        for (int i = processes.size(); i-- > 0; ) {
            processes.get(i).destroyForcibly();
        }
        door.close();
    }
}
