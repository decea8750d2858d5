package dev.plumbline.provider;

import dev.plumbline.call.ModelId;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
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
}
