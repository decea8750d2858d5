package dev.plumbline.event;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Objects;

/**
 * An amount of money.
 *
 * @param amount the amount, in units of the currency
 * @param currency its ISO 4217 code, three letters
 */
public record Cost(BigDecimal amount, String currency) {
    /** More than all money there is; sums of larger powers of ten could not be computed. */
    private static final BigDecimal MOST = BigDecimal.TEN.pow(30);

    private static final int MOST_DECIMALS = 30;

    /** Creates an amount; more than 10^30 is 10^30, and decimals behind the thirtieth are rounded. */
    public Cost {
        amount = bounded(Objects.requireNonNull(amount, "amount"));
        Objects.requireNonNull(currency, "currency");
        if (currency.length() != 3) {
            throw new IllegalArgumentException("a currency is a code of three letters, e.g. USD");
        }
    }

    private static BigDecimal bounded(BigDecimal amount) {
        if ((long) amount.scale() - amount.precision() > MOST_DECIMALS) {
            return BigDecimal.ZERO;
        }
        BigDecimal inside = amount.max(MOST.negate()).min(MOST);
        return inside.scale() > MOST_DECIMALS ? inside.setScale(MOST_DECIMALS, RoundingMode.HALF_UP) : inside;
    }

    /**
     * Returns the sum of both.
     *
     * @throws IllegalArgumentException for another currency
     */
    public Cost plus(Cost other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("costs of " + currency + " and " + other.currency + " have no sum");
        }
        return new Cost(amount.add(other.amount), currency);
    }

    @Override
    public String toString() {
        return amount.toPlainString() + " " + currency;
    }
}
