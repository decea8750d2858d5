package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Recall by kind and language, and precision by kind, on made-up texts. */
class GeneratedRatesTest {
    private static final int EACH = 200;

    @Test
    @DisplayName("S20 every kind is found in every language, on texts the detectors were changed for")
    void s20_everyKind_inEveryLanguage() throws IOException {
        mustReach(written("looked-at", GeneratedRates.of(41, 0, EACH)));
    }

    @Test
    @DisplayName(
            "S20 every kind is found in every language, on sentences and a seed that were looked at once, at the end")
    void s20_everyKind_inEveryLanguage_unseen() throws IOException {
        mustReach(written("unseen", GeneratedRates.of(20261123, 1, EACH)));
    }

    private static GeneratedRates written(String set, GeneratedRates rates) throws IOException {
        StringBuilder page = new StringBuilder();
        page.append(rates.table()).append('\n');
        rates.recall.forEach((cell, rate) -> page.append("recall | " + cell + " | " + rate + "\n"));
        rates.precision.forEach((kind, rate) -> page.append("precision | " + kind + " | " + rate + "\n"));
        page.append("bare keys | " + rates.bareKeys + "\noutside | " + rates.outside + "\n\n");
        rates.wrong.forEach(line -> page.append(line.replace("\n", "\\n")).append('\n'));
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target/generated-rates-" + set + ".txt"), page);
        return rates;
    }

    private static void mustReach(GeneratedRates rates) {
        assertThat(rates.recall)
                .allSatisfy((cell, rate) ->
                        assertThat(rate.share()).as(cell + " " + rate).isGreaterThanOrEqualTo(0.99));
        assertThat(rates.precision)
                .allSatisfy((kind, rate) ->
                        assertThat(rate.share()).as(kind + " " + rate).isGreaterThanOrEqualTo(0.98));
        assertThat(rates.bareKeys.share()).as("bare keys " + rates.bareKeys).isGreaterThanOrEqualTo(0.98);
        assertThat(rates.outside.share()).as("outside " + rates.outside).isLessThanOrEqualTo(0.001);
    }
}
