package dev.plumbline.examples.floorplan;

import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Telemetry of the demo: remarks on retries and cache hits as they happen, and the numbers for the end. */
final class DemoStatistics implements TelemetryObserver {
    private final ConsoleOutput page;
    private int rounds;
    private int retries;
    private int hits;
    private int misses;
    private Optional<Duration> firstContent = Optional.empty();

    DemoStatistics(ConsoleOutput page) {
        this.page = page;
    }

    @Override
    public synchronized void onEvent(TelemetryEvent event) {
        if (event instanceof TelemetryEvent.CallStarted) {
            rounds++;
        } else if (event instanceof TelemetryEvent.AttemptFailed failed) {
            retries++;
            page.line("  attempt " + failed.attempt() + " failed: " + failed.error());
        } else if (event instanceof TelemetryEvent.WaitStarted waiting) {
            page.line("  waiting " + seconds(Duration.between(waiting.at(), waiting.until())) + " (" + waiting.why()
                    + "), then again");
        } else if (event instanceof TelemetryEvent.CallFinished finished) {
            finished.call().lookups().forEach(lookup -> checked(lookup.hit()));
        } else if (event instanceof TelemetryEvent.FirstContentReceived first && firstContent.isEmpty()) {
            firstContent = Optional.of(first.after());
        }
    }

    private void checked(boolean hit) {
        if (hit) {
            hits++;
            page.line("  answered from the cache, without the model");
        } else {
            misses++;
        }
    }

    synchronized int rounds() {
        return rounds;
    }

    synchronized int retries() {
        return retries;
    }

    synchronized String cache() {
        return hits + " hit, " + misses + " missed";
    }

    synchronized String firstContent() {
        return firstContent.map(DemoStatistics::seconds).orElse("never");
    }

    static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.2f s", time.toNanos() / 1e9);
    }
}
