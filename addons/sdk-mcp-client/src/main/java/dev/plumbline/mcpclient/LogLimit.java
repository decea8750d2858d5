package dev.plumbline.mcpclient;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Passes on lines of a log, a limited number of them, and survives a receiver that throws. Thread-safe. */
final class LogLimit implements Consumer<String> {
    private static final int MOST = 10_000;
    private static final int LONGEST = 2_000;

    private final Consumer<String> receiver;
    private final AtomicInteger lines = new AtomicInteger();

    private LogLimit(Consumer<String> receiver) {
        this.receiver = receiver;
    }

    static Consumer<String> around(Consumer<String> receiver) {
        return new LogLimit(receiver);
    }

    @Override
    public void accept(String line) {
        if (lines.incrementAndGet() > MOST) {
            lines.decrementAndGet();
            return;
        }
        try {
            receiver.accept(line.substring(0, Math.min(line.length(), LONGEST)));
        } catch (RuntimeException | Error broken) {
            lines.set(MOST); // a log that throws gets nothing more
        }
    }
}
