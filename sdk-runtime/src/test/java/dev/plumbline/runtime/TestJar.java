package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A jar with one class, those nested in it, and one service file, compiled on the spot.
 *
 * @param type the class, in a package of its own
 * @param source of it
 * @param service the interface it is a service of
 */
record TestJar(String type, String source, Class<?> service) {

    /** The jar in that folder, under that name; {@code named} is what the service file says. */
    Path make(Path file, Manifest manifest, String named) throws IOException {
        Path folder = file.toAbsolutePath().resolveSibling("classes");
        String path = type.replace('.', '/');
        Path java = folder.resolve(path + ".java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, source);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-cp",
                                classPath(),
                                "-d",
                                folder.toString(),
                                java.toString()))
                .isZero();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (Path compiled : compiled(folder.resolve(path).getParent())) {
                out.putNextEntry(
                        new JarEntry(folder.relativize(compiled).toString().replace('\\', '/')));
                Files.copy(compiled, out);
            }
            out.putNextEntry(new JarEntry("META-INF/services/" + service.getName()));
            out.write(named.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    private static List<Path> compiled(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .sorted()
                    .toList();
        }
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
