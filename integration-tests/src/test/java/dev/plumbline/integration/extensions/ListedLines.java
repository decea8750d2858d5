package dev.plumbline.integration.extensions;

import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** A log that is a list. */
record ListedLines(List<String> lines) implements System.Logger {
    @Override
    public String getName() {
        return "lines";
    }

    @Override
    public boolean isLoggable(Level level) {
        return true;
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
        lines.add(level + " " + message);
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String format, Object... values) {
        lines.add(level + " " + format);
    }
}
