package dev.plumbline.plugins;

/** Thrown if a plugin is left out. Its message has no text of the plugin, so that it can be shown. */
final class PluginRejectedException extends RuntimeException {
    PluginRejectedException(String message) {
        super(message);
    }

    PluginRejectedException(String message, Throwable cause) {
        super(message, cause);
    }
}
