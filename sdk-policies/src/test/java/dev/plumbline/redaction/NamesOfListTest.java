package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.policy.Redactor;
import dev.plumbline.testkit.laws.RedactorLaws;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A list of the host's own names as a redactor. */
class NamesOfListTest implements RedactorLaws {
    private static final List<String> NAMES =
            List.of("Müller", "Müller & Söhne", "Anna Berg", "Projekt Nordlicht", "Nowak", "O'Brien", "田中");

    @Override
    public Redactor redactor() {
        return Redactor.ofNames(() -> NAMES);
    }

    private static List<String> found(Redactor names, String text) {
        return names.find(text).stream()
                .map(span -> text.substring(span.start(), span.end()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Haus von |Müller|.",
                "|Müllers| Haus",
                "der |Müller'sche| Hof",
                "die |Müllerschen| Pläne",
                "|Müller & Söhne| bauen",
                "von |Anna Berg|, bald",
                "|Anna\nBerg| und |ANNA BERG|",
                "|Projekt Nordlicht|",
                "rozmowa z |Nowakiem| i |Nowaka|",
                "|O'Brien's| house",
                "|田中|さん",
                "Müllerei, Nowakowski, Anna, Berg, müller"
            })
    @DisplayName("S30 names of the list are found as whole words, inflected, the longest of several")
    void s30_namesOfTheList(String marked) {
        List<String> expected = new ArrayList<>();
        String[] parts = marked.split("\\|");
        for (int i = 1; i < parts.length; i += 2) {
            expected.add(parts[i]);
        }
        assertThat(found(redactor(), marked.replace("|", ""))).isEqualTo(expected);
    }

    @Property(tries = 200)
    @Label("S30 each of 100,000 names is found wherever it is, and the cost does not grow with the list")
    void s30_manyNames(@ForAll Random random) {
        int number = random.nextInt(MANY.size());
        String text = "Wir bauen für " + MANY.get(number) + ", ab morgen; nicht für "
                + MANY.get(0).substring(1) + ".";
        assertThat(found(ALL, text)).contains(MANY.get(number));
    }

    private static final List<String> MANY = many();
    private static final Redactor ALL = Redactor.ofNames(() -> MANY);

    private static List<String> many() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            names.add("Firma" + Integer.toString(i, 26).replaceAll("[0-9]", "x") + i + (i % 3 == 0 ? " Bau" : ""));
        }
        return List.copyOf(names);
    }

    @Test
    @DisplayName("S30 a list that the host replaces is used at once, also for what was sent before")
    void s30_changedList() {
        AtomicReference<List<String>> names = new AtomicReference<>(List.of("Berg"));
        RedactionFixture desk =
                new RedactionFixture(RedactionOptions.ofDefaults().withRedactor(Redactor.ofNames(names::get)));
        Interaction said = Interaction.user("Frau Berg und Herr Tal planen");
        desk.provider.says("ok").says("ok");
        desk.ask(said);
        assertThat(desk.sentText()).doesNotContain("Berg").contains("Tal");
        names.set(List.of("Berg", "Tal"));
        desk.ask(said);
        assertThat(desk.sentText()).doesNotContain("Berg").doesNotContain("Tal");
    }
}
