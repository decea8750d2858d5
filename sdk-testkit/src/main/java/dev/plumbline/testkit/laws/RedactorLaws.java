package dev.plumbline.testkit.laws;

import dev.plumbline.extend.Redactor;
import dev.plumbline.testkit.Together;
import dev.plumbline.testkit.trial.Verdict;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Laws every redactor keeps. Implement {@link #redactor()} in a test class; jqwik finds the rest. */
public interface RedactorLaws {

    /** One that is ready, or gets ready when it is asked to. */
    Redactor redactor();

    /** Every text is answered, and no span ends behind it. */
    @Property(tries = 200)
    default void spans_stand_in_the_text(@ForAll String text) {
        for (Redactor.Span span : ready().find(text)) {
            new Verdict("spans stand in the text", "a text of " + text.length() + " characters")
                    .require(
                            span.end() <= text.length(),
                            "a span that ends at " + span.end(),
                            "count in UTF-16 characters, as String does, not in code points or bytes");
        }
    }

    /** The same text, the same spans, in any thread. */
    @Property(tries = 100)
    default void same_text_same_spans(@ForAll String text) {
        Redactor redactor = ready();
        List<Redactor.Span> first = redactor.find(text);
        List<Redactor.Span> second = Together.begin(() -> redactor.find(text)).join();
        new Verdict("same text, same spans", "a text of " + text.length() + " characters")
                .require(
                        first.equals(second),
                        first + ", then " + second,
                        "keep nothing from text to text; what changes hides a value in one round and shows it in the next");
    }

    /** Where nothing is written, nothing is found. */
    @Property(tries = 1)
    default void nothing_is_found_in_nothing() {
        new Verdict("nothing is found in nothing", "the empty text")
                .require(ready().find("").isEmpty(), "a span", "answer the empty text with an empty list");
    }

    private Redactor ready() {
        Redactor redactor = redactor();
        redactor.warmUp().join();
        return redactor;
    }
}
