package dev.plumbline.redaction;

import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Made-up keys in the shapes of their issuers. */
final class KeySamples {
    private static final Pattern RUN = Pattern.compile("\\{([A-Z]):(\\d+)}");
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
    private static final String DIGITS = "0123456789";
    private static final Map<String, String> CLASSES = Map.of(
            "A", LETTERS + LETTERS.toUpperCase(Locale.ROOT) + DIGITS,
            "B", LETTERS + LETTERS.toUpperCase(Locale.ROOT) + DIGITS + "+/",
            "D", DIGITS,
            "E", LETTERS + LETTERS.toUpperCase(Locale.ROOT),
            "H", "abcdef" + DIGITS,
            "L", LETTERS + DIGITS,
            "U", LETTERS.toUpperCase(Locale.ROOT) + DIGITS,
            "W", LETTERS + LETTERS.toUpperCase(Locale.ROOT) + DIGITS + "_-");

    private final Random random;

    KeySamples(long seed) {
        random = new Random(seed);
    }

    /** The shapes by the name of their issuer. */
    static Map<String, String> shapes() {
        Map<String, String> shapes = new TreeMap<>();
        LabelledText.lines("key-shapes.tsv").stream()
                .map(line -> line.split("\t", 2))
                .forEach(line -> shapes.put(line[0], line[1]));
        return shapes;
    }

    String next(String shape) {
        Matcher run = RUN.matcher(shape);
        StringBuilder key = new StringBuilder();
        while (run.find()) {
            run.appendReplacement(key, Matcher.quoteReplacement(characters(run.group(1), run.group(2))));
        }
        return run.appendTail(key).toString();
    }

    /** The first and the last are letters or digits, so that a sentence does not end the key before its end. */
    private String characters(String type, String count) {
        String all = CLASSES.get(type);
        StringBuilder characters = new StringBuilder();
        int length = Integer.parseInt(count);
        for (int i = 0; i < length; i++) {
            char c = all.charAt(random.nextInt(all.length()));
            boolean edge = i == 0 || i == length - 1;
            characters.append(edge && !Character.isLetterOrDigit(c) ? '7' : c);
        }
        return characters.toString();
    }
}
