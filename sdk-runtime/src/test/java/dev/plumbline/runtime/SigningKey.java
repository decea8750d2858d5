package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;
import jdk.security.jarsigner.JarSigner;

/** A key with its certificate, made on the spot by the JDK's keytool. */
record SigningKey(KeyStore.PrivateKeyEntry entry) {
    private static final char[] PASSWORD = "changeit".toCharArray();

    static SigningKey make(Path folder, String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Process made = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-alias",
                        name,
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD)))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(made.waitFor(60, TimeUnit.SECONDS) && made.exitValue() == 0).isTrue();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
        return new SigningKey(
                (KeyStore.PrivateKeyEntry) keys.getEntry(name, new KeyStore.PasswordProtection(PASSWORD)));
    }

    /** A copy of a jar, signed with this key. */
    Path sign(Path what, Path signed) throws Exception {
        try (ZipFile in = new ZipFile(what.toFile());
                OutputStream out = Files.newOutputStream(signed)) {
            new JarSigner.Builder(entry).build().sign(in, out);
        }
        return signed;
    }

    X509Certificate certificate() {
        return (X509Certificate) entry.getCertificate();
    }
}
