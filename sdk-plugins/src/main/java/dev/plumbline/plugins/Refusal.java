package dev.plumbline.plugins;

/** Why a plugin is left out, in words that people may read: none of them is the plugin's. */
final class Refusal extends RuntimeException {
    Refusal(String message) {
        super(message);
    }

    Refusal(String message, Throwable cause) {
        super(message, cause);
    }
}
