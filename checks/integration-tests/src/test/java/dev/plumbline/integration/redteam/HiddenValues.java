package dev.plumbline.integration.redteam;

import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Generated documents with values, of which a scan of the whole hides most. */
public final class HiddenValues {
    private static final List<String> NAMES =
            List.of("password", "clientSecret", "ssn", "phone", "a", "items", "note", "n~m");
    private static final List<String> BEFORE =
            List.of("SSN ", "password: ", "my ssn is ", "call me at ", "", "wall ", "Kennwort: ", "{\"password\": \"");
    private static final String LETTERS = "bcdfghjkmnpqrstvwxz";

    private final Random random;
    private final List<String> planted = new ArrayList<>();

    public HiddenValues(long seed) {
        this.random = new Random(seed);
    }

    private String word() {
        return random.ints(6, 0, LETTERS.length())
                .mapToObj(i -> String.valueOf(LETTERS.charAt(i)))
                .collect(Collectors.joining());
    }

    /** Returns a number of which no six digits are in another one, because a half of a value is looked for. */
    private String number() {
        String number;
        do {
            number = String.valueOf(400_000_000 + random.nextInt(99_999_999));
        } while (IntStream.rangeClosed(0, number.length() - 6)
                .mapToObj(number::substring)
                .map(tail -> tail.substring(0, 6))
                .anyMatch(digits -> planted.stream().anyMatch(value -> value.contains(digits))));
        return number;
    }

    private String value() {
        String value = switch (random.nextInt(3)) {
            case 0 -> number();
            case 1 -> word() + random.nextInt(10) + word() + (1000 + random.nextInt(9000));
            default -> word() + "@" + word() + ".org";
        };
        planted.add(value);
        return value;
    }

    /** Returns a text of lines; {@code lines} is how many there are at most. */
    public String text(int lines) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(lines); i >= 0; i--) {
            text.append(BEFORE.get(random.nextInt(BEFORE.size())))
                    .append(random.nextInt(3) == 0 ? word() : value())
                    .append(random.nextInt(3) == 0 ? ' ' : '\n');
        }
        return text.toString();
    }

    /** Returns an object. */
    public Json object(int members) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = random.nextInt(members); i >= 0; i--) {
            Object its =
                    random.nextInt(3) == 0 ? List.of(value(), value()) : random.nextInt(2) == 0 ? value() : text(3);
            object.put(NAMES.get(random.nextInt(NAMES.size())) + (i < 4 ? "" : i), its);
        }
        return Json.of(object);
    }

    /** Returns the values that are hidden in a whole content. */
    public List<String> hiddenIn(String whole) {
        try (Redaction redaction =
                Redaction.of(RedactionOptions.ofDefaults(), Secret.of("0123456789abcdef".toCharArray()))) {
            String shown = redaction.maskText(whole, Cancellation.create());
            return planted.stream()
                    .filter(value -> whole.contains(value) && !shown.contains(value))
                    .distinct()
                    .toList();
        }
    }
}
