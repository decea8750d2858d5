package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The most that model calls may cost, in one currency: for each turn, session, day and user. None of them by default.
 * Immutable.
 *
 * @param currency ISO 4217 code of all limits
 * @param turn the limit of each turn
 * @param session the limit of each session; side turns are sessions of their own
 * @param day the limit of each day in UTC, of all who share the store
 * @param user the limit of each user and day in UTC
 * @param userOf returns the name of the user of a call, which becomes a part of a key of the store
 */
public record SpendingLimits(
        String currency,
        Optional<BigDecimal> turn,
        Optional<BigDecimal> session,
        Optional<BigDecimal> day,
        Optional<BigDecimal> user,
        Function<AiCall, String> userOf) {

    public SpendingLimits {
        Objects.requireNonNull(turn, "turn");
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(day, "day");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(userOf, "userOf");
        if (currency.length() != 3) {
            throw new IllegalArgumentException("a currency is a code of three letters, e.g. USD");
        }
    }

    /** Returns no limits, in that currency: add them with the methods below. */
    public static SpendingLimits of(String currency) {
        Optional<BigDecimal> none = Optional.empty();
        return new SpendingLimits(currency, none, none, none, none, call -> "");
    }

    /**
     * Returns a copy with that limit for each turn.
     *
     * @param amount a decimal above 0, e.g. {@code 0.50}
     * @throws IllegalArgumentException for another amount
     */
    public SpendingLimits withTurn(String amount) {
        return new SpendingLimits(currency, amount(amount), session, day, user, userOf);
    }

    /** Returns a copy with that limit for each session; as {@link #withTurn}. */
    public SpendingLimits withSession(String amount) {
        return new SpendingLimits(currency, turn, amount(amount), day, user, userOf);
    }

    /** Returns a copy with that limit for each day in UTC; as {@link #withTurn}. */
    public SpendingLimits withDay(String amount) {
        return new SpendingLimits(currency, turn, session, amount(amount), user, userOf);
    }

    /** Returns a copy with that limit for each user and day in UTC; as {@link #withTurn}. */
    public SpendingLimits withUser(String amount, Function<AiCall, String> name) {
        return new SpendingLimits(currency, turn, session, day, amount(amount), name);
    }

    private static Optional<BigDecimal> amount(String text) {
        try {
            BigDecimal amount = new BigDecimal(text);
            if (amount.signum() > 0 && amount.precision() - amount.scale() <= 9) {
                return Optional.of(amount);
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw new IllegalArgumentException(
                "a spending limit is a decimal above 0 and below a thousand million, e.g. 0.50; got \"" + text + "\"");
    }
}
