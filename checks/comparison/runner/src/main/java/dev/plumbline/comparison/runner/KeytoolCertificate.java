package dev.plumbline.comparison.runner;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate signed by its own authority, created by the JDK's keytool.
 *
 * @param server the TLS context of the server
 * @param trusted the trust store with the authority
 */
record KeytoolCertificate(SSLContext server, Path trusted) {
    static final String PASSWORD = "changeit";

    /**
     * Returns a certificate for that name, e.g. {@code ip:127.0.0.1}, valid for ten days from that time, e.g. {@code
     * -1d}.
     */
    static KeytoolCertificate of(String name, String begins) {
        try {
            Path folder = Files.createTempDirectory("faults");
            Path store = folder.resolve("server.p12");
            keytool(store, "-alias", "ca", "-dname", "CN=ca", "-ext", "bc:c", "-startdate", "-99d", "-validity", "999");
            List<String> leaf = new ArrayList<>(List.of("-alias", "server", "-signer", "ca", "-dname", "CN=faults"));
            leaf.addAll(List.of("-ext", "san=" + name, "-startdate", begins, "-validity", "10"));
            keytool(store, leaf.toArray(String[]::new));
            return read(store, folder.resolve("trusted.p12"));
        } catch (IOException | InterruptedException | GeneralSecurityException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private static void keytool(Path store, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-genkeypair", "-keyalg", "EC", "-keystore", store.toString()));
        command.addAll(List.of(words));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        Process made = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!made.waitFor(60, TimeUnit.SECONDS) || made.exitValue() != 0) {
            throw new IOException("keytool made no certificate");
        }
    }

    private static KeytoolCertificate read(Path store, Path trusted) throws IOException, GeneralSecurityException {
        KeyStore keys = empty();
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        trust(keys.getCertificate("ca"), trusted);
        keys.deleteEntry("ca");
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        return new KeytoolCertificate(tls, trusted);
    }

    private static void trust(Certificate authority, Path file) throws IOException, GeneralSecurityException {
        KeyStore store = empty();
        store.setCertificateEntry("ca", authority);
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
    }

    /** Returns the options of a JVM that trusts only this authority. */
    List<String> trusting() {
        return List.of("-Djavax.net.ssl.trustStore=" + trusted, "-Djavax.net.ssl.trustStorePassword=" + PASSWORD);
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
