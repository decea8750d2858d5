package dev.plumbline.extensions;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The terms by which tools are searched: words without their endings, and parts of four letters. English. */
final class SearchTerms {
    private static final Pattern BETWEEN_CASES = Pattern.compile("(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})");
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final int PART = 4;
    private static final int LEAST_STEM = 3;

    private static final Set<String> WITHOUT_MEANING = Set.of(
            ("a an the and or of to in on for with by at from is are be was were can could i you me my your we our it its"
                            + " this that these those do does did will would should please how what which who when where"
                            + " there any some as if not no so than then about into up out over also have has had am find"
                            + " get want need like help know tell give show using use used")
                    .split(" "));

    /** Endings, the longer ones first, each with what stands in its place. */
    private static final List<Ending> ENDINGS = List.of(
            new Ending("ations", "at"),
            new Ending("ation", "at"),
            new Ending("ingly", ""),
            new Ending("edly", ""),
            new Ending("ities", "y"),
            new Ending("ies", "y"),
            new Ending("sses", "ss"),
            new Ending("izing", "iz"),
            new Ending("izes", "iz"),
            new Ending("ized", "iz"),
            new Ending("ize", "iz"),
            new Ending("ments", ""),
            new Ending("ment", ""),
            new Ending("ings", ""),
            new Ending("ing", ""),
            new Ending("ers", ""),
            new Ending("er", ""),
            new Ending("ors", "or"),
            new Ending("ed", ""),
            new Ending("es", ""),
            new Ending("s", ""),
            new Ending("ly", ""),
            new Ending("e", ""));

    /** An ending of a word, and what stands in its place. */
    private record Ending(String text, String instead) {}

    private SearchTerms() {}

    /** Returns the stems of the words of a text that have a meaning; {@code drawWall} and {@code draw_wall} are two. */
    static List<String> words(String text) {
        return BETWEEN_CASES
                .splitAsStream(text)
                .flatMap(piece -> NO_WORD.splitAsStream(piece.toLowerCase(Locale.ROOT)))
                .filter(word -> !word.isEmpty() && !WITHOUT_MEANING.contains(word))
                .map(SearchTerms::stem)
                .toList();
    }

    /** Returns all parts of four letters of words; the beginning and the end of a word count as a letter. */
    static List<String> parts(List<String> words) {
        List<String> parts = new ArrayList<>();
        for (String word : words) {
            String marked = "#" + word + "#";
            IntStream.rangeClosed(0, Math.max(0, marked.length() - PART))
                    .mapToObj(i -> marked.substring(i, Math.min(marked.length(), i + PART)))
                    .forEach(parts::add);
        }
        return parts;
    }

    private static String stem(String word) {
        for (Ending ending : ENDINGS) {
            int left = word.length() - ending.text().length();
            boolean doubled = ending.text().equals("s") && word.endsWith("ss");
            if (left >= LEAST_STEM && word.endsWith(ending.text()) && !doubled) {
                return word.substring(0, left) + ending.instead();
            }
        }
        return word;
    }
}
