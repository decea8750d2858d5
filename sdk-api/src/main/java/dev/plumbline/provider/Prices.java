package dev.plumbline.provider;

import dev.plumbline.call.TypedKey;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Objects;
import java.util.Optional;

/**
 * The prices of a model from a day on. Each is a decimal for a million tokens; an empty text is a price that is not
 * known, and a cost that needs it is absent.
 *
 * @param from the first day on which they are valid, in UTC
 * @param input the price of tokens sent that were not read from the prompt cache
 * @param cachedInput the price of tokens sent that the provider read from its prompt cache
 * @param output the price of tokens received
 * @param reasoning the price of tokens received that were reasoning; that of {@code output} if empty
 * @param batch the share of these prices that a batch costs, e.g. {@code 0.5}
 * @param currency ISO 4217 code
 * @param source the page that states them, and the day on which it was read
 */
public record Prices(
        LocalDate from,
        String input,
        String cachedInput,
        String output,
        String reasoning,
        String batch,
        String currency,
        String source) {
    /** The attribute of a call with the rate at which its provider bills it; STANDARD without it. */
    public static final TypedKey<Rate> RATE = TypedKey.of("plumbline.rate", Rate.class);

    public Prices {
        Objects.requireNonNull(from, "from");
        price(input);
        price(cachedInput.isEmpty() ? "0" : cachedInput);
        price(output);
        price(reasoning.isEmpty() ? "0" : reasoning);
        price(batch.isEmpty() ? "0" : batch);
        if (currency.length() != 3) {
            throw new IllegalArgumentException("a currency is a code of three letters, e.g. USD");
        }
        if (source.isBlank()) {
            throw new IllegalArgumentException("a price has a source, e.g. an address and the day");
        }
    }

    private static BigDecimal price(String text) {
        try {
            BigDecimal price = new BigDecimal(text);
            if (price.signum() >= 0) {
                return price;
            }
        } catch (NumberFormatException e) {
            // refused below, without the text
        }
        throw new IllegalArgumentException("a price is a decimal of a million tokens, not negative, e.g. 0.25");
    }

    /** Returns the cost of a usage; empty if a required price is not known: never an estimate, never a part. */
    Optional<Cost> cost(Usage usage, Rate rate) {
        long cached = Math.min(usage.input(), usage.cachedInput());
        if ((cached > 0 && cachedInput.isEmpty()) || (rate == Rate.BATCH && batch.isEmpty())) {
            return Optional.empty();
        }
        long thought = reasoning.isEmpty() ? 0 : Math.min(usage.output(), usage.reasoning());
        BigDecimal millionfold = times(input, usage.input() - cached)
                .add(times(cachedInput, cached))
                .add(times(output, usage.output() - thought))
                .add(times(reasoning, thought));
        BigDecimal share = rate == Rate.BATCH ? price(batch) : BigDecimal.ONE;
        return Optional.of(new Cost(millionfold.multiply(share).movePointLeft(6).stripTrailingZeros(), currency));
    }

    private static BigDecimal times(String price, long tokens) {
        return tokens == 0 ? BigDecimal.ZERO : price(price).multiply(BigDecimal.valueOf(tokens));
    }

    /** The rate at which a provider bills a call. */
    public enum Rate {
        /** An answer at once. */
        STANDARD,
        /** An answer within a day, as part of a batch. */
        BATCH
    }
}
