package dev.plumbline.metrics;

import dev.plumbline.event.CallRecord;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.metrics.AiMetrics.CallMetrics;
import java.time.Duration;
import java.util.Optional;

/** Accumulates the metrics of model calls. Not thread-safe. */
final class CallMetricsAccumulator {
    private int finished;
    private int failed;
    private int attempts;
    private long sent;
    private long received;
    private int retries;
    private Duration inModel = Duration.ZERO;
    private Duration waited = Duration.ZERO;
    private Usage usage = Usage.NONE;
    private Optional<Cost> cost = Optional.empty();
    private boolean mixed;

    void add(CallRecord call) {
        finished++;
        failed += call.error().isPresent() ? 1 : 0;
        attempts += call.attempts().size();
        sent += call.traffic().sent();
        received += call.traffic().received();
        retries += call.retried().size();
        inModel = inModel.plus(call.took());
        for (CallRecord.Wait wait : call.waits()) {
            waited = waited.plus(wait.took());
        }
        usage = usage.plus(call.usage());
        call.cost().ifPresent(this::pay);
    }

    void add(CallMetricsAccumulator other) {
        finished += other.finished;
        failed += other.failed;
        attempts += other.attempts;
        sent += other.sent;
        received += other.received;
        retries += other.retries;
        inModel = inModel.plus(other.inModel);
        waited = waited.plus(other.waited);
        usage = usage.plus(other.usage);
        other.cost.ifPresent(this::pay);
        mixed |= other.mixed;
    }

    private void pay(Cost more) {
        mixed |= cost.filter(so -> !so.currency().equals(more.currency())).isPresent();
        cost = mixed ? cost : Optional.of(cost.map(more::plus).orElse(more));
    }

    Usage usage() {
        return usage;
    }

    CallMetrics metrics() {
        Optional<Cost> price = mixed ? Optional.empty() : cost;
        return new CallMetrics(finished, failed, attempts, sent, received, retries, inModel, waited, usage, price);
    }
}
