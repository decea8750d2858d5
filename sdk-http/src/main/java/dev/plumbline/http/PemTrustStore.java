package dev.plumbline.http;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.internal.ForeignFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Loads the certificates of a PEM file, to trust them besides those the JDK trusts. */
final class PemTrustStore {

    /** The maximum size of a file of certificates in bytes; that of a system has some 200 KB. */
    private static final int LARGEST = 16 << 20;

    private PemTrustStore() {}

    static SSLContext read(Path pem) {
        try {
            List<Certificate> trusted = new ArrayList<>(certificates(pem));
            trusted.addAll(trustedByTheJdk());
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, managers(store(trusted)), null);
            return tls;
        } catch (IOException | GeneralSecurityException e) {
            throw unusable("it cannot be read as certificates in PEM");
        }
    }

    private static Collection<? extends Certificate> certificates(Path pem)
            throws IOException, GeneralSecurityException {
        try (InputStream in = new ByteArrayInputStream(ForeignFile.read(pem, LARGEST))) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (found.isEmpty()) {
                throw unusable("it holds no certificate");
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

    private static AiException unusable(String why) {
        return new AiException(AiError.of(
                AiError.Category.CONFIGURATION, "trust-file", "the file of withTrustFile is refused: " + why));
    }
}
