package dev.plumbline.runtime;

import dev.plumbline.plugin.Contributions;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * The settings of a runtime that concern the order and the rate of model calls; a superclass of its builder.
 *
 * @param <B> the type that its methods return
 */
abstract class PolicySettings<B extends Contributions> extends ContributionCollector<B> {
    final RuntimeParameters given;

    PolicySettings(RuntimeParameters given) {
        super(given.own, "");
        this.given = given;
    }

    /**
     * Limits the calls to each provider in a period, attempts included. Further calls wait, which telemetry reports.
     * Cached answers do not count. No limit by default.
     *
     * @throws IllegalArgumentException if {@code calls} or {@code per} is not positive
     */
    public B rateLimit(int calls, Duration per) {
        if (calls < 1 || per.isNegative() || per.isZero()) {
            throw new IllegalArgumentException(
                    "a rate limit needs at least 1 call and a positive period, as in rateLimit(60, Duration.ofMinutes(1)); got "
                            + calls + " and " + per);
        }
        given.rate = new RuntimeParameters.Rate(calls, per);
        return self();
    }

    /**
     * Changes the recommended order of policies, after earlier changes: adds, moves, replaces or switches off policies
     * of the runtime, of extensions and, with {@link PolicyOrder#whenPresent}, of plugins and sessions. {@code
     * describe()} names the host as the author. Checked when the runtime is built.
     */
    public B policyOrder(UnaryOperator<PolicyOrder> change) {
        return policyOrder(PolicyOrder.HOST, change);
    }

    /**
     * Changes the recommended order of policies as {@link #policyOrder(UnaryOperator)}, under the name of an author,
     * for hosts of which several parts change it.
     *
     * @param by who changes it, for {@code describe()}; not blank
     * @throws IllegalArgumentException if the name is blank
     */
    public B policyOrder(String by, UnaryOperator<PolicyOrder> change) {
        if (by.isBlank()) {
            throw new IllegalArgumentException(
                    "a change of the order of policies needs the name of its author, as in policyOrder(\"acme\", …)");
        }
        given.orderChanges.add(new RuntimeParameters.OrderChange(by, change));
        return self();
    }
}
