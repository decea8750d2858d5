package dev.plumbline.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A word that must not turn up where it does not belong. Say it where content may be, in a prompt or a tool's result,
 * and look for it where none may be: log, telemetry, messages of exceptions, files. It is found as it is and as
 * Base64, hexadecimal digits, a part of a URL or escaped. Immutable.
 */
public final class Canary {
    private static final int LEAST = 8;

    private final String text;
    private final Map<String, String> forms = new LinkedHashMap<>();

    private Canary(String text) {
        this.text = text;
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        forms.put("as it stands", text.toLowerCase(Locale.ROOT));
        forms.put("as hexadecimal digits", HexFormat.of().formatHex(utf8));
        forms.put("in a URL", URLEncoder.encode(text, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT));
        for (int shift = 0; shift < 3; shift++) {
            forms.put("as Base64 at offset " + shift, base64(utf8, shift).toLowerCase(Locale.ROOT));
        }
    }

    /**
     * A canary of that text, of at least eight characters that are nowhere else.
     *
     * @throws IllegalArgumentException when it is shorter: it would be found by chance
     */
    public static Canary of(String text) {
        if (text.length() < LEAST) {
            throw new IllegalArgumentException(
                    "a canary has at least " + LEAST + " characters, or it is found by chance");
        }
        return new Canary(text);
    }

    /** What is inside a longer text's Base64 wherever it begins: the characters that hold bits of nothing else. */
    private static String base64(byte[] utf8, int shift) {
        byte[] shifted = new byte[utf8.length + shift];
        System.arraycopy(utf8, 0, shifted, shift, utf8.length);
        String whole = Base64.getEncoder().withoutPadding().encodeToString(shifted);
        int from = shift == 0 ? 0 : shift + 1;
        int to = shifted.length % 3 == 0 ? whole.length() : whole.length() - 1;
        return whole.substring(from, to);
    }

    /** The word to say. */
    public String text() {
        return text;
    }

    /**
     * Where in that value it is: a text, bytes, a file or folder, an exception with its causes, or what {@code
     * toString} shows.
     */
    public List<String> findIn(Object value) {
        List<String> found = new ArrayList<>();
        scan(value, "", found);
        return found;
    }

    /**
     * Checks that none of the values contains it.
     *
     * @param place what they are, for the message
     * @throws AssertionError says where and in which form it was found
     */
    public void expectNotIn(String place, Object... values) {
        List<String> found =
                Stream.of(values).flatMap(value -> findIn(value).stream()).toList();
        if (!found.isEmpty()) {
            throw new AssertionError("content reached " + place + ": " + String.join("; ", found)
                    + ". Log lengths and ids, and show kind and length in toString.");
        }
    }

    private void scan(Object value, String place, List<String> found) {
        if (value instanceof Throwable thrown) {
            thrown(thrown, place, found);
        } else if (value instanceof Path path) {
            files(path, found);
        } else if (value instanceof byte[] bytes) {
            text(new String(bytes, StandardCharsets.ISO_8859_1).replace("\0", ""), place, found);
            text(new String(bytes, StandardCharsets.UTF_8), place, found);
        } else if (value instanceof Iterable<?> several) {
            several.forEach(each -> scan(each, place, found));
        } else {
            text(value.toString(), place, found);
        }
    }

    private void thrown(Throwable thrown, String place, List<String> found) {
        String here = place + "in " + thrown.getClass().getSimpleName() + " ";
        text(thrown.toString(), here, found);
        Stream.concat(Stream.ofNullable(thrown.getCause()), Stream.of(thrown.getSuppressed()))
                .forEach(cause -> scan(cause, here, found));
    }

    private void files(Path path, List<String> found) {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                text(file.getFileName().toString(), "in the name of a file ", found);
                scan(Files.readAllBytes(file), "in file " + path.relativize(file) + " ", found);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void text(String said, String place, List<String> found) {
        String small = said.toLowerCase(Locale.ROOT);
        forms.forEach((form, word) -> {
            if (small.contains(word) && !found.contains(place + form)) {
                found.add(place + form);
            }
        });
    }

    @Override
    public String toString() {
        return "Canary[" + text.length() + " characters]";
    }
}
