package dev.plumbline.examples.sweethome3d;

import dev.plumbline.examples.uidriver.DesktopProgram;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** Sweet Home 3D itself, as its start script starts it, with the plug-in in its folder and a home of its own on the disk. */
final class SweetHomeProgram implements AutoCloseable {
    static final Path HOST = Path.of("/usr/share/sweethome3d/sweethome3d.jar");
    static final Path PLUGIN = Path.of("target", "plumbline-desk.sh3p");
    static final String MAIN = ".*Sweet Home 3D";

    private final Path folder;
    private final DesktopProgram program;

    SweetHomeProgram(Path folder, URI service, List<Path> files) throws IOException {
        this.folder = folder;
        clear(folder);
        Path plugins = Files.createDirectories(folder.resolve("plugins"));
        for (Path plugin : files) {
            Files.copy(plugin, plugins.resolve(plugin.getFileName()));
        }
        program = new DesktopProgram(folder, arguments(service));
        try {
            program.does("start", MAIN);
        } catch (AssertionError notThere) {
            program.close();
            throw notThere;
        }
    }

    /** What an earlier run left: it was kept to be looked at. */
    private static void clear(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> old = Files.walk(folder)) {
                for (Path file : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private List<String> arguments(URI service) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-Duser.home=" + folder,
                "-Djava.util.prefs.userRoot=" + Files.createDirectories(folder.resolve("prefs")),
                "-Duser.language=en",
                "-Dplumbline.desk.url=" + service,
                "-Dplumbline.desk.model=plan",
                "-Dplumbline.desk.key=",
                "-Djava.library.path=/usr/lib/jni",
                "-Dcom.eteks.sweethome3d.applicationFolders=" + folder,
                "-Dcom.eteks.sweethome3d.j3d.checkOffScreenSupport=false",
                "--add-exports=java.desktop/sun.awt=ALL-UNNAMED"));
        arguments.addAll(List.of("-cp", classPath(), "com.eteks.sweethome3d.SweetHome3D"));
        return arguments;
    }

    /** The jars the start script names, as far as they are there. */
    static String classPath() {
        return Stream.concat(
                        Stream.of(HOST),
                        Stream.of(
                                        "j3dcore",
                                        "j3dutils",
                                        "vecmath",
                                        "batik",
                                        "sunflow",
                                        "itext",
                                        "janino",
                                        "freehep-io",
                                        "freehep-graphics2d",
                                        "freehep-graphicsbase",
                                        "freehep-graphicsio",
                                        "freehep-graphicsio-svg")
                                .map(name -> Path.of("/usr/share/java", name + ".jar")))
                .filter(Files::exists)
                .map(Path::toString)
                .collect(Collectors.joining(":"));
    }

    DesktopProgram hand() {
        return program;
    }

    void openDesk() {
        menu("AI", "Ask AI");
        program.does("window", "AI desk");
    }

    void menu(String menu, String item) {
        program.does("menu", MAIN, menu, item);
    }

    void ask(String request) {
        program.does("type", "message", request);
        program.does("press", "ENTER");
    }

    /** Waits until the desk says that. */
    void says(String pattern) {
        program.number("says", "conversation", pattern);
    }

    void status(String pattern) {
        program.number("says", "chat-status", pattern);
    }

    /** Saves the home and gives what is in it. */
    String saved(String name) throws InterruptedException {
        Path file = folder.resolve(name);
        menu("File", "Save as");
        program.does("window", ".*[Ss]ave.*");
        program.does("typed", file.toString());
        program.does("press", "ENTER");
        for (int i = 0; i < 4500 && !isWhole(file); i++) {
            Thread.sleep(20);
        }
        return xml(file);
    }

    private static boolean isWhole(Path file) {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            return zip.getEntry("Home.xml") != null;
        } catch (IOException e) {
            return false;
        }
    }

    private static String xml(Path file) {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            return new String(zip.getInputStream(zip.getEntry("Home.xml")).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The threads the desk has; those of the HTTP client count. */
    List<String> threads() {
        String names = program.does("threads", "plumbline.*|HttpClient-.*|Failsafe.*");
        return names.isEmpty() ? List.of() : List.of(names.split(", "));
    }

    /** Those that are left when there are no more than that, or after a minute: what has nothing to do ends by and by. */
    List<String> threadsDownTo(int most) throws InterruptedException {
        for (int i = 0; i < 600 && threads().size() > most; i++) {
            Thread.sleep(100);
        }
        return threads();
    }

    /** Those that stay. */
    List<String> threadsAfterAWhile() throws InterruptedException {
        return threadsDownTo(0);
    }

    void shot(String name) {
        program.does("shot", folder.resolve(name).toString());
    }

    static SweetHomeProgram at(Path folder, ScriptedServer server) throws IOException {
        return new SweetHomeProgram(folder, server.address(), List.of(PLUGIN));
    }

    @Override
    public void close() throws IOException {
        program.close();
    }
}
