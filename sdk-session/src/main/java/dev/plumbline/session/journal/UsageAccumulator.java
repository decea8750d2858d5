package dev.plumbline.session.journal;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the usage and cost of several calls. The cost becomes unknown with the first answer whose cost is unknown or in
 * another currency. One thread at a time adds; any thread may read.
 */
public final class UsageAccumulator {
    /** What a record has in place of a cost that is unknown, though no tokens were reported. */
    private static final String UNKNOWN = "unknown";

    private volatile Usage usage = Usage.NONE;
    private volatile @Nullable Cost cost;
    private volatile boolean priced = true;

    /** Adds the usage and cost of a call or a turn. */
    public void add(AiReturn ret) {
        Cost more = ret.cost().orElse(null);
        add(ret.usage(), more, isUnknown(ret, more));
    }

    /** Adds what was added to another one. */
    void add(UsageAccumulator other) {
        add(other.usage, other.cost, !other.priced);
    }

    private void add(Usage used, @Nullable Cost more, boolean unknown) {
        usage = usage.plus(used);
        Cost sum = cost;
        if (unknown || (more != null && sum != null && !sum.currency().equals(more.currency()))) {
            priced = false;
        } else if (more != null) {
            cost = sum == null ? more : sum.plus(more);
        }
    }

    /**
     * Returns whether a service bills tokens that it did not report, or whose price is unknown. It bills an answer that
     * was stopped.
     */
    private static boolean isUnknown(AiReturn ret, @Nullable Cost cost) {
        return cost == null
                && (ret.usage().calls() > 0
                        || (!ret.isOk() && !ret.interactions().isEmpty()));
    }

    /** Returns the record with the usage and cost of a call or a turn, as {@link #read} reads them. */
    static Json write(Json record, AiReturn ret) {
        Usage used = ret.usage();
        List<Number> numbers = List.of(used.input(), used.output(), used.cachedInput(), used.reasoning(), used.calls());
        Json all = record.with("usage", numbers);
        Cost known = ret.cost().orElse(null);
        if (known != null) {
            return all.with("cost", Json.object().with("amount", known.amount()).with("currency", known.currency()));
        }
        return isUnknown(ret, null) ? all.with("cost", UNKNOWN) : all;
    }

    /** Returns the usage and cost of a record; the cost of tokens is unknown in a record without it. */
    static UsageAccumulator read(Json record) {
        List<Json> numbers = record.get("usage").elements();
        Usage used = new Usage(
                numbers.get(0).asLong(),
                numbers.get(1).asLong(),
                numbers.get(2).asLong(),
                numbers.get(3).asLong(),
                numbers.get(4).asInt());
        Json given = record.get("cost");
        Json amount = given.get("amount");
        UsageAccumulator read = new UsageAccumulator();
        read.add(
                used,
                amount.exists()
                        ? new Cost(amount.asDecimal(), given.get("currency").asText())
                        : null,
                !amount.exists() && (given.exists() || used.calls() > 0));
        return read;
    }

    /** Returns the usage. */
    public Usage usage() {
        return usage;
    }

    /** Returns the cost; null if it is unknown. */
    public @Nullable Cost cost() {
        return priced ? cost : null;
    }
}
