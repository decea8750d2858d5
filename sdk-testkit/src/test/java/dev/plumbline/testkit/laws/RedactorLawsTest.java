package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.policy.Redactor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each law of redactors catches the one that breaks it. */
class RedactorLawsTest {
    private static RedactorLaws of(Redactor redactor) {
        return () -> redactor;
    }

    private static List<Redactor.Span> name(int start, int end) {
        return List.of(new Redactor.Span(start, end, "NAME", 1));
    }

    private static List<Redactor.Span> annaIn(String text) {
        int start = text.indexOf("Anna");
        return start < 0 ? List.of() : name(start, start + "Anna".length());
    }

    @Test
    void redactorThatKeepsTheLaws_passesThemAll() {
        RedactorLaws trial = of(RedactorLawsTest::annaIn);

        assertThatCode(() -> {
                    trial.spans_stand_in_the_text("😀 Anna");
                    trial.same_text_same_spans("😀 Anna");
                    trial.nothing_is_found_in_nothing();
                })
                .doesNotThrowAnyException();
    }

    @Test
    void redactorThatCountsBytes_isCaught() {
        Redactor bytes = text -> name(0, Math.max(1, text.getBytes(StandardCharsets.UTF_8).length));

        assertThatThrownBy(() -> of(bytes).spans_stand_in_the_text("Zoë"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: spans are in the text")
                .hasMessageContaining("input: \"Zoë\"")
                .hasMessageContaining("ends at 4 of 3")
                .hasMessageContaining("fix:   count in UTF-16 characters");
    }

    @Test
    void redactorThatThrows_isCaught() {
        Redactor throwing = text -> name(text.lastIndexOf(' '), text.length());

        assertThatThrownBy(() -> of(throwing).spans_stand_in_the_text("Anna"))
                .hasMessageContaining("spans are in the text")
                .hasMessageContaining("IllegalArgumentException")
                .hasMessageContaining("return a result for every text");
    }

    @Test
    void redactorThatCounts_isCaught() {
        AtomicInteger asked = new AtomicInteger();
        Redactor onlyOnce = text -> asked.getAndIncrement() == 0 ? annaIn(text) : List.of();

        assertThatThrownBy(() -> of(onlyOnce).same_text_same_spans("Anna"))
                .hasMessageContaining("same text, same spans")
                .hasMessageContaining("input: \"Anna\"")
                .hasMessageContaining("store nothing between texts");
    }

    @Test
    void redactorThatFindsItAlways_isCaught() {
        Redactor always = text -> name(0, 4);

        assertThatThrownBy(() -> of(always).nothing_is_found_in_nothing())
                .hasMessageContaining("nothing is found in nothing")
                .hasMessageContaining("return an empty list for an empty text");
    }

    @Test
    @DisplayName("C9 a redactor that keeps what it found in another text is found")
    void c9_redactorThatKeepsASpan_isCaught() {
        RedactorLaws laws = () -> {
            AtomicInteger found = new AtomicInteger();
            return text -> found.addAndGet(annaIn(text).size()) > 1 ? List.of() : annaIn(text);
        };

        assertThatThrownBy(() -> laws.texts_do_not_meet("Anna", "Anna"))
                .hasMessageContaining("law broken: texts do not meet")
                .hasMessageContaining("local variables");
    }

    @Test
    @DisplayName("C9 a redactor whose version counts its searches is found")
    void c9_redactorWhoseVersionCounts_isCaught() {
        Redactor counting = new Redactor() {
            private final AtomicInteger searches = new AtomicInteger();

            @Override
            public List<Span> find(String text) {
                searches.incrementAndGet();
                return annaIn(text);
            }

            @Override
            public long version() {
                return searches.get();
            }
        };

        assertThatThrownBy(() -> of(counting).same_text_same_spans("Anna"))
                .hasMessageContaining("law broken: same text, same spans")
                .hasMessageContaining("let version() change");
    }
}
