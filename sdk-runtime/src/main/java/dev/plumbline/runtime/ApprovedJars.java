package dev.plumbline.runtime;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/**
 * Which jars may bring code, e.g. providers: those signed by a certificate, or of a SHA-256, that the host has approved. None unless
 * it says so. Immutable.
 */
public final class ApprovedJars {
    private static final Pattern SIGNATURE =
            Pattern.compile("META-INF/(MANIFEST\\.MF|SIG-[^/]*|[^/]+\\.(SF|RSA|DSA|EC))");

    private final boolean checked;
    private final Set<String> digests;
    private final Set<X509Certificate> signers;

    private ApprovedJars(boolean checked, Set<String> digests, Set<X509Certificate> signers) {
        this.checked = checked;
        this.digests = Set.copyOf(digests);
        this.signers = Set.copyOf(signers);
    }

    /** No jar at all. */
    public static ApprovedJars none() {
        return new ApprovedJars(true, Set.of(), Set.of());
    }

    /** Any jar, unchecked: whoever can write the file then runs as the program. For development; there is no other way to switch it off. */
    public static ApprovedJars anyUnchecked() {
        return new ApprovedJars(false, Set.of(), Set.of());
    }

    /**
     * A copy that also approves the jar of that SHA-256.
     *
     * @param hex 64 digits, as {@code sha256sum} prints them
     * @throws IllegalArgumentException for anything else
     */
    public ApprovedJars withSha256(String hex) {
        if (!hex.matches("[0-9a-fA-F]{64}")) {
            throw new IllegalArgumentException("a SHA-256 is 64 hexadecimal digits");
        }
        return new ApprovedJars(checked, plus(digests, hex.toLowerCase(Locale.ROOT)), signers);
    }

    /**
     * A copy that also approves every jar all of whose entries that certificate has signed. The certificate itself is what is
     * trusted: neither who issued it nor its dates are asked.
     */
    public ApprovedJars withSigner(X509Certificate certificate) {
        return new ApprovedJars(checked, digests, plus(signers, certificate));
    }

    private static <T> Set<T> plus(Set<T> some, T more) {
        Set<T> all = new HashSet<>(some);
        all.add(more);
        return all;
    }

    /**
     * A checked copy of a jar. Load this one: the other may have changed since.
     *
     * @param jar the jar to check
     * @param folder where the copy goes, which nobody else can write to
     * @throws AiException POLICY_DENIED when it is not approved, with its SHA-256; CONFIGURATION when it cannot be read
     */
    public Path admit(Path jar, Path folder) {
        try {
            Path copy = Files.createTempFile(folder, "approved-", ".jar");
            String digest = copy(jar, copy);
            if (!checked || digests.contains(digest) || isSigned(copy)) {
                return copy;
            }
            Files.delete(copy);
            throw refused(jar, digest);
        } catch (IOException e) {
            throw new AiException(
                    AiError.of(AiError.Category.CONFIGURATION, "jar-unreadable", jar.getFileName() + " cannot be read")
                            .withCause(e));
        }
    }

    private static String copy(Path from, Path to) throws IOException {
        MessageDigest sha256 = sha256();
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(to), sha256)) {
            Files.copy(from, out);
        }
        return HexFormat.of().formatHex(sha256.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Whether one approved certificate has signed every entry; read as a class loader reads, by the jar's directory. */
    private boolean isSigned(Path copy) throws IOException {
        try (JarFile jar = new JarFile(copy.toFile(), true, JarFile.OPEN_READ, JarFile.runtimeVersion())) {
            List<JarEntry> entries = jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .filter(entry -> !SIGNATURE
                            .matcher(entry.getName().toUpperCase(Locale.ROOT))
                            .matches())
                    .toList();
            Set<X509Certificate> left = new HashSet<>(signers);
            for (JarEntry entry : entries) {
                left.retainAll(signersOf(jar, entry));
            }
            return !entries.isEmpty() && !left.isEmpty();
        } catch (SecurityException | ZipException tampered) {
            return false;
        }
    }

    /** An entry's signers are known, and its bytes found true, when it was read to its end. */
    private static Set<Certificate> signersOf(JarFile jar, JarEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        Set<Certificate> certificates = new HashSet<>();
        CodeSigner[] known = Optional.ofNullable(entry.getCodeSigners()).orElse(new CodeSigner[0]);
        Arrays.stream(known)
                .forEach(signer -> certificates.add(
                        signer.getSignerCertPath().getCertificates().get(0)));
        return certificates;
    }

    private static AiException refused(Path jar, String digest) {
        return new AiException(AiError.of(
                AiError.Category.POLICY_DENIED,
                "jar-not-approved",
                jar.getFileName()
                        + " is neither signed by an approved certificate nor approved itself; if it is what you expect, say"
                        + " ApprovedJars.withSha256(\"" + digest + "\")"));
    }

    @Override
    public String toString() {
        return checked
                ? "ApprovedJars[" + digests.size() + " by SHA-256, " + signers.size() + " signers]"
                : "ApprovedJars[any, unchecked]";
    }
}
