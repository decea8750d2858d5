package dev.plumbline.provider;

import java.util.Optional;

/**
 * Where a host keeps its keys, by name: the environment, the key store of the system, a question to the user. Asked at
 * each use and never remembered, so a key that was changed counts at once. Safe for any number of threads if what it asks
 * is.
 */
@FunctionalInterface
public interface SecretStore {

    /** The variables of the environment; one that is empty is missing. */
    static SecretStore environment() {
        return name -> Optional.ofNullable(System.getenv(name))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .map(String::toCharArray);
    }

    /** The key of that name, as an array of the caller's own, which it wipes; empty when there is none. */
    Optional<char[]> find(String name);

    /** This one and then another, for names that this one does not have. */
    default SecretStore or(SecretStore next) {
        return name -> find(name).or(() -> next.find(name));
    }

    /**
     * The key of that name as providers take it. It need not be there yet: a call without it fails with CONFIGURATION and
     * the code {@code key}, and the next one asks again.
     */
    default Secret secret(String name) {
        return Secret.from(() -> find(name).orElseGet(() -> new char[0]));
    }
}
