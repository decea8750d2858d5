package dev.plumbline.keyring;

import com.github.javakeyring.BackendNotSupportedException;
import com.github.javakeyring.Keyring;
import com.github.javakeyring.PasswordAccessException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.provider.Secret;
import java.util.Arrays;
import java.util.Optional;

/**
 * The keyring of the user's system, for keys that a user has typed: the Secret Service of Linux (GNOME), KWallet, the
 * keychain of macOS, the credential manager of Windows. Keys are stored under the name of a program and a name of their
 * own. On Linux every program of the same user can read them while the keyring is unlocked. A method may wait for a
 * dialog of the system, so it is not called on the UI thread. Thread-safe.
 */
public final class SystemKeyring implements AutoCloseable {
    private static final String NOT_STORED = "The keyring of the system does not store the key. It may be locked.";

    private final Keyring keyring;
    private final String program;

    private SystemKeyring(Keyring keyring, String program) {
        this.keyring = keyring;
        this.program = program;
    }

    /**
     * Opens the keyring of the system.
     *
     * @param program the name under which the keys of the calling program are stored, which the user sees in the
     *     settings of the system
     * @throws IllegalArgumentException if the name is blank
     * @throws AiException CONFIGURATION {@code no-keyring} if the system has none, for example because there is no
     *     session of a desktop
     */
    public static SystemKeyring open(String program) {
        requireName(program, "program");
        try {
            return new SystemKeyring(create(), program);
        } catch (BackendNotSupportedException | RuntimeException e) {
            throw failure(
                    "no-keyring",
                    "This system has no keyring that can be used: on Linux a Secret Service such as gnome-keyring must run"
                            + " in the session. Read the key from the environment, or ask for it at each start.",
                    e);
        }
    }

    /**
     * Opens it with the class loader of this library as that of the thread: on Linux the connection is looked up in the
     * latter, where a host that loads a plug-in from a jar has its own.
     */
    private static Keyring create() throws BackendNotSupportedException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(SystemKeyring.class.getClassLoader());
        try {
            return Keyring.create();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static AiException failure(String code, String message, Exception cause) {
        return new AiException(
                AiError.of(AiError.Category.CONFIGURATION, code, message).withCause(cause));
    }

    private static void requireName(String name, String what) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of the " + what + " is blank");
        }
    }

    /**
     * Returns the key with that name; empty if there is none, or if the system does not give it, because its keyring
     * stayed locked. The caller wipes the array.
     */
    public synchronized Optional<char[]> read(String name) {
        requireName(name, "key");
        try {
            return Optional.ofNullable(keyring.getPassword(program, name)).map(String::toCharArray);
        } catch (PasswordAccessException | RuntimeException none) {
            return Optional.empty();
        }
    }

    /**
     * Returns the key with that name as a secret, which is read from the keyring at each use. A use throws {@link
     * AiException} CONFIGURATION {@code no-key} if the key is not there.
     */
    public Secret secret(String name) {
        requireName(name, "key");
        return Secret.from(() -> read(name)
                .orElseThrow(() -> new AiException(AiError.of(
                                AiError.Category.CONFIGURATION,
                                "no-key",
                                "The keyring has no key '" + name + "' of " + program
                                        + ", or is locked. Ask the user for the key, and store it.")
                        .withDetail("keyring", program))));
    }

    /**
     * Stores a key. It replaces an earlier one with that name. The array is not changed; the caller wipes it.
     *
     * @throws AiException CONFIGURATION {@code keyring} if the system refuses it, or the key is not there afterwards
     */
    public synchronized void store(String name, char[] key) {
        requireName(name, "key");
        try {
            keyring.setPassword(program, name, new String(key));
        } catch (PasswordAccessException | RuntimeException e) {
            throw failure("keyring", NOT_STORED, e);
        }
        if (read(name).filter(stored -> Arrays.equals(stored, key)).isEmpty()) { // one that stays locked says nothing
            throw new AiException(AiError.of(AiError.Category.CONFIGURATION, "keyring", NOT_STORED));
        }
    }

    /** Deletes a key; returns whether it was there. */
    public synchronized boolean delete(String name) {
        requireName(name, "key");
        try {
            keyring.deletePassword(program, name);
            return true;
        } catch (PasswordAccessException | RuntimeException none) {
            return false;
        }
    }

    /** Ends the connection to the keyring; the keys stay. Idempotent. */
    @Override
    public synchronized void close() {
        try {
            keyring.close();
        } catch (Exception gone) {
            // the connection is no longer used
        }
    }
}
