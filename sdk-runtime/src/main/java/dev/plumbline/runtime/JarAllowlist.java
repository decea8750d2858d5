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
 * The jars from which code may be loaded: approved by SHA-256 or by a signer's certificate. None by default. Immutable.
 */
final class JarAllowlist {
    private final boolean checked;
    private final Set<String> digests;
    private final Set<X509Certificate> signers;

    private JarAllowlist(boolean checked, Set<String> digests, Set<X509Certificate> signers) {
        this.checked = checked;
        this.digests = Set.copyOf(digests);
        this.signers = Set.copyOf(signers);
    }

    /** Returns a list that approves no jar. */
    static JarAllowlist none() {
        return new JarAllowlist(true, Set.of(), Set.of());
    }

    /** Returns a list that approves every jar without a check. */
    static JarAllowlist allowAll() {
        return new JarAllowlist(false, Set.of(), Set.of());
    }

    /**
     * Returns a copy that also approves the jar with that SHA-256.
     *
     * @param hex 64 digits, as {@code sha256sum} prints them
     * @throws IllegalArgumentException for any other text
     */
    JarAllowlist withSha256(String hex) {
        if (!hex.matches("[0-9a-fA-F]{64}")) {
            throw new IllegalArgumentException(
                    "a SHA-256 has 64 hexadecimal digits; got " + hex.length() + " characters");
        }
        return new JarAllowlist(checked, plus(digests, hex.toLowerCase(Locale.ROOT)), signers);
    }

    /**
     * Returns a copy that also approves every jar all entries of which are signed with that certificate. The
     * certificate itself is trusted; its issuer and dates are not checked.
     */
    JarAllowlist withSigner(X509Certificate certificate) {
        return new JarAllowlist(checked, digests, plus(signers, certificate));
    }

    private static <T> Set<T> plus(Set<T> some, T more) {
        Set<T> all = new HashSet<>(some);
        all.add(more);
        return all;
    }

    /**
     * Copies a jar, checks the copy and returns it. Load the copy, because the original may change.
     *
     * @param jar the jar to check
     * @param folder the folder of the copy, which no other user can write to
     * @throws AiException POLICY_DENIED if it is not approved, with its SHA-256; CONFIGURATION if it cannot be read
     */
    Path copyVerified(Path jar, Path folder) {
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

    /**
     * Returns whether one approved certificate has signed every entry; entries are read by the jar's directory, as
     * class loaders do.
     */
    private boolean isSigned(Path copy) throws IOException {
        try (JarFile jar = new JarFile(copy.toFile(), true, JarFile.OPEN_READ, JarFile.runtimeVersion())) {
            List<JarEntry> entries = jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .filter(entry -> !Signature.FILE
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

    /** Reads an entry to its end, which verifies it, and returns its signers. */
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
                        + " is neither signed by an approved certificate nor approved by its SHA-256; to approve it, use"
                        + " approveJar(\"" + digest + "\")"));
    }

    @Override
    public String toString() {
        return checked
                ? "JarAllowlist[" + digests.size() + " by SHA-256, " + signers.size() + " signers]"
                : "JarAllowlist[any, unchecked]";
    }

    /** The names of a jar's files about signatures; loaded with the first jar that is checked. */
    private static final class Signature {
        static final Pattern FILE = Pattern.compile("META-INF/(MANIFEST\\.MF|SIG-[^/]*|[^/]+\\.(SF|RSA|DSA|EC))");
    }
}
