package dev.plumbline.metrics;

import dev.plumbline.event.CallRecord;
import dev.plumbline.event.Usage;
import dev.plumbline.internal.SaturatingMath;
import dev.plumbline.metrics.AiMetrics.CacheMetrics;
import dev.plumbline.metrics.AiMetrics.ValidationMetrics;

/** Accumulates the metrics of caches and validators. Not thread-safe. */
final class CheckMetricsAccumulator {
    private int hits;
    private int misses;
    private long savedTokens;
    private int runs;
    private int errors;
    private int warnings;
    private int infos;

    void add(CallRecord call) {
        for (CallRecord.CacheLookup lookup : call.lookups()) {
            hits += lookup.hit() ? 1 : 0;
            misses += lookup.hit() ? 0 : 1;
            savedTokens = SaturatingMath.plus(savedTokens, lookup.savedTokens().orElse(0));
        }
        call.checks().forEach(this::add);
    }

    void add(CallRecord.Check check) {
        runs++;
        errors += check.errors();
        warnings += check.warnings();
        infos += check.infos();
    }

    void add(CheckMetricsAccumulator other) {
        hits += other.hits;
        misses += other.misses;
        savedTokens = SaturatingMath.plus(savedTokens, other.savedTokens);
        runs += other.runs;
        errors += other.errors;
        warnings += other.warnings;
        infos += other.infos;
    }

    CacheMetrics cache(Usage usage) {
        return new CacheMetrics(hits, misses, usage.cachedInput(), savedTokens);
    }

    ValidationMetrics validation() {
        return new ValidationMetrics(runs, errors, warnings, infos);
    }
}
