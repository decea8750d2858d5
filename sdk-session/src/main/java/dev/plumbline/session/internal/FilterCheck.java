package dev.plumbline.session.internal;

import dev.plumbline.body.Selector;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.session.events.SessionTelemetry;
import dev.plumbline.tool.internal.NearestNames;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Logs filters of tools and context sources that select nothing, and their terms that match nothing, with the nearest
 * name. Each filter is checked once, because a mistyped name is the most frequent cause of a model without tools.
 */
final class FilterCheck {
    private static final int MOST_FILTERS = 1_000;

    /** Names that differ in more characters are not suggested. */
    private static final int MOST_EDITS = 3;

    private final Map<String, Selector> toolPatterns;
    private final Set<Selector> toolFilters = ConcurrentHashMap.newKeySet();
    private final Set<Selector> contextFilters = ConcurrentHashMap.newKeySet();

    /** Something that a filter can select. */
    private record Candidate(String name, Set<String> tags, String owner) {}

    /**
     * Creates a check.
     *
     * @param toolPatterns the selectors of tools in the settings of a program, by what they belong to; each is removed
     *     when it is checked, so engines that share a map log it once
     */
    FilterCheck(Map<String, Selector> toolPatterns) {
        this.toolPatterns = toolPatterns;
    }

    /** Checks a filter of tools among all tools, unless it was checked before. */
    void tools(Selector filter, Supplier<List<ToolDefinition>> all) {
        if (!toolPatterns.isEmpty()) {
            patterns(candidates(all.get()));
        }
        if (isNew(filter, toolFilters)) {
            check("toolFilter", "tools", filter, candidates(all.get()));
        }
    }

    private static List<Candidate> candidates(List<ToolDefinition> tools) {
        List<Candidate> candidates = new ArrayList<>();
        for (ToolDefinition tool : tools) {
            candidates.add(new Candidate(tool.name(), tool.tags(), tool.owner()));
        }
        return candidates;
    }

    /** Checks the names in settings as soon as there are tools. */
    private void patterns(List<Candidate> tools) {
        if (tools.isEmpty()) {
            return;
        }
        for (String setting : Set.copyOf(toolPatterns.keySet())) {
            Selector pattern = toolPatterns.remove(setting);
            if (pattern != null) {
                terms(setting, "tools", pattern.terms().stream().filter(FilterCheck::isOfName), tools);
            }
        }
    }

    /** Returns whether a term is about a name: tags and owners may be those of tools that come later. */
    private static boolean isOfName(String term) {
        return term.indexOf('#') < 0 && term.indexOf('@') < 0;
    }

    /** Checks a filter of context sources among all sources, unless it was checked before. */
    void contexts(Selector filter, List<ContextSource> all) {
        if (!isNew(filter, contextFilters)) {
            return;
        }
        List<Candidate> candidates = new ArrayList<>();
        for (ContextSource source : all) {
            if (!source.isResource()) {
                candidates.add(new Candidate(source.key(), Set.of(), source.owner()));
            }
        }
        if (!candidates.isEmpty()) {
            check("contextFilter", "context sources", filter, candidates);
        }
    }

    private static boolean isNew(Selector filter, Set<Selector> checked) {
        return checked.size() < MOST_FILTERS && checked.add(filter);
    }

    private static void check(String filterName, String kind, Selector filter, List<Candidate> all) {
        if (filter.isEmpty()) {
            if (!all.isEmpty()) {
                log(Level.INFO, all.size() + " " + kind + ", but this body's " + filterName + " is empty");
            }
            return;
        }
        terms(filterName, kind, filter.terms().stream(), all);
    }

    private static void terms(String filterName, String kind, Stream<String> terms, List<Candidate> all) {
        for (String term : terms.toList()) {
            String plain = term.startsWith("-") ? term.substring(1) : term;
            if (!plain.equals("*") && !matchesAny(plain, all)) {
                log(
                        Level.WARNING,
                        filterName + " term \"" + term + "\" matches none of the " + all.size() + " " + kind
                                + nearest(plain, all));
            }
        }
    }

    private static void log(Level level, String text) {
        SessionTelemetry.log().log(level, text);
    }

    private static boolean matchesAny(String term, List<Candidate> all) {
        Selector one = Selector.of(term);
        return all.stream().anyMatch(each -> one.matches(each.name(), each.tags(), each.owner()));
    }

    private static String nearest(String term, List<Candidate> all) {
        Set<String> terms = new TreeSet<>();
        for (Candidate each : all) {
            terms.addAll(
                    switch (term.charAt(0)) {
                        case '#' -> each.tags().stream().map(tag -> "#" + tag).toList();
                        case '@' -> each.owner().isEmpty() ? List.<String>of() : List.of("@" + each.owner());
                        default -> List.of(each.name());
                    });
        }
        return terms.stream()
                .filter(other -> NearestNames.edits(term, other) <= Math.min(MOST_EDITS, term.length() / 2))
                .min(Comparator.comparingInt(other -> NearestNames.edits(term, other)))
                .map(other -> "; did you mean \"" + other + "\"?")
                .orElseGet(() -> terms.isEmpty() ? "" : "; there are " + some(terms));
    }

    private static String some(Set<String> terms) {
        List<String> first = new ArrayList<>(terms).subList(0, Math.min(10, terms.size()));
        return String.join(", ", first) + (terms.size() > first.size() ? ", …" : "");
    }
}
