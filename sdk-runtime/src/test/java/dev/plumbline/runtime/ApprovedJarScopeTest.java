package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiException;
import dev.plumbline.provider.AiProvider;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No form of a jar makes a class loader run code that was not approved. Passes on every supported JDK. */
class ApprovedJarScopeTest {
    private static final ClassLoader HERE = ApprovedJarScopeTest.class.getClassLoader();
    private static final String RAN = "approved.scope.ran";
    private static final String SERVICE = "META-INF/services/" + AiProvider.class.getName();
    private static final String SOURCE = """
                package %1$s;
                import dev.plumbline.call.*;
                public final class %2$s implements dev.plumbline.provider.AiProvider {
                    static { System.setProperty("approved.scope.ran", System.getProperty("approved.scope.ran", "") + "%3$s "); }
                    public String id() { return "%1$s"; }
                    public String defaultModel() { return "one"; }
                    public AiReturn call(AiCall call) { throw new IllegalStateException(); }
                }
                """;

    @TempDir
    private Path folder;

    private Path other;

    @BeforeEach
    void makeOther() throws Exception {
        System.setProperty(RAN, "");
        other = jar("other.jar", "other", "Other", "other", new Manifest());
    }

    private Path jar(String file, String name, String type, String says, Manifest manifest) throws Exception {
        Path own = Files.createDirectories(folder.resolve(file + ".d"));
        String source = SOURCE.formatted(name, type, says);
        Path made = new TestJar(name + "." + type, source, AiProvider.class)
                .make(own.resolve(file), manifest, name + "." + type);
        return Files.copy(made, folder.resolve(file));
    }

    private static void write(Path jar, String entry, byte[] content) throws IOException {
        try (FileSystem inside = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
            Path path = inside.getPath(entry);
            Files.createDirectories(path.toAbsolutePath().getParent());
            Files.write(path, content);
        }
    }

    private static byte[] read(Path jar, String entry) throws IOException {
        try (FileSystem inside = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
            return Files.readAllBytes(inside.getPath(entry));
        }
    }

    private static Manifest multiRelease() {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
        return manifest;
    }

    private static void assertNothingElseRan(Path jar) throws Exception {
        AiRuntime.Builder builder =
                AiRuntime.builder().addProviderJars(HERE, jar).approveJar(TestJar.sha256(jar));
        assertThatThrownBy(builder::build).isInstanceOf(AiException.class);
        assertThat(System.getProperty(RAN)).isEmpty();
    }

    @Test
    @DisplayName("S9 a service that names a class of a jar beside it finds none")
    void s9_serviceOfAnotherJar_isNotLoaded() throws Exception {
        Path jar = jar("own.jar", "own", "Own", "own", new Manifest());
        write(jar, SERVICE, "other.Other".getBytes(StandardCharsets.UTF_8));
        assertNothingElseRan(jar);
    }

    @Test
    @DisplayName("S9 a class of a jar inside a jar is not loaded")
    void s9_nestedJar_isNotLoaded() throws Exception {
        Path jar = jar("own.jar", "own", "Own", "own", new Manifest());
        write(jar, "lib/other.jar", Files.readAllBytes(other));
        write(jar, "other.jar", Files.readAllBytes(other));
        write(jar, SERVICE, "other.Other".getBytes(StandardCharsets.UTF_8));
        assertNothingElseRan(jar);
    }

    @Test
    @DisplayName("S9 a manifest and an index for one release of Java lead nowhere")
    void s9_manifestOfARelease_leadsNowhere() throws Exception {
        Path jar = jar("own.jar", "own", "Own", "own", multiRelease());
        for (String release : new String[] {"9", "17", "25"}) {
            write(
                    jar,
                    "META-INF/versions/" + release + "/META-INF/MANIFEST.MF",
                    ("Manifest-Version: 1.0\nClass-Path: " + other.toUri() + "\n\n").getBytes(StandardCharsets.UTF_8));
            write(
                    jar,
                    "META-INF/versions/" + release + "/META-INF/INDEX.LIST",
                    ("JarIndex-Version: 1.0\n\nown.jar\nown\n\n" + other.toUri() + "\nother\n\n")
                            .getBytes(StandardCharsets.UTF_8));
        }
        write(jar, SERVICE, "other.Other".getBytes(StandardCharsets.UTF_8));
        assertNothingElseRan(jar);
    }

    @Test
    @DisplayName("S9 a class for one release of Java that was added after the signature is refused")
    void s9_unsignedClassOfARelease_isRefused() throws Exception {
        SigningKey ours = SigningKey.make(folder, "ours");
        Path own = jar("own.jar", "own", "Own", "own", multiRelease());
        Path signed = ours.sign(own, folder.resolve("signed.jar"));
        Path changed = jar("changed.jar", "own", "Own", "changed", new Manifest());
        AiRuntime.builder()
                .addProviderJars(HERE, signed)
                .approveJarSigner(ours.certificate())
                .build()
                .close();
        assertThat(System.getProperty(RAN)).isEqualTo("own ");

        write(signed, "META-INF/versions/9/own/Own.class", read(changed, "own/Own.class"));

        AiRuntime.Builder builder =
                AiRuntime.builder().addProviderJars(HERE, signed).approveJarSigner(ours.certificate());
        assertThatThrownBy(builder::build)
                .isInstanceOfSatisfying(
                        AiException.class, e -> assertThat(e.error().code()).isEqualTo("jar-not-approved"));
        assertThat(System.getProperty(RAN)).isEqualTo("own ");
    }

    @Test
    @DisplayName("S9 of an approved jar with classes for several releases, only its own run")
    void s9_approvedJarOfSeveralReleases_runsItsOwn() throws Exception {
        Path jar = jar("own.jar", "own", "Own", "base", multiRelease());
        Path newer = jar("newer.jar", "own", "Own", "newer", new Manifest());
        write(jar, "META-INF/versions/17/own/Own.class", read(newer, "own/Own.class"));
        AiRuntime.builder()
                .addProviderJars(HERE, jar)
                .approveJar(TestJar.sha256(jar))
                .build()
                .close();
        assertThat(System.getProperty(RAN)).isEqualTo("newer ");
    }
}
