package dev.plumbline.plugins;

/** Why a plugin is left out, in words that people may read: none of them is the plugin's. */
final class PluginRejectedException extends RuntimeException {
    PluginRejectedException(String message) {
        super(message);
    }

    PluginRejectedException(String message, Throwable cause) {
        super(message, cause);
    }
}
