package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.AiException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Providers out of real jars, compiled and signed on the spot. */
class VerifiedJarLoaderTest {
    private static final ClassLoader HERE = VerifiedJarLoaderTest.class.getClassLoader();
    private static final String BEES = """
                package bees;
                import dev.plumbline.call.*;
                public final class Bees implements dev.plumbline.provider.AiProvider {
                    public Bees() {
                        System.setProperty("bees.home", Bees.class.getProtectionDomain().getCodeSource().getLocation().toString());
                    }
                    public String id() { return "bees"; }
                    public String defaultModel() { return "hive"; }
                    public AiReturn call(AiCall call) {
                        call.sink().accept(new AiDelta.Text("buzz"));
                        return AiReturn.builder().deltas(java.util.List.of(new AiDelta.Text("buzz"))).model(call.model()).build();
                    }
                }
                """;
    private static final String SERVICE = "META-INF/services/" + AiProvider.class.getName();

    @TempDir
    private Path folder;

    private Path jar;

    @BeforeEach
    void makeJar() throws Exception {
        jar = jar("bees.jar", new Manifest(), "bees.Bees");
    }

    private Path jar(String name, Manifest manifest, String named) throws IOException {
        return new TestJar("bees.Bees", BEES, AiProvider.class).make(folder.resolve(name), manifest, named);
    }

    @Test
    @Tag("SH164")
    @DisplayName("136 a provider is loaded from a jar whose SHA-256 was approved, and answers")
    void approvedBySha256_answers() throws Exception {
        AiRuntime ai = AiRuntime.builder()
                .addProviderJars(HERE, jar)
                .approveJar(TestJar.sha256(jar))
                .build();
        try (ai) {
            assertThat(ai.send("hum").text()).isEqualTo("buzz");
        }
        assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
    }

    @Test
    @Tag("SH164")
    @DisplayName(
            "136 a provider is loaded from a jar that an approved certificate has signed, not from one that was changed since")
    void approvedBySigner_answers_tampered_isRefused() throws Exception {
        SigningKey ours = SigningKey.make(folder, "ours");
        Path signed = ours.sign(jar, folder.resolve("signed.jar"));
        try (AiRuntime ai = AiRuntime.builder()
                .addProviderJars(HERE, signed)
                .approveJarSigner(ours.certificate())
                .build()) {
            assertThat(ai.send("hum").text()).isEqualTo("buzz");
        }
        try (FileSystem inside = FileSystems.newFileSystem(URI.create("jar:" + signed.toUri()), Map.of())) {
            Files.writeString(inside.getPath(SERVICE), "bees.Bees # and more");
        }
        assertRefused(
                AiRuntime.builder().addProviderJars(HERE, signed).approveJarSigner(ours.certificate()),
                "jar-not-approved");
    }

    @Test
    @Tag("SH164")
    @Tag("F136")
    @DisplayName("136 nothing is approved unless the host says so, and only the host can say that it does not care")
    void unapproved_isRefused_unlessTheBuilderSaysSo() {
        assertRefused(AiRuntime.builder().addProviderJars(HERE, jar), "jar-not-approved");
        try (AiRuntime ai =
                AiRuntime.builder().addProviderJars(HERE, jar).approveAllJars().build()) {
            assertThat(ai.send("hum").text()).isEqualTo("buzz");
        }
    }

    @Test
    @Tag("F136")
    @DisplayName("136 one jar that is refused keeps the others out, too")
    void oneRefused_isAllRefused() throws Exception {
        Path other = jar("other.jar", new Manifest(), "bees.Bees # once more");
        assertRefused(
                AiRuntime.builder().addProviderJars(HERE, jar, other).approveJar(TestJar.sha256(jar)),
                "jar-not-approved");
    }

    @Test
    @Tag("SH164")
    @DisplayName("136 a jar whose manifest leads to further jars is refused: nobody has looked at those")
    void classPathOfAManifest_isRefused() throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, jar.toUri().toString());
        Path leading = jar("leading.jar", manifest, "bees.Bees");
        assertRefused(
                AiRuntime.builder().addProviderJars(HERE, leading).approveJar(TestJar.sha256(leading)),
                "jar-class-path");
    }

    @Test
    @DisplayName(
            "S9 a jar with an index of jars is refused, because a class loader follows it to jars that nobody approved")
    void s9_indexOfJars_isRefused() throws Exception {
        Path leading = jar("indexed.jar", new Manifest(), "bees.Bees");
        try (FileSystem inside = FileSystems.newFileSystem(URI.create("jar:" + leading.toUri()), Map.of())) {
            Files.writeString(
                    inside.getPath("META-INF/INDEX.LIST"),
                    "JarIndex-Version: 1.0\n\nindexed.jar\nbees\n\n" + jar.toUri() + "\nwasps\n\n");
        }
        assertRefused(
                AiRuntime.builder().addProviderJars(HERE, leading).approveJar(TestJar.sha256(leading)), "jar-index");
    }

    @Test
    void given_comeFirst() throws Exception {
        try (AiRuntime ai = AiRuntime.builder()
                .addProviderJars(HERE, jar)
                .approveAllJars()
                .addProvider(ScriptedProvider.create().says("mine"))
                .build()) {
            assertThat(ai.send("hum").text()).isEqualTo("mine");
        }
    }

    @Test
    void whatBringsNothing_orCannotBeMade_isAConfigurationFault() throws Exception {
        Path silent = jar("silent.jar", new Manifest(), "# nothing");
        Path wrong = jar("wrong.jar", new Manifest(), "bees.Wasps");
        Path foreign = jar("foreign.jar", new Manifest(), ScriptedProvider.class.getName());
        for (Path brought : List.of(silent, wrong, foreign)) {
            AiRuntime.Builder builder =
                    AiRuntime.builder().addProviderJars(HERE, brought).approveAllJars();
            assertThatThrownBy(builder::build)
                    .isInstanceOfSatisfying(
                            AiException.class,
                            e -> assertThat(e.error().category()).isEqualTo(Category.CONFIGURATION));
        }
    }

    @Test
    void copies_goAlso_whenTheRuntimeIsNotBuilt() {
        AiRuntime.Builder twice = AiRuntime.builder()
                .addProviderJars(HERE, jar)
                .addProviderJars(HERE, jar)
                .approveAllJars();
        assertThatThrownBy(twice::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bees");
        assertThat(home().getParent()).doesNotExist();
    }

    @Test
    void copies_goWithTheRuntime() throws Exception {
        AiRuntime ai =
                AiRuntime.builder().addProviderJars(HERE, jar).approveAllJars().build();
        assertThat(home()).exists().hasSameBinaryContentAs(jar).isNotEqualTo(jar);
        ai.close();
        assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
        assertThat(home().getParent()).doesNotExist();
    }

    /** Where the provider that was made last came from, as it reported when it was made. */
    private static Path home() {
        return Path.of(URI.create(System.getProperty("bees.home")));
    }

    private static void assertRefused(AiRuntime.Builder builder, String code) {
        assertThatThrownBy(builder::build).isInstanceOfSatisfying(AiException.class, e -> {
            assertThat(e.error().category()).isEqualTo(Category.POLICY_DENIED);
            assertThat(e.error().code()).isEqualTo(code);
        });
    }
}
