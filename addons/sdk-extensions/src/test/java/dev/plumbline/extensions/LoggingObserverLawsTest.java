package dev.plumbline.extensions;

import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.testkit.laws.TelemetryLaws;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** The log keeps the laws of telemetry. */
class LoggingObserverLawsTest implements TelemetryLaws {

    /** A log that nobody reads. */
    private enum Unread implements System.Logger {
        UNREAD;

        @Override
        public String getName() {
            return "unread";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable e) {}

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... values) {}
    }

    @Override
    public TelemetryObserver observer() {
        return new LoggingObserver(Unread.UNREAD);
    }
}
