package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of the web are hidden if they are chosen. */
class UrlTest {
    private static final MatchFinder CHOSEN = BuiltInDetectors.of(Set.of(RedactionOptions.Kind.URL));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "see |https://plans.example.org/p/12?q=a&b=c#d|.",
                "(|http://example.org|)",
                "<a href=\"|https://example.org/a_b|\">",
                "|www.example.org|, our page",
                "at |www.x.de|",
                "|ftp://files.example.org/plan.dwg| and",
                "url=|s3://bucket/key|;",
                "資料は|https://example.org/a|\u3000です",
                "line\\n|https://example.org|\\n"
            })
    @DisplayName("S20 an address is found whole, without the punctuation around it")
    void s20_addresses_areFound(String text) {
        int from = text.indexOf('|');
        int to = text.lastIndexOf('|') - 1;
        assertThat(CHOSEN.all(text.replace("|", ""))).containsExactly(new Match("URL", from, to));
    }

    @ParameterizedTest
    @ValueSource(strings = {"std::vector", "scale 1:50", "http:", "http://", "www", "wwwidth.x.y", "a.b.c", "://x"})
    @DisplayName("S20 what is no address is left alone")
    void s20_others_areLeftAlone(String text) {
        assertThat(CHOSEN.all(text)).isEmpty();
    }

    @Test
    @DisplayName("S20 addresses are left alone by default")
    void s20_byDefault_addressesStay() {
        assertThat(RedactionOptions.ofDefaults().kinds()).doesNotContain(RedactionOptions.Kind.URL);
        assertThat(BuiltInDetectors.of(RedactionOptions.ofDefaults().kinds()).all("see https://example.org/plan"))
                .isEqualTo(List.of());
    }
}
