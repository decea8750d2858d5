package dev.plumbline.assistant;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.keyring.SystemKeyring;
import dev.plumbline.provider.Secret;
import dev.plumbline.provider.SecretStore;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys of services: those that were typed, for this session; those in the keyring of the system; those in the environment.
 * Never in a file. Thread-safe; waits for the keyring, so it is called beside the UI thread.
 */
final class Keys implements AutoCloseable {
    private final Supplier<Vault> opener;
    private final SecretStore environment;
    private final Map<String, char[]> typed = new ConcurrentHashMap<>();
    private @Nullable Vault vault;

    /**
     * @param opener opens the keyring; throws AiException if there is none
     */
    Keys(Supplier<Vault> opener, SecretStore environment) {
        this.opener = opener;
        this.environment = environment;
    }

    static Keys ofSystem(String program) {
        return new Keys(() -> SystemVault.open(program), SecretStore.environment());
    }

    /** Returns keys of which some are others, for a test of what is entered; the arrays are the copy's own. */
    Keys with(Map<String, char[]> keys) {
        Keys other = new Keys(() -> vault().orElseThrow(Keys::none), environment);
        other.typed.putAll(typed);
        other.typed.putAll(keys);
        return other;
    }

    private static AiException none() {
        return new AiException(AiError.of(AiError.Category.CONFIGURATION, "no-keyring", "there is no keyring"));
    }

    /** Wipes a key that was found, and returns true. */
    static boolean wiped(char[] key) {
        Arrays.fill(key, ' ');
        return true;
    }

    /** Returns the key for a model, as an array of the caller's own. */
    Optional<char[]> find(ModelChoice choice) {
        char[] now = typed.get(choice.service().name());
        if (now != null) {
            return Optional.of(now.clone());
        }
        return vault().flatMap(open -> open.read(choice.service().name())).or(() -> fromEnvironment(choice));
    }

    private Optional<char[]> fromEnvironment(ModelChoice choice) {
        return choice.keyVariable().isEmpty() ? Optional.empty() : environment.find(choice.keyVariable());
    }

    /** Returns the key for a model, read at each use. */
    Secret secret(ModelChoice choice) {
        return Secret.from(() -> find(choice).orElse(null));
    }

    /** Returns where the key for a model is; {@link Place#NONE} if there is none. */
    Place place(ModelChoice choice) {
        if (typed.containsKey(choice.service().name())) {
            return Place.SESSION;
        }
        if (vault().flatMap(open -> open.read(choice.service().name()))
                .map(Keys::wiped)
                .orElse(false)) {
            return Place.KEYRING;
        }
        return fromEnvironment(choice).map(Keys::wiped).orElse(false) ? Place.ENVIRONMENT : Place.NONE;
    }

    /** Keeps a key: in the keyring, or for this session if there is none or it stays locked. The caller wipes it. */
    Place store(Service service, char[] key) {
        return store(service.name(), key);
    }

    /** Keeps a secret of another kind; as {@link #store(Service, char[])}. */
    Place store(String name, char[] key) {
        Optional<Vault> open = vault();
        if (open.isPresent()) {
            try {
                open.get().store(name, key);
                forget(name);
                return Place.KEYRING;
            } catch (AiException locked) {
                // it is kept for this session below
            }
        }
        typed.put(name, key.clone());
        return Place.SESSION;
    }

    /** Removes a key from the session and the keyring. */
    void delete(Service service) {
        delete(service.name());
    }

    void delete(String name) {
        forget(name);
        vault().ifPresent(open -> open.delete(name));
    }

    /** Returns a secret of another kind, as an array of the caller's own. */
    Optional<char[]> find(String name) {
        char[] now = typed.get(name);
        return now != null ? Optional.of(now.clone()) : vault().flatMap(open -> open.read(name));
    }

    private void forget(String name) {
        char[] before = typed.remove(name);
        if (before != null) {
            Arrays.fill(before, ' ');
        }
    }

    /** Returns the keyring; empty if there is none, which is tried again at the next use. */
    private synchronized Optional<Vault> vault() {
        if (vault == null) {
            try {
                vault = opener.get();
            } catch (AiException | LinkageError none) { // the second where the module is not there
                return Optional.empty();
            }
        }
        return Optional.of(vault);
    }

    @Override
    public synchronized void close() {
        List.copyOf(typed.keySet()).forEach(this::forget);
        if (vault != null) {
            vault.close();
            vault = null;
        }
    }

    /** Where a key is. */
    enum Place {
        SESSION,
        KEYRING,
        ENVIRONMENT,
        NONE
    }

    /** A keyring. */
    interface Vault extends AutoCloseable {
        Optional<char[]> read(String name);

        /** Stores a key; throws AiException if it cannot. */
        void store(String name, char[] key);

        void delete(String name);

        @Override
        void close();
    }

    /** The keyring of the system, where the module {@code sdk-keyring} is. */
    private record SystemVault(SystemKeyring keyring) implements Vault {
        static Vault open(String program) {
            try {
                return new SystemVault(SystemKeyring.open(program));
            } catch (LinkageError missing) {
                throw none(); // the module is not there
            }
        }

        @Override
        public Optional<char[]> read(String name) {
            return keyring.read(name);
        }

        @Override
        public void store(String name, char[] key) {
            keyring.store(name, key);
        }

        @Override
        public void delete(String name) {
            keyring.delete(name);
        }

        @Override
        public void close() {
            keyring.close();
        }
    }
}
