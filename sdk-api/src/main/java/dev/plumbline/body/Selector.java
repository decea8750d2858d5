package dev.plumbline.body;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Chooses tools or context sources by name, tag or owner: {@code "draw_*, #edit, @com.acme, -draw_dimension"}. A minus
 * wins whatever the order, and order never matters; empty chooses nothing. Immutable; equal by canonical text.
 */
public final class Selector {
    // the constants below are made with it, so it comes first
    private static final Pattern TERM = Pattern.compile("-?[#@]?[A-Za-z0-9_.:/*][A-Za-z0-9_.:/*-]*");

    /** Chooses everything. */
    public static final Selector ALL = of("*");

    /** Chooses nothing; what an empty filter means. */
    public static final Selector NONE = of("");

    private final List<Terms> all;
    private final String text;

    private Selector(List<Terms> all) {
        this.all = List.copyOf(all);
        this.text = all.size() == 1
                ? all.get(0).text()
                : all.stream().map(terms -> "(" + terms.text() + ")").collect(Collectors.joining(" & "));
    }

    /**
     * Reads terms apart by comma or white space: {@code name}, {@code glob*}, {@code #tag}, {@code @owner}, each with an
     * optional minus before it.
     *
     * @throws IllegalArgumentException names the bad term, or says that there are only minus terms
     */
    public static Selector of(String terms) {
        Set<String> sorted = Arrays.stream(terms.trim().split("[,\\s]+"))
                .filter(term -> !term.isEmpty())
                .map(Selector::checked)
                .collect(Collectors.toCollection(TreeSet::new));
        boolean takesOnly = !sorted.isEmpty() && sorted.stream().allMatch(term -> term.startsWith("-"));
        if (takesOnly && !sorted.contains("-*")) {
            throw new IllegalArgumentException(
                    "this selector takes away but selects nothing: write \"*, " + String.join(", ", sorted) + "\"");
        }
        return new Selector(List.of(Terms.of(sorted.contains("-*") ? Set.of() : sorted)));
    }

    private static String checked(String term) {
        if (!TERM.matcher(term).matches()) {
            throw new IllegalArgumentException("\"" + term
                    + "\" is no selector term: write a name, a glob*, #tag or @owner, with - before it to take away");
        }
        return term;
    }

    /** Whether some term selects it and no minus term does. */
    public boolean matches(String name, Set<String> tags, String owner) {
        for (Terms terms : all) {
            if (!terms.match(name, tags, owner)) {
                return false;
            }
        }
        return true;
    }

    /** The same for things without tags and owner. */
    public boolean matches(String name) {
        return matches(name, Set.of(), "");
    }

    /** A selector for what both select: how a turn narrows its session. */
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

    /** The names it asks for as they stand: no globs, tags and owners, and none that it takes away. */
    public Set<String> names() {
        return all.stream()
                .flatMap(terms -> terms.plus().stream())
                .filter(Term::isName)
                .map(Term::glob)
                .filter(this::matches)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether it selects nothing whatever there is. */
    public boolean isEmpty() {
        return all.stream().anyMatch(terms -> terms.plus().isEmpty());
    }

    /** The canonical text: terms sorted and without repetition. */
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
            return new Terms(
                    sorted.stream()
                            .filter(t -> !t.startsWith("-"))
                            .map(Term::of)
                            .toList(),
                    sorted.stream()
                            .filter(t -> t.startsWith("-"))
                            .map(t -> Term.of(t.substring(1)))
                            .toList(),
                    String.join(", ", sorted));
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

        boolean isName() {
            return mark == ' ' && glob.indexOf('*') < 0;
        }

        boolean match(String name, Set<String> tags, String owner) {
            return switch (mark) {
                case '#' -> tags.stream().anyMatch(this::globs);
                case '@' -> globs(owner);
                default -> globs(name);
            };
        }

        /** Greedy matching with one point to come back to: linear in practice, quadratic at worst, never exponential. */
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
