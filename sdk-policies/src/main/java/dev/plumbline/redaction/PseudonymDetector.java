package dev.plumbline.redaction;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Detects known pseudonyms in the spellings of models: in any case, and with other characters instead of the
 * underscores or inside, such as {@code mail 9e07…}, {@code MAIL\_9E07…} and one with a line break. Thread-safe.
 */
final class PseudonymDetector implements Detector {
    /** The maximum number of adjacent ignored characters inside a pseudonym. */
    private static final int MOST_BETWEEN = 3;

    private static final String BETWEEN = "_\\ -\r\n*`";

    private final String[] forms;
    /** The value of each form in its normal form. */
    private final String[] values;

    private final Set<String> inWords;
    private final Map<String, String> pseudonyms = new TreeMap<>();

    /** Creates a detector of pseudonyms with these values, where {@link ValueEdges} allow the value, some also in words. */
    PseudonymDetector(Map<String, String> values, Set<String> inWords) {
        this.inWords = inWords;
        for (String pseudonym : values.keySet()) {
            String form = form(pseudonym);
            this.pseudonyms.put(form, this.pseudonyms.containsKey(form) ? "" : pseudonym);
        }
        this.pseudonyms.values().removeAll(Set.of("")); // ambiguous
        this.forms = this.pseudonyms.keySet().toArray(new String[0]);
        this.values = this.pseudonyms.values().toArray(new String[0]);
        for (int i = 0; i < forms.length; i++) {
            this.values[i] = NormalizedText.string(values.getOrDefault(this.values[i], ""));
        }
    }

    @Override
    public String kind() {
        return "PSEUDONYM";
    }

    /** Returns the pseudonym of that spelling. */
    Optional<String> meant(String written) {
        return Optional.ofNullable(pseudonyms.get(form(NormalizedText.string(written))));
    }

    /** Returns whether a text is the beginning of a pseudonym, with more than its kind, and not the whole of it. */
    boolean isBegun(String text) {
        String begun = form(NormalizedText.string(text));
        boolean more = !text.isEmpty() && BETWEEN.indexOf(text.charAt(text.length() - 1)) >= 0;
        return pseudonyms.entrySet().stream().anyMatch(each -> {
            int kind = form(each.getValue().substring(0, each.getValue().lastIndexOf('_') + 1))
                    .length();
            return each.getKey().startsWith(begun)
                    && each.getKey().length() > begun.length()
                    && begun.length() >= kind
                    && (more || begun.length() > kind);
        });
    }

    private static String form(String written) {
        StringBuilder form = new StringBuilder(written.length());
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            if (BETWEEN.indexOf(c) < 0) {
                form.append(c);
            }
        }
        return form.toString().toUpperCase(Locale.ROOT);
    }

    @Override
    public int end(LookaheadText text, int from) {
        int low = 0;
        int high = forms.length;
        int at = from;
        for (int depth = 0; low < high; depth++) {
            if (forms[low].length() == depth) {
                boolean allowed = inWords.contains(values[low]) || ValueEdges.allow(values[low], text, from, at, true);
                return allowed ? at : NONE;
            }
            at = depth == 0 ? at : next(text, at);
            int c = upper(text.at(at));
            low = bound(low, high, depth, c);
            high = bound(low, high, depth, c + 1);
            at++;
        }
        return NONE;
    }

    /** Returns the index of the next character that is not ignored. */
    private static int next(LookaheadText text, int from) {
        int at = from;
        while (at - from < MOST_BETWEEN && text.at(at) >= 0 && BETWEEN.indexOf(text.at(at)) >= 0) {
            at++;
        }
        return at;
    }

    private static int upper(int c) {
        return c >= 'a' && c <= 'z' ? c - 32 : c;
    }

    /** Returns the first form of the range whose character there is not less. */
    private int bound(int from, int to, int depth, int c) {
        int low = c < 0 ? to : from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (forms[middle].charAt(depth) < c) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
