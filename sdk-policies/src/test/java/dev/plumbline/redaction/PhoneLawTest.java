package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Dates and sizes are no phone numbers, also beside the words for phones. */
class PhoneLawTest {
    private static final MatchFinder FINDER = BuiltInDetectors.of(Set.of(RedactionOptions.Kind.PHONE));

    @Provide
    Arbitrary<String> words() {
        return Arbitraries.of(PhoneDetector.BEFORE.words()).map(word -> word + " ");
    }

    @Provide
    Arbitrary<String> dates() {
        Arbitrary<LocalDate> days = Arbitraries.longs()
                .between(
                        LocalDate.of(1900, 1, 1).toEpochDay(),
                        LocalDate.of(2099, 12, 31).toEpochDay())
                .map(LocalDate::ofEpochDay);
        Arbitrary<String> forms = Arbitraries.of(
                "dd.MM.yyyy",
                "d.M.yyyy",
                "dd/MM/yyyy",
                "M/d/yyyy",
                "yyyy-MM-dd",
                "dd-MM-yyyy",
                "yyyy/MM/dd",
                "yyyy.MM.dd");
        Arbitrary<String> times =
                Arbitraries.of("", " 14:30", " 09:05:59", "T23:59:59Z", " 14.30", ", 8:15", " - 3 p.m.");
        return Combinators.combine(days, forms, times)
                .as((day, form, time) -> DateTimeFormatter.ofPattern(form, Locale.ROOT)
                        .format(day)
                        .concat(time));
    }

    @Provide
    Arbitrary<String> sizes() {
        Arbitrary<List<Integer>> numbers =
                Arbitraries.integers().between(1, 99_999).list().ofMinSize(2).ofMaxSize(4);
        Arbitrary<String> separators = Arbitraries.of("x", " x ", "×", " × ", "*", " by ");
        Arbitrary<String> units = Arbitraries.of("", " mm", "mm", " cm", " m", " m²", " kg", " mm²");
        return Combinators.combine(numbers, separators, units)
                .as((each, separator, unit) -> String.join(
                                separator, each.stream().map(String::valueOf).toList())
                        + unit);
    }

    @Provide
    Arbitrary<String> measures() {
        Arbitrary<List<Integer>> numbers =
                Arbitraries.integers().between(100, 9_999).list().ofMinSize(2).ofMaxSize(3);
        return Combinators.combine(
                        numbers,
                        Arbitraries.of(" ", "/", " / "),
                        Arbitraries.of(" mm", "mm", " cm", " m", " kg", " m³"))
                .as((each, separator, unit) -> String.join(
                                separator, each.stream().map(String::valueOf).toList())
                        + unit);
    }

    @Property(tries = 2_000)
    @Label("S7 dates are no phones")
    void s7_dates_areNoPhones(@ForAll("words") String word, @ForAll("dates") String date) {
        assertThat(FINDER.all(word + date)).as(word + date).isEmpty();
    }

    @Property(tries = 2_000)
    @Label("S7 sizes are no phones")
    void s7_sizes_areNoPhones(@ForAll("words") String word, @ForAll("sizes") String size) {
        assertThat(FINDER.all(word + size)).as(word + size).isEmpty();
    }

    @Property(tries = 2_000)
    @Label("S7 numbers with a unit of measure are no phones")
    void s7_measures_areNoPhones(@ForAll("words") String word, @ForAll("measures") String measure) {
        assertThat(FINDER.all(word + measure)).as(word + measure).isEmpty();
    }
}
