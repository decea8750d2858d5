package dev.plumbline.examples.platforms;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** The plug-in as it is packed, and a second one under another name, whose library has another version. */
final class TwoPlugins {
    static final Path FIRST = Path.of("target", "ask-whole.jar").toAbsolutePath();
    static final String NAME = "dev.plumbline.examples.platforms";
    private static final String LAYER = "dev/plumbline/examples/platforms/layer.xml";

    private TwoPlugins() {}

    /** Writes the second one. */
    static Path second(Path folder) throws IOException {
        Path file = folder.resolve("second.jar");
        try (JarFile first = new JarFile(FIRST.toFile())) {
            Manifest manifest = new Manifest(first.getManifest());
            Attributes main = manifest.getMainAttributes();
            Map.of(
                            "Bundle-SymbolicName", NAME + "2",
                            "OpenIDE-Module", NAME + "2",
                            "Specification-Title", "Ask AI again",
                            "Implementation-Version", "0.9.1")
                    .forEach(main::putValue);
            try (OutputStream out = Files.newOutputStream(file);
                    JarOutputStream second = new JarOutputStream(out, manifest)) {
                for (JarEntry entry : (Iterable<JarEntry>) first.stream()::iterator) {
                    byte[] bytes = first.getInputStream(entry).readAllBytes();
                    if (!entry.getName().equals(JarFile.MANIFEST_NAME)) {
                        second.putNextEntry(new JarEntry(entry.getName()));
                        second.write(
                                entry.getName().equals(LAYER)
                                        ? new String(bytes, StandardCharsets.UTF_8)
                                                .replace("ask-ai", "ask-ai-again")
                                                .getBytes(StandardCharsets.UTF_8)
                                        : bytes);
                    }
                }
            }
        }
        return file;
    }

    /** Returns the version in the manifest of a packed plug-in. */
    static String version(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest().getMainAttributes().getValue("Implementation-Version");
        }
    }
}
