package dev.plumbline.testkit.check;

import dev.plumbline.json.Json;
import dev.plumbline.policy.Redactor;
import dev.plumbline.testkit.ConcurrentRunner;
import java.util.List;
import java.util.function.Supplier;

/**
 * One redactor, asked without a runtime around it. Each method is a law and throws an AssertionError that names the law,
 * the text and the fix.
 *
 * @param redactor makes one; the laws wait until it is ready
 */
public record RedactorChecker(Supplier<Redactor> redactor) {

    /** Every text is answered, and no span goes beyond it. */
    public void spansStandInTheText(String text) {
        LawAssertion verdict = verdict("spans are in the text", text);
        for (Redactor.Span span : found(ready(), text, verdict)) {
            verdict.require(
                    span.end() <= text.length(),
                    "a span that ends at " + span.end() + " of " + text.length(),
                    "count in UTF-16 characters, as String does, not in code points or bytes");
        }
    }

    /** The same text, the same spans, in any thread. */
    public void sameTextSameSpans(String text) {
        LawAssertion verdict = verdict("same text, same spans", text);
        Redactor ready = ready();
        List<Redactor.Span> first = found(ready, text, verdict);
        List<Redactor.Span> second =
                ConcurrentRunner.begin(() -> found(ready, text, verdict)).join();
        verdict.require(
                first.equals(second),
                first + ", then " + second,
                "keep nothing from text to text; what changes hides a value in one round and shows it in the next");
    }

    /** Where nothing is written, nothing is found. */
    public void nothingIsFoundInNothing() {
        LawAssertion verdict = verdict("nothing is found in nothing", "");
        verdict.require(found(ready(), "", verdict).isEmpty(), "a span", "answer the empty text with an empty list");
    }

    private Redactor ready() {
        Redactor made = redactor.get();
        made.warmUp().join();
        return made;
    }

    private static List<Redactor.Span> found(Redactor ready, String text, LawAssertion verdict) {
        try {
            return ready.find(text);
        } catch (RuntimeException | Error e) {
            throw verdict.broken(
                    e.getClass().getName(), "answer every text; what find throws ends the call it was asked for");
        }
    }

    private static LawAssertion verdict(String law, String text) {
        return new LawAssertion(law, Json.of(text).text());
    }
}
