package dev.plumbline.examples.firsthour;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * The library as this build has made it, in a local Maven repository of its own: what {@code install} would put there.
 * Before the phase {@code package} there are only folders of classes, and jars are made of them.
 */
final class BuiltLibrary {
    private static final String VERSION = "0.9.0-SNAPSHOT";
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    /** The folders with the modules of the library. */
    private static final List<Path> FOLDERS = List.of(ROOT, ROOT.resolve("addons"));

    private final Path repository;
    private final Path single;

    private BuiltLibrary(Path repository, Path single) {
        this.repository = repository;
        this.single = single;
    }

    /** Installs all modules below a folder. */
    static BuiltLibrary at(Path folder) throws IOException {
        Path repository = Files.createDirectories(folder.resolve("repository"));
        BuiltLibrary library = new BuiltLibrary(repository, folder.resolve("sdk-runtime-" + VERSION + "-all.jar"));
        library.install("plumbline-parent", ROOT.resolve("pom.xml"), ".pom");
        library.install("sdk-bom", ROOT.resolve("sdk-bom/pom.xml"), ".pom");
        List<Path> entries = classPath();
        for (Path entry : entries) {
            library.module(entry);
        }
        library.single(entries);
        library.install("sdk-runtime", library.single, "-all.jar");
        return library;
    }

    /**
     * Returns the command of Maven for this repository. Everything else comes from that of the build, or is downloaded: a
     * project of a page uses plugins that the build does not.
     */
    List<String> maven(String... goals) {
        String repositoryOfBuild =
                System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository");
        List<String> command = new ArrayList<>(List.of(
                ROOT.resolve("mvnw").toString(),
                "-q",
                "-B",
                "-Dkotlin.compiler.daemon=false", // nothing stays behind
                "-Dmaven.repo.local=" + repository,
                "-Dmaven.repo.local.tail=" + repositoryOfBuild));
        command.addAll(List.of(goals));
        return command;
    }

    /** Returns the single jar. */
    Path single() {
        return single;
    }

    private static List<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    private void module(Path entry) throws IOException {
        String artifact = entry.getFileName().toString().replace("-" + VERSION + ".jar", "");
        Path module = Files.isDirectory(entry)
                ? entry.getParent().getParent()
                : FOLDERS.stream()
                        .map(folder -> folder.resolve(artifact))
                        .filter(Files::exists)
                        .findFirst()
                        .orElse(ROOT);
        if (!FOLDERS.contains(module.getParent()) || !Files.exists(module.resolve("pom.xml"))) {
            return; // a library of another project, or the tests of this module
        }
        String name = module.getFileName().toString();
        install(name, module.resolve("pom.xml"), ".pom");
        if (Files.isDirectory(entry)) {
            jar(List.of(entry), file(name, ".jar"), "");
        } else {
            install(name, entry, ".jar");
        }
    }

    private void single(List<Path> entries) throws IOException {
        Path made = ROOT.resolve("sdk-runtime/target/sdk-runtime-" + VERSION + "-all.jar");
        boolean packaged = entries.stream()
                .noneMatch(entry -> Files.isDirectory(entry)
                        && entry.startsWith(ROOT)
                        && entry.toString().contains("sdk-runtime"));
        if (packaged && Files.exists(made)) {
            Files.copy(made, single);
        } else {
            jar(entries, single, "Automatic-Module-Name: dev.plumbline\n");
        }
    }

    private Path file(String artifact, String ending) throws IOException {
        Path folder = repository.resolve("dev/plumbline/" + artifact + "/" + VERSION);
        return Files.createDirectories(folder).resolve(artifact + "-" + VERSION + ending);
    }

    private void install(String artifact, Path from, String ending) throws IOException {
        Files.copy(from, file(artifact, ending), StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Writes a jar of folders and jars; of equal names, the first counts.
     *
     * @param module the line of the manifest with the name of the module; empty for a jar that declares its module
     */
    private static void jar(List<Path> entries, Path to, String module) throws IOException {
        Set<String> names = new HashSet<>();
        try (OutputStream file = Files.newOutputStream(to);
                ZipOutputStream jar = new ZipOutputStream(file)) {
            if (!module.isEmpty()) {
                byte[] manifest = ("Manifest-Version: 1.0\n" + module).getBytes(StandardCharsets.UTF_8);
                add(JarFile.MANIFEST_NAME, manifest, names, jar);
                names.add("module-info.class");
            }
            for (Path entry : entries) {
                if (Files.isDirectory(entry)) {
                    folder(entry, names, jar);
                } else if (entry.toString().endsWith(".jar")) {
                    contents(entry, names, jar);
                }
            }
        }
    }

    private static void folder(Path folder, Set<String> names, ZipOutputStream jar) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(Files::isRegularFile).forEach(file -> {
                try {
                    add(folder.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file), names, jar);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private static void contents(Path library, Set<String> names, ZipOutputStream jar) throws IOException {
        try (ZipFile from = new ZipFile(library.toFile())) {
            for (ZipEntry entry : from.stream().filter(e -> !e.isDirectory()).toList()) {
                boolean ofTheJar = entry.getName().equals(JarFile.MANIFEST_NAME)
                        || entry.getName().endsWith("module-info.class")
                        || entry.getName().startsWith("META-INF/versions/");
                if (!ofTheJar) {
                    add(entry.getName(), from.getInputStream(entry).readAllBytes(), names, jar);
                }
            }
        }
    }

    private static void add(String name, byte[] content, Set<String> names, ZipOutputStream jar) throws IOException {
        if (names.add(name)) {
            jar.putNextEntry(new ZipEntry(name));
            jar.write(content);
        }
    }
}
