package dev.plumbline.http.internal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate made by the JDK's keytool, as a server's TLS and as a file for those who should trust it. */
record KeytoolTls(SSLContext server, Path pem) {
    private static final String PASSWORD = "changeit";

    private static final Map<String, byte[]> MADE = new HashMap<>();

    /** One for 127.0.0.1, valid for a day from now. */
    static KeytoolTls local(Path folder) throws Exception {
        return make(folder, "ip:127.0.0.1", "-1H");
    }

    /** One signed by an authority of ours; the file holds the authority. The JDK asks what it trusts itself for no date. */
    static KeytoolTls make(Path folder, String name, String begins) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(new ByteArrayInputStream(stored(folder, name, begins)), PASSWORD.toCharArray());
        Path pem = pem(keys.getCertificate("ca"), folder.resolve("ca.pem"));
        keys.deleteEntry("ca");
        return new KeytoolTls(tls(keys), pem);
    }

    /** Returns the keys, made once in each process: two starts of keytool take two seconds. */
    private static synchronized byte[] stored(Path folder, String name, String begins) throws Exception {
        byte[] known = MADE.get(name + begins);
        if (known == null) {
            Path store = folder.resolve("server.p12");
            keytool(store, "-alias", "ca", "-dname", "CN=ca", "-ext", "bc:c", "-startdate", "-9d", "-validity", "99");
            keytool(
                    store,
                    "-alias",
                    "server",
                    "-signer",
                    "ca",
                    "-dname",
                    "CN=test",
                    "-ext",
                    "san=" + name,
                    "-startdate",
                    begins,
                    "-validity",
                    "1");
            known = Files.readAllBytes(store);
            MADE.put(name + begins, known);
        }
        return known;
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
            throw new AssertionError("keytool made no certificate");
        }
    }

    private static SSLContext tls(KeyStore keys) throws GeneralSecurityException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        return tls;
    }

    private static Path pem(Certificate certificate, Path file) throws IOException, GeneralSecurityException {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded());
        return Files.writeString(file, "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n");
    }
}
