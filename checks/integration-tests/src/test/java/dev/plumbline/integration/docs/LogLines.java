package dev.plumbline.integration.docs;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines that the library logs, without stack frames. */
final class LogLines extends Handler implements AutoCloseable {
    private static final List<Logger> LOGGERS =
            List.of(Logger.getLogger("dev.plumbline.session"), Logger.getLogger("dev.plumbline.failures"));

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    static LogLines listening() {
        LogLines lines = new LogLines();
        for (Logger logger : LOGGERS) {
            logger.addHandler(lines);
            logger.setUseParentHandlers(false);
        }
        return lines;
    }

    /** Waits for the next line and returns it without ids. */
    String next() {
        try {
            String line = lines.poll(60, TimeUnit.SECONDS);
            return line == null
                    ? "nothing was logged"
                    : line.replaceAll(" on thread \\S+", " on thread plumbline-turn-1")
                            .replaceAll("\\(session [^,)]+\\)", "(session 6f1c)")
                            .replaceAll("session \\S+, turn \\S+, round (\\d+)", "session 6f1c, turn 6f1d, round $1");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        for (Logger logger : LOGGERS) {
            logger.removeHandler(this);
            logger.setUseParentHandlers(true);
        }
    }
}
