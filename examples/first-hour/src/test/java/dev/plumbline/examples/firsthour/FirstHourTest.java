package dev.plumbline.examples.firsthour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.testkit.server.OpenAiResponsesScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The projects of docs/start.md, docs/testing.md and docs/logins.md, made from the text of the page alone: the files are copied, the commands run, and
 * nothing is printed that the page does not announce.
 */
@Tag("external")
class FirstHourTest {
    private static final Path PAGE = Path.of("../../docs/start.md");
    private static final Path TESTING = Path.of("../../docs/testing.md");
    private static final Path LOGINS = Path.of("../../docs/logins.md");

    /** A keyring in the folder of the test, without keys, and a program that uses it. */
    private static final String SESSION = "unset DISPLAY XDG_DATA_HOME; export HOME=\"$PWD\";"
            + " printf '\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec \"$@\"";

    private static final Pattern SUITE =
            Pattern.compile("<testsuite [^>]*name=\"([^\"]*)\"[^>]* tests=\"(\\d+)\"", Pattern.DOTALL);

    @TempDir
    static Path shared;

    private static BuiltLibrary library;

    @TempDir
    Path folder;

    private final ScriptedServer server = ScriptedServer.onPort(0);

    @BeforeAll
    static void build() throws IOException {
        library = BuiltLibrary.at(shared);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private String address() {
        return server.address().resolve("/v1").toString();
    }

    private Command run(List<String> command) throws Exception {
        return run("", command);
    }

    private Command run(String input, List<String> command) throws Exception {
        return Command.run(folder, input, command);
    }

    private PageFiles project(String heading) throws IOException {
        return project(PAGE, heading);
    }

    private PageFiles project(Path page, String heading) throws IOException {
        PageFiles files = PageFiles.of(page, heading);
        files.write(folder, address());
        return files;
    }

    private void assertQuiet(Command ended) {
        assertThat(ended.err()).isEmpty();
        assertThat(ended.exit()).isZero();
    }

    private void answersOfPlans() {
        server.otherwise(OpenAiResponsesScript.create()
                .says("A weight ", "on a line.")
                .callsTool("drawWall", Map.of("length", 5000))
                .says("There it is.")
                .says("{\"id\":\"w2\",\"millimetres\":3000}"));
    }

    @Test
    @DisplayName("N11 the Maven project of the page builds and runs as it is, and prints nothing else")
    void n11_maven() throws Exception {
        answersOfPlans();
        assertThat(project("Maven").files().keySet()).containsExactly("pom.xml", "src/main/java/Plans.java");
        Command ended = run(library.maven("compile", "exec:java"));
        assertThat(ended.out())
                .isEqualTo(PageFiles.of(PAGE, "Maven").blocks("text").get(0));
        assertQuiet(ended);
    }

    @Test
    @DisplayName("N11 the tests of the page about tests are found and run")
    void n11_tests() throws Exception {
        assertThat(project(TESTING, "A whole project").files().keySet())
                .containsExactly(
                        "pom.xml",
                        "src/main/java/WallPlan.java",
                        "src/test/java/WallPlanTest.java",
                        "src/test/java/WallPlanLawsTest.java");
        Command ended = run(library.maven("test"));
        assertThat(ended.err()).isEmpty();
        assertThat(ended.exit()).as(ended.out()).isZero();
        assertThat(reports()).isEqualTo(Map.of("WallPlanTest", 1, "WallPlanLawsTest", 14));
    }

    /** Returns how many tests of each class have run. */
    private Map<String, Integer> reports() throws IOException {
        Map<String, Integer> ran = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder.resolve("target/surefire-reports"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".xml")).toList()) {
                Matcher suite = SUITE.matcher(Files.readString(file));
                assertThat(suite.find()).isTrue();
                ran.put(suite.group(1), Integer.valueOf(suite.group(2)));
            }
        }
        return ran;
    }

    @Test
    @DisplayName("N11 the keyring beside the single jar: no module and no library comes twice, and the program runs")
    void n11_keyring() throws Exception {
        PageFiles page = project(LOGINS, "The keyring beside the single jar");
        List<String> lines = page.blocks("sh").get(0).lines().toList();
        assertThat(lines.get(0)).isEqualTo("mvn -q dependency:copy-dependencies");
        assertQuiet(run(library.maven("dependency:copy-dependencies")));
        List<String> jars = names(folder.resolve("lib"));
        assertThat(jars).filteredOn(name -> name.startsWith("sdk-")).hasSize(2);
        assertThat(jars).anyMatch(name -> name.startsWith("java-keyring")).noneMatch(name -> name.contains("jackson"));
        assertQuiet(run(command(lines.get(1))));
        Command ended = run(command(lines.get(2)));
        assertThat(ended.out())
                .containsAnyOf(
                        "This system has no keyring that can keep the key.",
                        "There is no key for the AI service in the keyring");
        assertQuiet(ended);
    }

    @Test
    @DisplayName(
            "N11 the keyring in a plug-in of one jar, with the library in packages of the plug-in, reaches the keyring")
    void n11_keyringInOneJar() throws Exception {
        for (String tool : List.of("gnome-keyring-daemon", "dbus-run-session")) {
            assumeTrue(
                    Stream.of(System.getenv("PATH").split(File.pathSeparator))
                            .anyMatch(bin -> Files.exists(Path.of(bin, tool))),
                    "SKIPPED, and it should not be: apt-get install gnome-keyring dbus");
        }
        PageFiles page = project(LOGINS, "The keyring beside the single jar");
        Path pom = folder.resolve("pom.xml");
        String shade = page.blocks("xml").get(1);
        Files.writeString(pom, Files.readString(pom).replace("    </plugins>", shade + "    </plugins>"));
        assertQuiet(run(library.maven("package")));
        String jar = folder.resolve("target/keyring-ask-1.0.jar").toString();
        try (ZipFile entries = new ZipFile(jar)) { // with a manifest, a signature of others makes the jar unreadable
            assertThat(entries.stream().map(ZipEntry::getName))
                    .noneMatch(name -> name.matches("META-INF/.*\\.(SF|RSA|DSA)"));
        }
        Command ended = run(List.of(
                "dbus-run-session",
                "--",
                "sh",
                "-c",
                SESSION,
                "session",
                Command.ofJdk("java"),
                "-cp",
                jar,
                "KeyringAsk"));
        assertThat(ended.out()).contains("There is no key for the AI service in the keyring");
        assertThat(ended.exit()).isZero();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    @DisplayName("N23 the Kotlin project of the page builds and runs as it is")
    void n23_kotlin() throws Exception {
        server.otherwise(OpenAiResponsesScript.create()
                .callsTool("addWall", Map.of("wall", Map.of("name", "north", "length", 12)))
                .says("There it is."));
        assertThat(project("Kotlin").files().keySet()).containsExactly("pom.xml", "src/main/kotlin/Walls.kt");
        Command ended = run(library.maven("compile", "exec:java"));
        assertThat(ended.out())
                .isEqualTo(PageFiles.of(PAGE, "Kotlin").blocks("text").get(0));
        assertQuiet(ended);
    }

    @Test
    @DisplayName("N11 JShell runs the lines of the page with the single jar")
    void n11_jshell() throws Exception {
        server.otherwise(OpenAiResponsesScript.create()
                .says("A weight on a line.")
                .says("{\"id\":\"w1\",\"millimetres\":3000}")
                .callsTool("drawWall", Map.of("length", 5000))
                .says("There it is."));
        String lines =
                PageFiles.calling(String.join("", PageFiles.of(PAGE, "JShell").blocks("java")), address());
        Command ended = run(
                lines + "/exit\n",
                List.of(
                        Command.ofJdk("jshell"),
                        "-s",
                        "--class-path",
                        library.single().toString()));
        assertThat(ended.out()).doesNotContain("Error", "Exception").contains("There it is.");
        // The first start of JShell by a user makes its settings, and the JDK says so in two lines.
        assertThat(ended.err().lines().filter(line -> !line.matches(".*(java\\.util\\.prefs|preferences directory).*")))
                .isEmpty();
        assertThat(server.requests()).hasSize(4);
    }

    @Test
    @DisplayName("N11 plain javac and java need the single jar alone")
    void n11_javac() throws Exception {
        server.otherwise(
                OpenAiResponsesScript.create().says("A weight on a line.").says("A line."));
        PageFiles page = project("javac");
        Files.copy(library.single(), folder.resolve(library.single().getFileName()));
        for (String line : page.blocks("sh").get(0).lines().toList()) {
            Command ended = run(command(line));
            assertQuiet(ended);
            assertThat(ended.out()).isIn("", "A weight on a line." + System.lineSeparator());
        }
        assertThat(server.requests()).hasSize(1);
        Command fromSource = run(command("java -cp sdk-runtime-0.9.0-SNAPSHOT-all.jar Ask.java What?"));
        assertThat(fromSource.out().trim()).isEqualTo("A line.");
        assertQuiet(fromSource);
    }

    @Test
    @DisplayName("N11 the module of the page needs the single jar alone, with one name for tools, records and answers")
    void n11_module() throws Exception {
        Command ended = module(PageFiles.of(PAGE, "A module").files().get("module-info.java"));
        assertThat(ended.out())
                .isEqualTo(PageFiles.of(PAGE, "Maven").blocks("text").get(0));
        assertQuiet(ended);
    }

    @Test
    @DisplayName("N11 a module that does not open its package reads the line with the name of the single jar")
    void n11_closedModule() throws Exception {
        String declared = PageFiles.of(PAGE, "A module").files().get("module-info.java");
        assertThat(module(declared.replaceAll("opens [^;]*;", "")).err())
                .contains("write \"opens com.example.plans to dev.plumbline;\" in module-info.java");
    }

    /** Compiles the program of the page as a module with that declaration, and runs it. */
    private Command module(String declaration) throws Exception {
        answersOfPlans();
        String plans = PageFiles.of(PAGE, "Maven").files().get("src/main/java/Plans.java");
        Files.copy(library.single(), folder.resolve(library.single().getFileName()));
        Files.writeString(folder.resolve("module-info.java"), declaration);
        Files.writeString(
                Files.createDirectories(folder.resolve("com/example/plans")).resolve("Plans.java"),
                PageFiles.calling("package com.example.plans;\n\n" + plans, address()));
        List<String> lines =
                PageFiles.of(PAGE, "A module").blocks("sh").get(0).lines().toList();
        Command compiled = run(command(lines.get(0)));
        assertThat(compiled.exit()).as(compiled.err()).isZero();
        return run(command(lines.get(1)));
    }

    private static List<String> command(String line) {
        List<String> words = List.of(line.replace(":.", File.pathSeparator + ".")
                .replace(":out", File.pathSeparator + "out")
                .replace(":classes", File.pathSeparator + "classes")
                .replace("\"", "")
                .split(" "));
        return Stream.concat(
                        Stream.of(Command.ofJdk(words.get(0))), words.stream().skip(1))
                .toList();
    }

    @Test
    @DisplayName("N25 the program for JBang is compiled and run; its first lines are comments")
    void n25_jbang() throws Exception {
        server.otherwise(OpenAiResponsesScript.create().says("A weight on a line."));
        assertThat(project("JBang").files().get("ask.java")).startsWith("///usr/bin/env jbang");
        Command ended = run(
                List.of(Command.ofJdk("java"), "-cp", library.single().toString(), "ask.java", "What", "is", "it?"));
        assertThat(ended.out().trim()).isEqualTo("A weight on a line.");
        assertQuiet(ended);
    }

    @Test
    @DisplayName("N11 the plug-in of the page is one jar that a host can load")
    void n11_plugIn() throws Exception {
        project("A plug-in");
        Command built = run(library.maven("package"));
        assertThat(built.out() + built.err()).isEmpty();
        Path jar = folder.resolve("target/Ask_Image-1.0.jar");
        server.otherwise(
                OpenAiResponsesScript.create().callsTool("size", Map.of()).says("It has 4 x 3 pixels."));
        Files.writeString(folder.resolve("Host.java"), HOST);
        Command ended = run(List.of(
                Command.ofJdk("java"),
                "-Djava.awt.headless=true",
                "-cp",
                imageJ().toString(),
                "Host.java",
                jar.toUri().toString()));
        assertThat(ended.out().trim()).endsWith("It has 4 x 3 pixels.");
        assertQuiet(ended);
        assertThat(server.requests().get(1).text()).contains("4 x 3");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            assertThat(loader.getResource("dev/plumbline")).isNull();
        }
    }

    private static Path imageJ() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> entry.getFileName().toString().startsWith("ij-"))
                .findFirst()
                .orElseThrow();
    }

    /** A host as small as can be: it loads the plug-in as ImageJ does, opens an image and prints what is logged. */
    private static final String HOST = """
            import ij.ImagePlus;
            import ij.WindowManager;
            import ij.plugin.PlugIn;
            import ij.process.ByteProcessor;
            import java.awt.AWTEvent;
            import java.awt.EventQueue;
            import java.awt.Toolkit;
            import java.io.PrintStream;
            import java.net.URI;
            import java.net.URL;
            import java.net.URLClassLoader;
            import java.util.concurrent.CountDownLatch;
            import java.util.concurrent.TimeUnit;

            public class Host {
                public static void main(String[] args) throws Exception {
                    URLClassLoader plugins = new URLClassLoader(new URL[] {URI.create(args[0]).toURL()});
                    ImagePlus image = new ImagePlus("four by three", new ByteProcessor(4, 3));
                    // ImageJ keeps the image by thread, and without a window the event thread may be a new one.
                    Toolkit.getDefaultToolkit().getSystemEventQueue().push(new EventQueue() {
                        @Override
                        protected void dispatchEvent(AWTEvent event) {
                            WindowManager.setTempCurrentImage(image);
                            super.dispatchEvent(event);
                        }
                    });
                    // A host goes on when a plug-in has returned: this one until something is printed.
                    CountDownLatch printed = new CountDownLatch(1);
                    System.setOut(new PrintStream(System.out, true) {
                        @Override
                        public void println(String line) {
                            super.println(line);
                            printed.countDown();
                        }
                    });
                    PlugIn plugin = (PlugIn) plugins.loadClass("com.example.ask.AskImage").getConstructor().newInstance();
                    plugin.run("How large is it?");
                    printed.await(60, TimeUnit.SECONDS);
                }
            }
            """;
}
