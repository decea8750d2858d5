package dev.plumbline.examples.platforms;

import dev.plumbline.examples.platforms.again.OpenAgain;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** The plug-in as it is packed, and a second one under another name, whose library has another version. */
final class TwoPlugins {
    static final Path FIRST = Path.of("target", "ask-whole.jar").toAbsolutePath();
    static final String NAME = "dev.plumbline.examples.platforms";
    private static final String MENU = "dev/plumbline/examples/platforms/menu.xml";
    private static final String ITEM = entry(AskWindow.Open.class);

    private TwoPlugins() {}

    /** Writes the second one. */
    static Path second(Path folder) throws IOException {
        Path file = folder.resolve("second.jar");
        try (JarFile first = new JarFile(FIRST.toFile())) {
            Manifest manifest = new Manifest(first.getManifest());
            Attributes main = manifest.getMainAttributes();
            main.putValue("Bundle-SymbolicName", NAME + "2");
            main.putValue("OpenIDE-Module", NAME + "2");
            main.putValue("Implementation-Version", "0.9.1");
            try (OutputStream out = Files.newOutputStream(file);
                    JarOutputStream second = new JarOutputStream(out, manifest)) {
                for (JarEntry entry : (Iterable<JarEntry>) first.stream()::iterator) {
                    byte[] bytes = first.getInputStream(entry).readAllBytes();
                    if (entry.getName().equals(MENU)) {
                        bytes = new String(bytes, StandardCharsets.UTF_8)
                                .replace("ask-ai", "write-again")
                                .replace("platforms.AskWindow$Open", "platforms.again.OpenAgain")
                                .replace("intvalue=\"100\"", "intvalue=\"110\"")
                                .getBytes(StandardCharsets.UTF_8);
                    }
                    if (!entry.getName().equals(JarFile.MANIFEST_NAME)
                            && !entry.getName().equals(ITEM)) {
                        add(second, entry.getName(), bytes);
                    }
                }
                add(second, OpenAgain.class);
            }
        }
        return file;
    }

    /** Writes a copy of a plug-in with one class more. */
    static Path with(Class<?> type, Path plugin, Path copy) throws IOException {
        Files.deleteIfExists(copy);
        try (JarFile from = new JarFile(plugin.toFile());
                OutputStream out = Files.newOutputStream(copy);
                JarOutputStream to = new JarOutputStream(out, from.getManifest())) {
            for (JarEntry entry : (Iterable<JarEntry>) from.stream()::iterator) {
                if (!entry.getName().equals(JarFile.MANIFEST_NAME)) {
                    add(to, entry.getName(), from.getInputStream(entry).readAllBytes());
                }
            }
            add(to, type);
        }
        return copy;
    }

    static String entry(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    private static void add(JarOutputStream jar, Class<?> type) throws IOException {
        try (InputStream code = type.getResourceAsStream("/" + entry(type))) {
            add(jar, entry(type), code.readAllBytes());
        }
    }

    private static void add(JarOutputStream jar, String name, byte[] bytes) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(bytes);
    }

    /** Returns the version in the manifest of a packed plug-in. */
    static String version(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest().getMainAttributes().getValue("Implementation-Version");
        }
    }
}
