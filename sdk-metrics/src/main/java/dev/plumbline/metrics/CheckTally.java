package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.Usage;

/** What is counted of caches and checks. Not thread-safe. */
final class CheckTally {
    private int hits;
    private int misses;
    private int runs;
    private int errors;
    private int warnings;

    void add(AiEvent event) {
        if (event instanceof AiEvent.CacheChecked cache) {
            hits += cache.hit() ? 1 : 0;
            misses += cache.hit() ? 0 : 1;
        } else if (event instanceof AiEvent.Validated found) {
            runs++;
            errors += found.errors();
            warnings += found.warnings();
        }
    }

    void add(CheckTally other) {
        hits += other.hits;
        misses += other.misses;
        runs += other.runs;
        errors += other.errors;
        warnings += other.warnings;
    }

    CacheMetrics cache(Usage usage) {
        return new CacheMetrics(hits, misses, usage.cachedInput());
    }

    ValidationMetrics validation() {
        return new ValidationMetrics(runs, errors, warnings);
    }
}
