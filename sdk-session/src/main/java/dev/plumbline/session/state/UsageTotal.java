package dev.plumbline.session.state;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * The usage and cost of several calls. The cost is unknown from the first answer on whose cost is unknown or in another
 * currency. Immutable.
 *
 * @param usage the sum of the usage
 * @param cost the sum of the costs; null if there are none, or one of them is unknown
 * @param priced whether every cost is known
 */
public record UsageTotal(Usage usage, @Nullable Cost cost, boolean priced) {
    /** Keeps no cost that is known in part only. */
    public UsageTotal {
        cost = priced ? cost : null;
    }

    /** The usage and cost of no call. */
    public static final UsageTotal NONE = new UsageTotal(Usage.NONE, null, true);

    /** What a record has instead of a cost that is unknown, though no tokens were reported. */
    private static final String UNKNOWN = "unknown";

    /** Returns the usage and cost of a call or a turn. */
    public static UsageTotal of(AiReturn ret) {
        Cost cost = ret.cost().orElse(null);
        return new UsageTotal(ret.usage(), cost, !isUnknown(ret, cost));
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

    /** Returns the sum of both. */
    public UsageTotal plus(UsageTotal more) {
        Cost one = cost;
        Cost other = more.cost;
        boolean comparable = one == null || other == null || one.currency().equals(other.currency());
        Cost sum = one == null || other == null ? (one == null ? other : one) : comparable ? one.plus(other) : one;
        return new UsageTotal(usage.plus(more.usage), sum, priced && more.priced && comparable);
    }

    /** Returns a record with the usage and cost of a call or a turn, as {@link #read} reads them. */
    Json write(Json record) {
        Json all = record.with("usage", usage.toJson());
        Cost known = cost;
        if (known != null) {
            return all.with("cost", Json.object().with("amount", known.amount()).with("currency", known.currency()));
        }
        return priced ? all : all.with("cost", UNKNOWN);
    }

    /** Returns the usage and cost of a record; the cost of tokens is unknown in a record without it. */
    static UsageTotal read(Json record) {
        Usage used = Usage.from(record.get("usage"));
        Json given = record.get("cost");
        Json amount = given.get("amount");
        boolean unknown = !amount.exists() && (given.exists() || used.calls() > 0);
        Cost cost = amount.exists()
                ? new Cost(amount.asDecimal(), given.get("currency").asText())
                : null;
        return new UsageTotal(used, cost, !unknown);
    }
}
