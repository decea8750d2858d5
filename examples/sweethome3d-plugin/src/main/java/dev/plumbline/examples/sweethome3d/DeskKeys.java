package dev.plumbline.examples.sweethome3d;

import dev.plumbline.provider.SecretStore;
import java.util.Arrays;
import java.util.Optional;

/** The key the user typed in, kept in memory until the desk is closed; and behind it the environment. */
final class DeskKeys {
    private char[] typed = {};

    /** Asked by the threads of a turn. */
    SecretStore store() {
        SecretStore typedIn = name -> typed();
        return typedIn.or(SecretStore.environment());
    }

    private synchronized Optional<char[]> typed() {
        return typed.length == 0 ? Optional.empty() : Optional.of(typed.clone());
    }

    synchronized void take(char[] key) {
        forget();
        typed = key.clone();
    }

    synchronized void forget() {
        Arrays.fill(typed, ' ');
        typed = new char[0];
    }
}
