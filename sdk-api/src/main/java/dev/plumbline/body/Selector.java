package dev.plumbline.body;

import dev.plumbline.json.internal.UnicodeValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TreeSet;

/**
 * An expression that selects tools or context sources by name, tag or owner: {@code "draw_*, #edit, @com.acme,
 * -draw_dimension"}. A minus term always wins, and order never matters; an empty expression selects nothing. Immutable;
 * equal by canonical text.
 */
public final class Selector {
    /** The selector of everything. */
    public static final Selector ALL = of("*");

    /** The selector of nothing, as of an empty filter. */
    public static final Selector NONE = of("");

    private final List<Terms> all;
    private final String text;

    private Selector(List<Terms> all) {
        this.all = List.copyOf(all);
        this.text = all.size() == 1 ? all.get(0).text() : joined(all);
    }

    private static String joined(List<Terms> all) {
        StringJoiner both = new StringJoiner(" & ");
        for (Terms terms : all) {
            both.add("(" + terms.text() + ")");
        }
        return both.toString();
    }

    /**
     * Parses terms separated by commas or white space: {@code name}, {@code glob*}, {@code #tag}, {@code @owner}, each
     * with an optional minus before it.
     *
     * @throws IllegalArgumentException names the bad term, or the lack of any term without a minus
     */
    public static Selector of(String terms) {
        Set<String> sorted = new TreeSet<>();
        StringTokenizer given = new StringTokenizer(terms.trim(), ", \t\n\u000B\f\r");
        while (given.hasMoreTokens()) {
            sorted.add(checked(given.nextToken()));
        }
        if (sorted.contains("-*")) {
            return new Selector(List.of(Terms.of(Set.of())));
        }
        if (!sorted.isEmpty() && takesOnly(sorted)) {
            throw new IllegalArgumentException(
                    "this selector takes away but selects nothing: write \"*, " + String.join(", ", sorted) + "\"");
        }
        return new Selector(List.of(Terms.of(sorted)));
    }

    private static boolean takesOnly(Set<String> terms) {
        for (String term : terms) {
            if (!term.startsWith("-")) {
                return false;
            }
        }
        return true;
    }

    private static String checked(String term) {
        if (!isTerm(UnicodeValidator.requireWellFormed(term, "a selector"))) {
            throw new IllegalArgumentException("\"" + term
                    + "\" is no selector term: write a name, a glob*, #tag or @owner, with - before it to take away");
        }
        return term;
    }

    /**
     * Returns whether it is a term: an optional minus, an optional mark, and a name that does not start with a minus.
     * Written without a regular expression, because every process runs it at its start.
     */
    private static boolean isTerm(String term) {
        int at = term.startsWith("-") ? 1 : 0;
        if (at < term.length() && (term.charAt(at) == '#' || term.charAt(at) == '@')) {
            at++;
        }
        if (at == term.length() || term.charAt(at) == '-') {
            return false;
        }
        for (; at < term.length(); at++) {
            if (!isOfName(term.charAt(at))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOfName(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "_.:/*-".indexOf(c) >= 0;
    }

    /** Returns whether a term selects it and no minus term does. */
    public boolean matches(String name, Set<String> tags, String owner) {
        for (Terms terms : all) {
            if (!terms.match(name, tags, owner)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether it selects a name without tags and owner. */
    public boolean matches(String name) {
        return matches(name, Set.of(), "");
    }

    /** Returns a selector of what both select: a turn narrows its session by it. */
    public Selector and(Selector other) {
        if (other.equals(ALL) || other.equals(this)) {
            return this;
        }
        if (equals(ALL)) {
            return other;
        }
        List<Terms> both = new ArrayList<>(all);
        both.addAll(other.all);
        return new Selector(both);
    }

    /** Returns the names that it selects literally: without globs, tags, owners and excluded names. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (Terms terms : all) {
            for (Term term : terms.plus()) {
                if (term.isName() && matches(term.glob())) {
                    names.add(term.glob());
                }
            }
        }
        return names;
    }

    /** Returns whether it selects nothing at all. */
    public boolean isEmpty() {
        for (Terms terms : all) {
            if (terms.plus().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Returns its terms, each as it is written: {@code draw_*}, {@code -#edit}. */
    public Set<String> terms() {
        Set<String> terms = new TreeSet<>();
        for (Terms each : all) {
            for (Term term : each.plus()) {
                terms.add(term.text());
            }
            for (Term term : each.minus()) {
                terms.add("-" + term.text());
            }
        }
        return terms;
    }

    /** Returns the canonical text: terms sorted and without repetition. */
    public String text() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Selector selector && text.equals(selector.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    private record Terms(List<Term> plus, List<Term> minus, String text) {

        static Terms of(Set<String> sorted) {
            List<Term> plus = new ArrayList<>();
            List<Term> minus = new ArrayList<>();
            for (String term : sorted) {
                if (term.startsWith("-")) {
                    minus.add(Term.of(term.substring(1)));
                } else {
                    plus.add(Term.of(term));
                }
            }
            return new Terms(List.copyOf(plus), List.copyOf(minus), String.join(", ", sorted));
        }

        boolean match(String name, Set<String> tags, String owner) {
            return any(plus, name, tags, owner) && !any(minus, name, tags, owner);
        }

        private static boolean any(List<Term> terms, String name, Set<String> tags, String owner) {
            for (Term term : terms) {
                if (term.match(name, tags, owner)) {
                    return true;
                }
            }
            return false;
        }
    }

    private record Term(char mark, String glob) {

        static Term of(String text) {
            char first = text.charAt(0);
            return first == '#' || first == '@' ? new Term(first, text.substring(1)) : new Term(' ', text);
        }

        String text() {
            return mark == ' ' ? glob : mark + glob;
        }

        boolean isName() {
            return mark == ' ' && glob.indexOf('*') < 0;
        }

        boolean match(String name, Set<String> tags, String owner) {
            return switch (mark) {
                case '#' -> anyOf(tags);
                case '@' -> globs(owner);
                default -> globs(name);
            };
        }

        private boolean anyOf(Set<String> tags) {
            for (String tag : tags) {
                if (globs(tag)) {
                    return true;
                }
            }
            return false;
        }

        /** Matches greedily with one backtracking point: linear in practice, quadratic at worst, never exponential. */
        private boolean globs(String value) {
            int at = 0;
            int star = -1;
            int resume = 0;
            for (int i = 0; i < value.length(); ) {
                if (at < glob.length() && glob.charAt(at) == '*') {
                    star = at++;
                    resume = i;
                } else if (at < glob.length() && glob.charAt(at) == value.charAt(i)) {
                    at++;
                    i++;
                } else if (star >= 0) {
                    at = star + 1;
                    i = ++resume;
                } else {
                    return false;
                }
            }
            while (at < glob.length() && glob.charAt(at) == '*') {
                at++;
            }
            return at == glob.length();
        }
    }
}
