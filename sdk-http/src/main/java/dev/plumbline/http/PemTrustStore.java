package dev.plumbline.http;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.internal.ForeignFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Loads the certificates of a PEM file or of the system, to trust them as well as those of the JDK. */
final class PemTrustStore {

    /** The maximum size of a file of certificates in bytes; that of a system has some 200 KB. */
    private static final int LARGEST = 16 << 20;

    /** The stores of Windows and macOS, by their names in the JDK. */
    static final List<String> SYSTEM_STORES = List.of("Windows-ROOT", "KeychainStore-ROOT", "KeychainStore");

    /** The files of Debian and its like, Fedora and its like, SUSE, Alpine. */
    static final List<Path> SYSTEM_FILES = List.of(
            Path.of("/etc/ssl/certs/ca-certificates.crt"),
            Path.of("/etc/pki/tls/certs/ca-bundle.crt"),
            Path.of("/etc/ssl/ca-bundle.pem"),
            Path.of("/etc/ssl/cert.pem"));

    private PemTrustStore() {}

    /** Returns what trusts the certificates of all stores that are there, or of the first file that is. */
    static SSLContext ofSystem(List<String> stores, List<Path> files) {
        try {
            List<Certificate> found = new ArrayList<>();
            for (String name : stores) {
                found.addAll(ofStore(name));
            }
            for (Path file : files) {
                if (found.isEmpty() && Files.isReadable(file)) {
                    found.addAll(certificates(file));
                }
            }
            if (found.isEmpty()) {
                throw unusable("withSystemTrust", "no certificates of the system were found; use withTrustFile");
            }
            return trusting(found);
        } catch (IOException | GeneralSecurityException e) {
            throw unusable("withSystemTrust", "the certificates of the system cannot be read");
        }
    }

    private static List<Certificate> ofStore(String name) throws IOException, GeneralSecurityException {
        KeyStore store;
        try {
            store = KeyStore.getInstance(name);
        } catch (KeyStoreException elsewhere) { // a store of another system
            return List.of();
        }
        store.load(null, null);
        List<Certificate> found = new ArrayList<>();
        for (String alias : Collections.list(store.aliases())) {
            if (store.isCertificateEntry(alias)) {
                found.add(store.getCertificate(alias));
            }
        }
        return found;
    }

    private static SSLContext trusting(Collection<? extends Certificate> more)
            throws IOException, GeneralSecurityException {
        List<Certificate> trusted = new ArrayList<>(more);
        trusted.addAll(trustedByTheJdk());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, managers(store(trusted)), null);
        return tls;
    }

    static SSLContext read(Path pem) {
        try {
            return trusting(certificates(pem));
        } catch (IOException | GeneralSecurityException e) {
            throw unusable("withTrustFile", "the file cannot be read as certificates in PEM");
        }
    }

    private static Collection<? extends Certificate> certificates(Path pem)
            throws IOException, GeneralSecurityException {
        try (InputStream in = new ByteArrayInputStream(ForeignFile.read(pem, LARGEST))) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (found.isEmpty()) {
                throw unusable("withTrustFile", "the file holds no certificate");
            }
            return found;
        }
    }

    private static List<X509Certificate> trustedByTheJdk() throws GeneralSecurityException {
        return Arrays.stream(managers(null))
                .filter(X509TrustManager.class::isInstance)
                .flatMap(manager -> Arrays.stream(((X509TrustManager) manager).getAcceptedIssuers()))
                .toList();
    }

    private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyStore store(List<Certificate> trusted) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (int i = 0; i < trusted.size(); i++) {
            store.setCertificateEntry("trusted-" + i, trusted.get(i));
        }
        return store;
    }

    private static AiException unusable(String setting, String why) {
        return new AiException(
                AiError.of(AiError.Category.CONFIGURATION, "trust-file", setting + " is refused: " + why));
    }
}
