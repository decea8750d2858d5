package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.integration.lifecycle.ModuleProgram.Source;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs whose modules have different versions, each in a process of its own. */
class ModuleVersionsTest {
    private static final String RUNTIME = """
            dev.plumbline.runtime.AiRuntime ai = dev.plumbline.runtime.AiRuntime.of(new Model());
            String text = ai.send("Hello").text();
            ai.close();
            return text;
            """;

    private static final String CHAIN = """
            return dev.plumbline.policy.PolicyChain.builder()
                    .addRequestPolicy("context", dev.plumbline.policies.Policies.contextInjection())
                    .build(new Model())
                    .call(AiCall.of(dev.plumbline.body.AiBody.of("Hello"), dev.plumbline.call.ModelId.parse("a:b")))
                    .text();
            """;

    private static final String SOCKET = """
            dev.plumbline.providers.OpenAiChat.builder("m").apiKey(dev.plumbline.provider.Secret.of("key".toCharArray())).build().close();
            return "opened";
            """;

    private static final String STORE = "return dev.plumbline.redis.RedisServer.at(\"redis://localhost\").toString();";

    @TempDir
    private static Path folder;

    @Test
    @DisplayName("A26 a runtime refuses modules of another version by their names, and says what to do")
    void a26_runtime_refusesOtherVersions() throws Exception {
        for (String other : List.of("sdk-policies", "sdk-session", "sdk-tools", "sdk-metrics", "sdk-schema")) {
            List<Path> jars = jars(other);
            assertThat(onClassPath(jars, RUNTIME))
                    .isEqualTo(refusal(jars, other) + "\n")
                    .contains("sdk-bom");
        }
        assertThat(onClassPath(jars("none"), RUNTIME)).isEqualTo("answered\n");
    }

    @Test
    @DisplayName("A26 what runs without a runtime refuses modules of another version")
    void a26_partsAlone_refuseOtherVersions() throws Exception {
        List<Path> policies = jars("sdk-policies");
        assertThat(onClassPath(policies, CHAIN)).isEqualTo(refusal(policies, "sdk-policies") + "\n");
        List<Path> http = jars("sdk-http");
        assertThat(onClassPath(http, SOCKET)).isEqualTo(refusal(http, "sdk-http") + "\n");
        List<Path> store = jars("sdk-store-redis");
        assertThat(onClassPath(store, STORE)).isEqualTo(refusal(store, "sdk-store-redis") + "\n");
        assertThat(onClassPath(jars("none"), CHAIN)).isEqualTo("answered\n");
    }

    @Test
    @DisplayName("A26 modules on the module path refuse each other, too")
    void a26_modulePath_refusesOtherVersions() throws Exception {
        List<Path> jars = jars("sdk-session");
        assertThat(onModulePath(jars, RUNTIME))
                .startsWith("modules of different versions: dev.plumbline.session 1.1 (" + url(jars, "sdk-session")
                        + ") and " + "dev.plumbline.api 1.0 (" + url(jars, "sdk-api") + ")");
        assertThat(onModulePath(jars("none"), RUNTIME)).isEqualTo("answered\n");
    }

    @Test
    @DisplayName("A26 the single jar refuses a module of another version beside it")
    void a26_singleJar_refusesOtherVersions() throws Exception {
        List<Path> jars = jars("sdk-store-redis");
        List<Path> both = List.of(singleJar(), jar(jars, "sdk-store-redis"));
        assertThat(onClassPath(both, STORE))
                .startsWith("modules of different versions: sdk-store-redis 1.1 (" + url(jars, "sdk-store-redis")
                        + ") and plumbline ");
        assertThat(onClassPath(both, RUNTIME)).isEqualTo("answered\n");
    }

    private static String refusal(List<Path> jars, String other) {
        return "modules of different versions: " + other + " 1.1 (" + url(jars, other) + ") and sdk-api 1.0 ("
                + url(jars, "sdk-api") + "); all modules of Plumbline in a program have one version: import"
                + " dev.plumbline:sdk-bom, and name no version of a module";
    }

    private static String url(List<Path> jars, String module) {
        try {
            return jar(jars, module).toUri().toURL().toString();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path jar(List<Path> jars, String module) {
        return jars.stream()
                .filter(jar -> jar.endsWith(module + ".jar"))
                .findFirst()
                .orElseThrow();
    }

    private static Path singleJar() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../../sdk-runtime/target"))) {
            return files.filter(file -> file.toString().endsWith("-all.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private String onClassPath(List<Path> path, String body) throws Exception {
        Path classes = ModuleProgram.compileClasses(
                Files.createTempDirectory(folder, "program"), ModuleProgram.path(), main(body));
        String all = ModuleProgram.joined(path) + File.pathSeparator + classes;
        return withoutLogs(ModuleProgram.run("-cp", all, "consumer.Main"));
    }

    private String onModulePath(List<Path> path, String body) throws Exception {
        Path classes = ModuleProgram.compileModule(
                Files.createTempDirectory(folder, "program"),
                ModuleProgram.path(),
                new Source("module-info.java", "module consumer { requires dev.plumbline.runtime; }"),
                main(body));
        String all = ModuleProgram.joined(path) + File.pathSeparator + classes;
        return withoutLogs(ModuleProgram.run("-p", all, "-m", "consumer/consumer.Main"));
    }

    private static String withoutLogs(String printed) {
        return printed.replaceAll("(?m)^SLF4J.*\n", "");
    }

    private static Source main(String body) {
        return new Source("consumer/Main.java", """
                package consumer;

                import dev.plumbline.call.AiCall;
                import dev.plumbline.call.AiReturn;
                import dev.plumbline.provider.AiProvider;

                public final class Main {
                    static final class Model implements AiProvider {
                        public String id() { return "model"; }
                        public String defaultModel() { return "m"; }
                        public AiReturn call(AiCall call) { return AiReturn.ofText("answered"); }
                    }

                    static String run() { BODY }

                    public static void main(String[] args) {
                        try {
                            System.out.println(run());
                        } catch (IllegalStateException refused) {
                            System.out.println(refused.getMessage());
                        }
                    }
                }
                """.replace("BODY", body));
    }

    /** Returns the modules in version 1.0, that one in version 1.1, and their libraries. */
    private List<Path> jars(String other) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (Path entry : ModuleProgram.path()) {
            Matcher module = ModuleProgram.MODULE.matcher(entry.toString().replace('\\', '/'));
            jars.add(
                    module.find()
                            ? packed(entry, module.group(1), module.group(1).equals(other) ? "1.1" : "1.0")
                            : entry);
        }
        return jars;
    }

    /** Packs a jar or folder once more, in that version for the class path and for the module path. */
    private static Path packed(Path entry, String name, String version) throws IOException {
        Path jar = folder.resolve(version).resolve(name + ".jar");
        if (Files.exists(jar)) {
            return jar;
        }
        Files.createDirectories(jar.getParent());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_TITLE, name);
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.setLevel(0);
            if (Files.isDirectory(entry)) {
                copy(entry, out);
            } else {
                try (FileSystem files = FileSystems.newFileSystem(entry)) {
                    copy(files.getPath("/"), out);
                }
            }
        }
        int status = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "--update", "--file", jar.toString(), "--module-version", version);
        assertThat(status).as("jar").isZero();
        return jar;
    }

    private static void copy(Path root, JarOutputStream out) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (!name.equals("META-INF/MANIFEST.MF")) {
                    out.putNextEntry(new JarEntry(name));
                    Files.copy(file, out);
                }
            }
        }
    }
}
