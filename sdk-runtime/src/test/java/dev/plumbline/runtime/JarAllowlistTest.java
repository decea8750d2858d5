package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.AiException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real jars, signed by the JDK's own signer with keys made on the spot. */
class JarAllowlistTest {
    @TempDir
    private Path folder;

    private Path jar;

    @BeforeEach
    void makeJar() throws IOException {
        jar = folder.resolve("plugin.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                InputStream code = Brought.class.getResourceAsStream("JarAllowlistTest$Brought.class")) {
            out.putNextEntry(new JarEntry(Brought.class.getName().replace('.', '/') + ".class"));
            code.transferTo(out);
            out.putNextEntry(new JarEntry("words.txt"));
            out.write("hello".getBytes(StandardCharsets.UTF_8));
        }
    }

    /** What the jar brings. */
    public static final class Brought {}

    @Test
    @Tag("F136")
    @DisplayName("136 an unsigned jar is refused unless it was approved, and the refusal says by what")
    void unsigned_isRefused() throws Exception {
        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
        assertThatThrownBy(() -> JarAllowlist.none().copyVerified(jar, folder))
                .isInstanceOf(AiException.class)
                .hasMessageContaining("plugin.jar")
                .hasMessageContaining(digest)
                .extracting(thrown -> ((AiException) thrown).error().category())
                .isEqualTo(Category.POLICY_DENIED);
        assertThat(Files.list(folder)
                        .filter(file -> file.getFileName().toString().startsWith("approved-")))
                .isEmpty();

        Path copy =
                JarAllowlist.none().withSha256(digest.toUpperCase(Locale.ROOT)).copyVerified(jar, folder);

        assertThat(copy).hasSameBinaryContentAs(jar);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {copy.toUri().toURL()}, null)) {
            assertThat(loader.loadClass(Brought.class.getName())).isNotSameAs(Brought.class);
        }
    }

    @Test
    @Tag("F136")
    @DisplayName("136 a jar that changed by one byte is another one")
    void changedJar_isRefused() throws Exception {
        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
        byte[] bytes = Files.readAllBytes(jar);
        bytes[bytes.length / 2] ^= 1;
        Files.write(jar, bytes);
        assertRefused(JarAllowlist.none().withSha256(digest), jar);
    }

    @Test
    @Tag("SH7")
    @Tag("SH164")
    @DisplayName("136 a jar signed by an approved certificate is let in, one signed by another is not")
    void signed_isLetInByItsCertificate() throws Exception {
        SigningKey ours = SigningKey.make(folder, "ours");
        SigningKey theirs = SigningKey.make(folder, "theirs");
        Path signed = ours.sign(jar, folder.resolve("signed.jar"));

        assertThat(JarAllowlist.none().withSigner(ours.certificate()).copyVerified(signed, folder))
                .exists();
        assertRefused(JarAllowlist.none().withSigner(theirs.certificate()), signed);
        assertRefused(JarAllowlist.none(), signed);
        assertRefused(JarAllowlist.none().withSigner(ours.certificate()), jar);
    }

    @Test
    @Tag("SH164")
    @Tag("F136")
    @DisplayName("136 a signed jar with an entry changed, added or taken over from another signer is refused")
    void tampered_isRefused() throws Exception {
        SigningKey ours = SigningKey.make(folder, "ours");
        JarAllowlist approved = JarAllowlist.none().withSigner(ours.certificate());
        for (Map.Entry<String, String> change : Map.of(
                        "words.txt", "changed", "more.txt", "added", "META-INF/services/x.Y", "z")
                .entrySet()) {
            Path signed = ours.sign(jar, folder.resolve("signed-" + change.getValue() + ".jar"));
            try (FileSystem inside = FileSystems.newFileSystem(URI.create("jar:" + signed.toUri()), Map.of())) {
                Path file = inside.getPath(change.getKey());
                if (file.getParent() != null) {
                    Files.createDirectories(file.getParent());
                }
                Files.writeString(file, change.getValue());
            }
            assertRefused(approved, signed);
        }
    }

    @Test
    void unchecked_isSaidInSoManyWords() {
        assertThat(JarAllowlist.allowAll().copyVerified(jar, folder)).exists();
        assertThat(JarAllowlist.allowAll()).hasToString("JarAllowlist[any, unchecked]");
    }

    @Test
    void whatIsNoJar_isRefused() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
        assertThatThrownBy(() -> JarAllowlist.none().copyVerified(text, folder)).isInstanceOf(AiException.class);
        assertThatThrownBy(() -> JarAllowlist.none().copyVerified(folder.resolve("none.jar"), folder))
                .hasMessageContaining("none.jar");
        assertThatThrownBy(() -> JarAllowlist.none().withSha256("12")).isInstanceOf(IllegalArgumentException.class);
    }

    private void assertRefused(JarAllowlist approved, Path what) {
        assertThatThrownBy(() -> approved.copyVerified(what, folder))
                .isInstanceOf(AiException.class)
                .hasMessageContaining("neither signed");
    }
}
