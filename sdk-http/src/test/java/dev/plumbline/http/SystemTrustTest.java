package dev.plumbline.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificates of the operating system. */
class SystemTrustTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("D24 the first file of the system that is there is trusted, and stores of other systems are none")
    void d24_firstFile_isTrusted() throws Exception {
        Path file = folder.resolve("ca.crt");
        Files.writeString(file, pem(ofTheJdk()));

        assertThat(PemTrustStore.ofSystem(List.of("Another-ROOT"), List.of(folder.resolve("none"), file)))
                .isNotNull();
    }

    @Test
    @DisplayName("D24 a system without certificates is refused with the way out")
    void d24_none_isRefused() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty.crt"), "");
        assertThatThrownBy(() -> PemTrustStore.ofSystem(List.of("Another-ROOT"), List.of(folder.resolve("none"))))
                .isInstanceOf(AiException.class)
                .hasMessageContaining("use withTrustFile");
        assertThatThrownBy(() -> PemTrustStore.ofSystem(List.of(), List.of(empty)))
                .isInstanceOf(AiException.class);
    }

    private static X509Certificate ofTheJdk() throws Exception {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        return Stream.of(factory.getTrustManagers())
                .map(X509TrustManager.class::cast)
                .flatMap(manager -> Stream.of(manager.getAcceptedIssuers()))
                .findFirst()
                .orElseThrow();
    }

    private static String pem(X509Certificate certificate) throws Exception {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded());
        return "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n";
    }
}
