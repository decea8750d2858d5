package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A value is found whatever its neighbours are and however its blanks and digits are written. */
class NeighbourCharactersTest {
    private static final int EACH = 90;
    private static final MatchFinder FINDER =
            BuiltInDetectors.of(RedactionOptions.ofDefaults().kinds());
    private static final Map<String, List<String>> SHAPES = Map.of(
            "CARD", List.of(""),
            "PHONE", List.of("2##-###-####", "(3##) ###-####", "+49 17# #######", "+44 20 #### ####"),
            "NATIONAL_ID", List.of("1##-3#-5###"),
            "IP", List.of("193.24#.11#.10#"),
            "IBAN", List.of(""),
            "MAIL", List.of(""));

    private static List<String> values(String kind) {
        Random random = new Random(kind.hashCode());
        SensitiveSamples samples = new SensitiveSamples(kind.hashCode());
        List<String> shapes = SHAPES.get(kind);
        List<String> values = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            String shape = shapes.get(i % shapes.size());
            StringBuilder value = new StringBuilder();
            shape.chars().forEach(c -> value.append(c == '#' ? (char) ('1' + random.nextInt(9)) : (char) c));
            values.add(shape.isEmpty() ? samples.next(kind) : value.toString());
        }
        return values;
    }

    private static Map<String, Integer> missed(String before, String after, List<String> kinds) {
        Map<String, Integer> missed = new TreeMap<>();
        for (String kind : kinds) {
            for (String value : values(kind)) {
                if (!isHidden(before + value + after, before.length(), value.length())) {
                    missed.merge(kind + " " + value, 1, Integer::sum);
                }
            }
        }
        return missed;
    }

    private static boolean isHidden(String text, int from, int length) {
        int at = from;
        for (Match match : FINDER.all(text)) {
            at = match.start() <= at && match.end() > at ? match.end() : at;
        }
        return at >= from + length;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Anna,|,Berlin", "first line\\n|", "_|_", "plan_|.dwg", "see |,and", "ID:|", "(|)", "\t|\t"})
    @DisplayName("S6 a value is found in a cell, behind an escape, between underscores and in a file name")
    void s6_neighboursHideNothing(String context) {
        int bar = context.indexOf('|');

        assertThat(missed(
                        context.substring(0, bar),
                        context.substring(bar + 1),
                        List.of("CARD", "PHONE", "NATIONAL_ID", "IP", "IBAN")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00a0", "\u202f", "\u2009", "\u3000"})
    @DisplayName("S6 any blank separates the groups of a number")
    void s6_otherBlanks(String blank) {
        assertThat(missedIfWritten(" ", blank)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u2010", "\u2011", "\u2013", "\u2014", "\u2212", "\uff0d"})
    @DisplayName("S6 any dash separates the groups of a number")
    void s6_otherDashes(String dash) {
        assertThat(missedIfWritten("-", dash)).isEmpty();
    }

    private static List<String> missedIfWritten(String plain, String other) {
        List<String> missed = new ArrayList<>();
        for (String kind : List.of("CARD", "PHONE", "NATIONAL_ID", "IBAN")) {
            for (String value : values(kind)) {
                String text = value.replace(plain, other);
                if (!isHidden("my number is " + text + " here", 13, text.length())) {
                    missed.add(kind + " " + value);
                }
            }
        }
        return missed;
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad"})
    @DisplayName("S6 characters that nobody sees hide nothing, and go with the value")
    void s6_invisibleCharacters(String invisible) {
        for (String kind : SHAPES.keySet()) {
            for (String value : values(kind)) {
                String text = value.substring(0, 3) + invisible + value.substring(3);
                assertThat(isHidden("my number is " + text + " here", 13, text.length()))
                        .as(kind + " " + value)
                        .isTrue();
            }
        }
    }

    @Test
    @DisplayName("S6 digits of full width and of other scripts are digits")
    void s6_otherDigits() {
        for (String kind : List.of("CARD", "PHONE", "NATIONAL_ID", "IP")) {
            for (String value : values(kind)) {
                for (int zero : new int[] {0xff10, 0x0660, 0x0966}) {
                    StringBuilder text = new StringBuilder();
                    value.chars().forEach(c -> text.append(AsciiChars.digit(c) ? (char) (c - '0' + zero) : (char) c));
                    assertThat(isHidden("my number is " + text + " here", 13, text.length()))
                            .as(kind + " " + value)
                            .isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n"})
    @DisplayName("S6 one line break inside a number hides nothing")
    void s6_lineBreaks(String lineBreak) {
        List<String> missed = new ArrayList<>();
        for (String kind : List.of("CARD", "IBAN", "NATIONAL_ID")) {
            for (String value : values(kind)) {
                int at = value.length() / 2;
                String text = kind.equals("NATIONAL_ID")
                        ? value.substring(0, 7) + lineBreak + value.substring(7)
                        : value.substring(0, at)
                                + lineBreak
                                + value.substring(at).stripLeading();
                if (!isHidden("my number is " + text + " here", 13, text.length())) {
                    missed.add(kind + " " + text);
                }
            }
        }
        assertThat(missed).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"&#64;", "&#x40;", "&commat;", "%40"})
    @DisplayName("S6 an address is found with its sign as an entity or in percent encoding")
    void s6_entities(String at) {
        String text = "write to anna.berg" + at + "example.org today";
        assertThat(isHidden(text, 9, text.length() - 15)).isTrue();
    }
}
