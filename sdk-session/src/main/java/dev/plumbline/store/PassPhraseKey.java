package dev.plumbline.store;

import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.internal.PrivateFiles;
import dev.plumbline.provider.Secret;
import dev.plumbline.store.internal.FileLease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.function.Supplier;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A key derived from a pass phrase by PBKDF2 with HMAC-SHA-256 (RFC 8018), once per store. The salt is a file of the
 * folder, created by the first user of the folder; without it, nothing in the folder can be read. Thread-safe.
 */
final class PassPhraseKey implements Supplier<SecretKey> {
    /** The name of the file with the salt. */
    static final String SALT_FILE = "key.salt";

    /** The length of an AES-256 key. */
    private static final int BITS = 256;

    static final int SHORTEST = 12;

    /** The number of iterations that OWASP recommends since 2023: some tenths of a second. */
    private static final int ITERATIONS = 600_000;

    private static final int SALT = 16;

    /** The maximum number of attempts to lease the salt file, whose holder keeps it for one read and one write. */
    private static final int ATTEMPTS = 10_000;

    private final Path folder;
    private final Secret phrase;
    private @Nullable SecretKey derived;

    PassPhraseKey(Path folder, Secret phrase) {
        this.folder = folder;
        this.phrase = phrase;
        Arrays.fill(revealed(), '\0');
    }

    /** Returns the characters of the phrase, to be wiped, if they are enough. */
    private char[] revealed() {
        char[] given = phrase.reveal();
        if (given.length < SHORTEST) {
            Arrays.fill(given, '\0');
            throw new IllegalArgumentException(
                    "the pass phrase of a store has at least " + SHORTEST + " characters, not " + given.length);
        }
        return given;
    }

    @Override
    public synchronized SecretKey get() {
        SecretKey known = derived;
        if (known == null) {
            known = derive();
            derived = known;
        }
        return known;
    }

    private SecretKey derive() {
        char[] given = revealed();
        try {
            PBEKeySpec spec = new PBEKeySpec(given, salt(), ITERATIONS, BITS);
            byte[] bytes = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
            spec.clearPassword();
            SecretKey key = PayloadCipher.key(bytes);
            Arrays.fill(bytes, (byte) 0);
            return key;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform has no PBKDF2WithHmacSHA256", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            Arrays.fill(given, '\0');
        }
    }

    private byte[] salt() throws IOException {
        Files.createDirectories(folder, PrivateFiles.ofFolder(folder));
        FileLease lease = lease();
        try (lease) {
            FileChannel file = lease.channel();
            ByteBuffer salt = ByteBuffer.allocate(SALT);
            if (file.read(salt, 0) < SALT) { // new, or its creator was killed before the salt could be used
                salt = ByteBuffer.wrap(random());
                file.write(salt, 0);
            }
            return salt.array();
        }
    }

    private FileLease lease() throws IOException {
        Path file = folder.resolve(SALT_FILE);
        for (int i = 1; ; i++) {
            try {
                return FileLease.of(file, PrivateFiles.ofFile(folder));
            } catch (FileLease.LeaseRefusedException busy) {
                if (i == ATTEMPTS) {
                    throw new IOException(
                            file + " is locked by another program, and the key of the store needs it", busy);
                }
                Thread.onSpinWait();
            }
        }
    }

    private static byte[] random() {
        try {
            KeyGenerator generator = KeyGenerator.getInstance("AES");
            generator.init(SALT * Byte.SIZE);
            return generator.generateKey().getEncoded();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has AES", e);
        }
    }
}
