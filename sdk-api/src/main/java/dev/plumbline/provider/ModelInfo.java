package dev.plumbline.provider;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.TypedKey;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A row of the model catalogue. A capability that is neither in {@code capabilities} nor in {@code lacks} is unknown,
 * and nothing is concluded from it.
 *
 * @param id provider and name
 * @param capabilities the capabilities that it has
 * @param lacks the capabilities that it does not have
 * @param contextTokens the maximum input in tokens; 0 if not known
 * @param maxOutputTokens the maximum answer in tokens; 0 if not known
 * @param aliases other names of the same provider for it
 * @param rank the preference among models with the same capabilities: the highest is called first; 0 by default
 * @param deprecated whether its provider retires it: never selected, only used if named
 * @param prices the prices of its tokens, each from a day on; empty if not known; unmodifiable
 * @param source the source of the row and its date
 * @param shutdown the day on which its provider shuts it down, if it was announced
 */
public record ModelInfo(
        ModelId id,
        Set<Capability> capabilities,
        Set<Capability> lacks,
        int contextTokens,
        int maxOutputTokens,
        Set<String> aliases,
        int rank,
        boolean deprecated,
        List<Prices> prices,
        String source,
        Optional<LocalDate> shutdown) {

    public ModelInfo {
        capabilities = frozen(capabilities);
        lacks = frozen(lacks);
        aliases = Set.copyOf(aliases);
        prices = List.copyOf(prices);
        if (contextTokens < 0 || maxOutputTokens < 0) {
            throw new IllegalArgumentException("a model's limits are not negative; 0 means not known");
        }
        if (!Collections.disjoint(capabilities, lacks)) {
            throw new IllegalArgumentException("a model cannot both have a capability and lack it");
        }
    }

    private static Set<Capability> frozen(Set<Capability> some) {
        if (some.isEmpty()) {
            return Set.of();
        }
        EnumSet<Capability> ordered = EnumSet.noneOf(Capability.class);
        ordered.addAll(some);
        return Collections.unmodifiableSet(ordered);
    }

    /** Returns a model of which only the name is known. */
    public static ModelInfo unknown(ModelId id) {
        return new ModelInfo(id, Set.of(), Set.of(), 0, 0, Set.of(), 0, false, List.of(), "", Optional.empty());
    }

    /** Returns a copy under another id: the same model at another address. */
    public ModelInfo withId(ModelId other) {
        return new ModelInfo(
                other,
                capabilities,
                lacks,
                contextTokens,
                maxOutputTokens,
                aliases,
                rank,
                deprecated,
                prices,
                source,
                shutdown);
    }

    /** Returns whether it certainly has all these capabilities. */
    public boolean can(Set<Capability> needed) {
        return capabilities.containsAll(needed);
    }

    /** Returns the capabilities among these that the model does not have. */
    public Set<Capability> missing(Set<Capability> needed) {
        if (lacks.isEmpty()) {
            return Set.of();
        }
        EnumSet<Capability> missing = EnumSet.copyOf(lacks);
        missing.retainAll(needed);
        return Collections.unmodifiableSet(missing);
    }

    /** Returns the capabilities among these that are unknown. */
    public Set<Capability> unsure(Set<Capability> needed) {
        if (needed.isEmpty()) {
            return Set.of();
        }
        EnumSet<Capability> unsure = EnumSet.copyOf(needed);
        unsure.removeAll(capabilities);
        unsure.removeAll(lacks);
        return Collections.unmodifiableSet(unsure);
    }

    /**
     * Returns the cost of a usage by the prices of that day; empty if a required price is not known: never an estimate,
     * never a part.
     */
    public Optional<Cost> cost(Usage usage, LocalDate day, Prices.Rate rate) {
        return prices.stream()
                .filter(each -> !each.from().isAfter(day))
                .max(Comparator.comparing(Prices::from))
                .flatMap(each -> each.cost(usage, rate));
    }

    /** A capability of a model that decides whether it can answer a call. */
    public enum Capability {
        /** Requests tools. */
        TOOLS,
        /** Requests several tools in one answer. */
        PARALLEL_TOOLS,
        /** Follows a JSON schema that is sent with the call. */
        JSON_SCHEMA,
        /** Answers in increments. */
        STREAMING,
        /** Reasons before it answers. */
        REASONING,
        /** Reads images. */
        IMAGE_INPUT,
        /** Hears audio. */
        AUDIO_INPUT,
        /** Reads files, e.g. PDF. */
        FILE_INPUT,
        /** Reads the repeated beginning of a request from the provider's cache. */
        PROMPT_CACHE
    }

    /**
     * The prices of a model from a day on.
     *
     * @param from the first day on which they are valid, in UTC
     * @param tokens the prices of tokens
     * @param tiers the prices of tokens of calls with a longer input, each instead of {@code tokens}; empty by default;
     *     unmodifiable, the shortest first
     * @param batch the share of these prices that a batch costs, e.g. {@code 0.5}; empty if not known
     * @param currency ISO 4217 code
     * @param source the page that states them, and the day on which it was read
     */
    public record Prices(
            LocalDate from, Tokens tokens, List<Tier> tiers, String batch, String currency, String source) {
        /** The attribute of a call with the rate at which its provider bills it; STANDARD without it. */
        public static final TypedKey<Rate> RATE = TypedKey.of("plumbline.rate", Rate.class);

        public Prices {
            Objects.requireNonNull(from, "from");
            Objects.requireNonNull(tokens, "tokens");
            tiers = tiers.stream().sorted(Comparator.comparing(Tier::above)).toList();
            if (tiers.stream().map(Tier::above).distinct().count() < tiers.size()) {
                throw new IllegalArgumentException("two tiers of prices begin above the same number of tokens");
            }
            orUnknown(batch);
            if (currency.length() != 3) {
                throw new IllegalArgumentException("a currency is a code of three letters, e.g. USD");
            }
            if (source.isBlank()) {
                throw new IllegalArgumentException("a price has a source, e.g. an address and the day");
            }
        }

        private static void orUnknown(String price) {
            price(price.isEmpty() ? "0" : price);
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

        /**
         * Returns the cost of a usage; empty if a required price is not known: never an estimate, never a part. The length
         * of an input is that of one call; several calls in one usage count with their average length.
         */
        Optional<Cost> cost(Usage usage, Rate rate) {
            if (rate == Rate.BATCH && batch.isEmpty()) {
                return Optional.empty();
            }
            BigDecimal share = rate == Rate.BATCH ? price(batch) : BigDecimal.ONE;
            return of(usage)
                    .millionfold(usage)
                    .map(sum -> new Cost(sum.multiply(share).movePointLeft(6).stripTrailingZeros(), currency));
        }

        /** Returns the prices of the tokens of a usage, by the length of its input. */
        private Tokens of(Usage usage) {
            Tokens found = tokens;
            for (Tier tier : tiers) {
                if (isLonger(usage, tier.above)) {
                    found = tier.tokens;
                }
            }
            return found;
        }

        private static boolean isLonger(Usage usage, long tokens) {
            long calls = Math.max(1, usage.calls());
            return usage.input() / calls > tokens || (usage.input() / calls == tokens && usage.input() % calls > 0);
        }

        /**
         * The prices of tokens: each a decimal for a million of them; an empty text is a price that is not known, and a cost
         * that needs it is absent.
         *
         * @param input the price of tokens sent that were neither read from the prompt cache nor written to it
         * @param cachedInput the price of tokens sent that the provider read from its prompt cache
         * @param cacheWrites the price of tokens sent that the provider wrote to its prompt cache for the usual life time
         * @param longCacheWrites the price of those that it wrote for a longer life time
         * @param output the price of tokens received
         * @param reasoning the price of tokens received that were reasoning; that of {@code output} if empty
         */
        public record Tokens(
                String input,
                String cachedInput,
                String cacheWrites,
                String longCacheWrites,
                String output,
                String reasoning) {
            public Tokens {
                price(input);
                orUnknown(cachedInput);
                orUnknown(cacheWrites);
                orUnknown(longCacheWrites);
                price(output);
                orUnknown(reasoning);
            }

            /** Returns prices without those of a prompt cache, and with the same price for all output. */
            public static Tokens of(String input, String output) {
                return new Tokens(input, "", "", "", output, "");
            }

            /** Returns a copy with the price of tokens that the provider read from its prompt cache. */
            public Tokens withCachedInput(String price) {
                return new Tokens(input, price, cacheWrites, longCacheWrites, output, reasoning);
            }

            /** Returns a copy with the prices of tokens written to the prompt cache, for the usual life time and for longer. */
            public Tokens withCacheWrites(String usual, String longer) {
                return new Tokens(input, cachedInput, usual, longer, output, reasoning);
            }

            /** Returns a copy with the price of output that was reasoning. */
            public Tokens withReasoning(String price) {
                return new Tokens(input, cachedInput, cacheWrites, longCacheWrites, output, price);
            }

            /** Returns a million times the cost of a usage; empty if a required price is not known. */
            private Optional<BigDecimal> millionfold(Usage usage) {
                long read = Math.min(usage.input(), usage.cachedInput());
                long written = Math.min(usage.input() - read, usage.cacheWrites());
                long longer = Math.min(written, usage.longCacheWrites());
                long usual = written - longer;
                if (isUnknown(cachedInput, read)
                        || isUnknown(cacheWrites, usual)
                        || isUnknown(longCacheWrites, longer)) {
                    return Optional.empty();
                }
                long thought = reasoning.isEmpty() ? 0 : Math.min(usage.output(), usage.reasoning());
                return Optional.of(times(input, usage.input() - read - written)
                        .add(times(cachedInput, read))
                        .add(times(cacheWrites, usual))
                        .add(times(longCacheWrites, longer))
                        .add(times(output, usage.output() - thought))
                        .add(times(reasoning, thought)));
            }

            private static boolean isUnknown(String price, long tokens) {
                return tokens > 0 && price.isEmpty();
            }

            private static BigDecimal times(String price, long tokens) {
                return tokens == 0 ? BigDecimal.ZERO : price(price).multiply(BigDecimal.valueOf(tokens));
            }
        }

        /**
         * The prices of a whole call with a long input.
         *
         * @param above the number of tokens sent, read and written ones included, above which they are valid
         * @param tokens the prices of all tokens of the call
         */
        public record Tier(long above, Tokens tokens) {
            public Tier {
                Objects.requireNonNull(tokens, "tokens");
                if (above <= 0) {
                    throw new IllegalArgumentException("a tier of prices begins above a number of tokens, e.g. 100000");
                }
            }
        }

        /** The rate at which a provider bills a call. */
        public enum Rate {
            /** An answer at once. */
            STANDARD,
            /** An answer within a day, as part of a batch. */
            BATCH
        }
    }
}
