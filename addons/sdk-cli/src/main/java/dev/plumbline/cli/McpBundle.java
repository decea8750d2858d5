package dev.plumbline.cli;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A bundle that installs the bridge to a program with one click (MCPB): a manifest, starters that find a Java, and the
 * jars of the bridge. The manifest knows no Java, so it is of the type {@code binary}.
 *
 * @param name the program, as it is called
 * @param version its version
 */
record McpBundle(String name, String version) {
    private static final String SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
    private static final int LONGEST_DESCRIPTION = 100;

    /** One class of each jar that the bridge needs. */
    private static final List<String> NEEDED = List.of(
            "dev.plumbline.mcp.McpBridge",
            "dev.plumbline.http.internal.JsonRpc",
            "dev.plumbline.json.Json",
            "tools.jackson.core.JsonParser");

    /** Writes the bundle. */
    void write(Path file) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            add(zip, "manifest.json", manifest().text().getBytes(StandardCharsets.UTF_8));
            add(zip, "server/start", resource("bridge-start"));
            add(zip, "server/start.cmd", resource("bridge-start.cmd"));
            int number = 0;
            for (Path jar : jars()) {
                String jarName = jar.getFileName().toString();
                boolean isJar = Files.isRegularFile(jar);
                zip.putNextEntry(entry("server/lib/" + (isJar ? jarName : "classes-" + number++ + ".jar")));
                if (isJar) {
                    Files.copy(jar, zip);
                } else {
                    jar(jar, zip);
                }
                zip.closeEntry();
            }
            zip.putNextEntry(entry("server/lib/starter.jar"));
            starter(zip);
            zip.closeEntry();
        }
    }

    Json manifest() {
        List<String> unix = List.of("${__dirname}/server/start");
        // without call, cmd.exe takes the quotes away that a client sets around a folder with blanks
        List<String> windows = List.of("/d", "/c", "call", "${__dirname}\\server\\start.cmd");
        Json config = Json.object()
                .with("command", "/bin/sh") // a bundle keeps no permission to run a file
                .with("args", unix)
                .with("env", Json.object())
                .with(
                        "platform_overrides",
                        Json.object()
                                .with(
                                        "win32",
                                        Json.object().with("command", "cmd.exe").with("args", windows)));
        return Json.object()
                .with("manifest_version", "0.3")
                .with("name", key())
                .with("display_name", name)
                .with("version", version)
                .with("description", description())
                .with("author", Json.object().with("name", name))
                .with(
                        "server",
                        Json.object()
                                .with("type", "binary")
                                .with("entry_point", "server/start")
                                .with("mcp_config", config))
                .with("tools_generated", true)
                .with("compatibility", Json.object().with("platforms", List.of("darwin", "win32", "linux")));
    }

    /**
     * Returns the entry of a registry that names the bundle.
     *
     * @param registryName its name there, e.g. {@code io.github.ann/floor-planner}
     * @param bundle the bundle that was written
     * @param address where it can be loaded
     */
    Json serverJson(String registryName, Path bundle, URI address) throws IOException {
        Json loaded = Json.object()
                .with("registryType", "mcpb")
                .with("identifier", address.toString())
                .with("fileSha256", sha256(Files.readAllBytes(bundle)))
                .with("transport", Json.object().with("type", "stdio"));
        return Json.object()
                .with("$schema", SCHEMA)
                .with("name", registryName)
                .with("title", name)
                .with("description", description())
                .with("version", version)
                .with("packages", List.of(loaded));
    }

    /** Returns the name in small letters of ASCII, digits and hyphens; that of the library if nothing is left of it. */
    private String key() {
        String key = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return key.isEmpty() ? "plumbline" : key;
    }

    private String description() {
        String whole = "The tools of " + name + ", while it runs on this machine. Needs Java 17 or newer.";
        return whole.codePointCount(0, whole.length()) <= LONGEST_DESCRIPTION
                ? whole
                : whole.substring(0, whole.offsetByCodePoints(0, LONGEST_DESCRIPTION));
    }

    private static List<Path> jars() {
        List<Path> jars = new ArrayList<>();
        for (String each : NEEDED) {
            try {
                Path root = root(Class.forName(each, false, McpBundle.class.getClassLoader()));
                if (!jars.contains(root)) {
                    jars.add(root);
                }
            } catch (ClassNotFoundException missing) {
                throw new IllegalStateException("the command line lacks a class of the bridge: " + each, missing);
            }
        }
        return jars;
    }

    private static Path root(Class<?> type) {
        CodeSource source = Objects.requireNonNull(type.getProtectionDomain().getCodeSource(), "a class of a jar");
        try {
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the place of " + type.getName() + " is no path", e);
        }
    }

    /** Writes the classes of a folder as a jar. */
    private static void jar(Path root, OutputStream to) throws IOException {
        ZipOutputStream jar = new ZipOutputStream(to);
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile).sorted()::iterator) {
                add(jar, root.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
        jar.finish();
    }

    /** Writes the jar with the class that starts the bridge, and the name of the program beside it. */
    private void starter(OutputStream to) throws IOException {
        ZipOutputStream jar = new ZipOutputStream(to);
        String type = BundledBridge.class.getSimpleName() + ".class";
        add(jar, "dev/plumbline/cli/" + type, resource(type));
        add(jar, "dev/plumbline/cli/" + BundledBridge.NAME, name.getBytes(StandardCharsets.UTF_8));
        jar.finish();
    }

    private static void add(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
        zip.putNextEntry(entry(name));
        zip.write(bytes);
        zip.closeEntry();
    }

    /** Returns an entry with one time for all, so that the same program makes the same bundle. */
    private static ZipEntry entry(String name) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
        return entry;
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(McpBundle.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
