package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What makes a jar the same whenever and wherever it is built; {@code .ci/twice} builds all of them twice and compares. */
class ReproducibleJarsTest {
    private static final Pattern STAMP =
            Pattern.compile("<project.build.outputTimestamp>(.*?)</project.build.outputTimestamp>");

    /** The largest that the single jar may be: 0.2 MB of it read Markdown, 0.2 MB YAML, 0.15 MB draw conversations. */
    private static final long MOST_BYTES = 8_320_000;

    @Test
    @Tag("F140")
    @DisplayName("140 no jar knows when, where or by whom it was built")
    void jars_doNotKnowTheirBuild() throws IOException {
        Matcher stamp = STAMP.matcher(Files.readString(CompiledProject.folder().resolve("pom.xml")));
        assertThat(stamp.find()).isTrue();
        Instant when = Instant.parse(stamp.group(1));
        List<Path> jars = jars();
        assertThat(jars).as("the jars of the modules, built by: mvnw package").hasSizeGreaterThanOrEqualTo(14);
        assertThat(jars).allSatisfy(jar -> knowsNothing(jar, when));
    }

    private static void knowsNothing(Path jar, Instant when) throws IOException {
        try (JarFile open = new JarFile(jar.toFile())) {
            assertThat(open.stream()
                            .filter(ReproducibleJarsTest::isOurs)
                            .map(ZipEntry::getTimeLocal)
                            .distinct())
                    .as("times of entries of " + jar.getFileName())
                    .isNotEmpty()
                    .allMatch(time -> time.toInstant(ZoneOffset.UTC).equals(when));
            assertThat(open.getManifest().getMainAttributes().keySet().stream().map(Object::toString))
                    .doesNotContain("Built-By", "Build-Time", "Build-Host", "Bnd-LastModified");
        }
    }

    /** What the single jar takes from libraries keeps the time their makers gave it. */
    private static boolean isOurs(ZipEntry entry) {
        String name = entry.getName();
        return name.startsWith("dev/plumbline/") && name.endsWith(".class") && !name.contains("/shaded/");
    }

    /** To unpack each class costs a young process a tenth of its first call. */
    @Test
    @DisplayName("21 the classes of the modules are not compressed")
    void jars_areNotCompressed() throws IOException {
        for (Path file : jars()) {
            if (!file.toString().endsWith("-all.jar")) {
                try (JarFile jar = new JarFile(file.toFile())) {
                    assertThat(jar.stream().filter(entry -> entry.getName().endsWith(".class")))
                            .as("classes of " + file.getFileName())
                            .isNotEmpty()
                            .allMatch(entry -> entry.getMethod() == ZipEntry.STORED);
                }
            }
        }
    }

    @Test
    @DisplayName(
            "A26 each jar has its version where ModuleVersions reads it: in its manifest and in its module descriptor")
    void a26_jars_haveTheirVersion() throws IOException {
        for (Path file : jars()) {
            try (JarFile jar = new JarFile(file.toFile())) {
                String version = jar.getManifest().getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
                assertThat(file.getFileName().toString()).contains("-" + version);
                ZipEntry module = jar.getEntry("module-info.class");
                if (module != null) {
                    assertThat(ModuleDescriptor.read(jar.getInputStream(module)).rawVersion())
                            .contains(version);
                }
            }
        }
    }

    @Test
    void singleJar_isSmall() {
        assertThat(jars().stream().filter(jar -> jar.toString().endsWith("-all.jar")))
                .hasSize(1)
                .allSatisfy(jar -> assertThat(Files.size(jar)).isLessThanOrEqualTo(MOST_BYTES));
    }

    @Test
    @DisplayName(
            "the single jar is a bundle of OSGi with the version of the project, which exports what its modules export")
    void singleJar_exportsThePackagesOfItsModules() throws IOException {
        Path file = jars().stream()
                .filter(jar -> jar.toString().endsWith("-all.jar"))
                .findFirst()
                .orElseThrow();
        try (JarFile jar = new JarFile(file.toFile())) {
            Attributes bundle = jar.getManifest().getMainAttributes();
            assertThat(file.getFileName().toString().replace("-SNAPSHOT", ""))
                    .isEqualTo("sdk-runtime-" + bundle.getValue("Bundle-Version") + "-all.jar");
            assertThat(Stream.of(bundle.getValue("Export-Package").split(",", -1))
                            .map(each -> each.replaceAll(";.*", "")))
                    .containsExactlyInAnyOrderElementsOf(
                            exports().stream().filter(packages(jar)::contains).toList());
        }
    }

    private static Set<String> packages(JarFile jar) {
        return jar.stream()
                .map(ZipEntry::getName)
                .filter(name -> name.endsWith(".class") && name.contains("/"))
                .map(name -> name.substring(0, name.lastIndexOf('/')).replace('/', '.'))
                .collect(Collectors.toSet());
    }

    private static List<String> exports() {
        return CompiledProject.MODULES.stream()
                .flatMap(module -> CompiledProject.descriptor(module).exports().stream())
                .filter(exported -> !exported.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .toList();
    }

    /** The libraries beside the modules in the jar folder of the command line, which has all of them. */
    @Test
    @Tag("D1")
    void libraries_areFew() throws IOException {
        try (Stream<Path> jars = Files.list(CompiledProject.folder().resolve("addons/sdk-cli/target/lib"))) {
            assertThat(jars.map(jar -> jar.getFileName().toString()).filter(ReproducibleJarsTest::isOfOthers))
                    .anyMatch(jar -> jar.startsWith("jackson-core-"))
                    .hasSizeLessThanOrEqualTo(20);
        }
    }

    /** Whether a jar is neither a module nor the example nor a library of the command line alone. */
    private static boolean isOfOthers(String jar) {
        return !jar.matches("(sdk-|floorplan-|picocli-|jline-).*");
    }

    private static List<Path> jars() {
        return CompiledProject.MODULES.stream()
                .map(module -> CompiledProject.folder().resolve(module).resolve("target"))
                .flatMap(ReproducibleJarsTest::jarsIn)
                .toList();
    }

    private static Stream<Path> jarsIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files
                    .filter(file -> file.toString().matches(".*/sdk-[^/]*\\d(-SNAPSHOT)?(-all)?\\.jar"))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
