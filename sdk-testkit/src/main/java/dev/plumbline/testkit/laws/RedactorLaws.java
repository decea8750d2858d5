package dev.plumbline.testkit.laws;

import dev.plumbline.json.Json;
import dev.plumbline.policy.Redactor;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.internal.LawAssertion;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The laws of every redactor as jqwik properties. Implement {@link #redactor()} in a test class. Tests without
 * jqwik call them with an input.
 */
public interface RedactorLaws {

    /** Returns a redactor that is ready, or becomes ready when it is told to. */
    Redactor redactor();

    /** Returns how long a law may take with one input: 30 seconds by default. What takes longer is taken for endless. */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** Checks that every text has a result and no span exceeds the text. */
    @Property(tries = 200)
    default void spans_stand_in_the_text(@ForAll(supplier = AnyInput.RedactableText.class) String text) {
        LawAssertion.within(patience(), "spans are in the text", () -> {
            LawAssertion verdict = verdict("spans are in the text", text);
            for (Redactor.Span span : found(ready(), text, verdict)) {
                verdict.check(
                        span.end() <= text.length(),
                        "a span that ends at " + span.end() + " of " + text.length(),
                        "count in UTF-16 characters, as String does, not in code points or bytes");
            }
        });
    }

    /** Checks that the same text has the same spans, in any thread, and that a search does not change the version. */
    @Property(tries = 100)
    default void same_text_same_spans(@ForAll(supplier = AnyInput.RedactableText.class) String text) {
        LawAssertion.within(patience(), "same text, same spans", () -> {
            LawAssertion verdict = verdict("same text, same spans", text);
            Redactor ready = ready();
            long version = ready.version();
            List<Redactor.Span> first = found(ready, text, verdict);
            List<Redactor.Span> second =
                    ConcurrentRunner.begin(() -> found(ready, text, verdict)).join();
            verdict.check(
                    first.equals(second),
                    first + ", then " + second,
                    "store nothing between texts; otherwise a value is hidden in one round and shown in the next");
            verdict.check(
                    version == ready.version(),
                    "version " + version + ", then " + ready.version(),
                    "let version() change with what is found in a text, not with a search; else every text is searched again");
        });
    }

    /** Checks that a text has the spans that it has alone, whatever is searched before it and at the same time. */
    @Property(tries = 50)
    default void texts_do_not_meet(
            @ForAll(supplier = AnyInput.RedactableText.class) String one,
            @ForAll(supplier = AnyInput.RedactableText.class) String other) {
        LawAssertion.within(patience(), "texts do not meet", () -> {
            LawAssertion verdict = verdict("texts do not meet", one);
            List<String> texts = List.of(one, other, one + other);
            List<List<Redactor.Span>> alone =
                    texts.stream().map(text -> found(ready(), text, verdict)).toList();
            Redactor shared = ready();
            List<List<Redactor.Span>> beside = ConcurrentRunner.run(3, i -> found(shared, texts.get(i), verdict));
            verdict.check(
                    alone.equals(beside),
                    beside + ", alone " + alone,
                    "keep what belongs to a text in local variables; many threads call find at once");
        });
    }

    /** Checks that nothing is found in an empty text. */
    @Property(tries = 1)
    default void nothing_is_found_in_nothing() {
        LawAssertion.within(patience(), "nothing is found in nothing", () -> {
            LawAssertion verdict = verdict("nothing is found in nothing", "");
            verdict.check(found(ready(), "", verdict).isEmpty(), "a span", "return an empty list for an empty text");
        });
    }

    private Redactor ready() {
        Redactor made = redactor();
        made.warmUp().join();
        return made;
    }

    private static List<Redactor.Span> found(Redactor ready, String text, LawAssertion verdict) {
        try {
            return ready.find(text);
        } catch (RuntimeException | Error e) {
            throw verdict.violation(
                    e.getClass().getName(), "return a result for every text; an exception of find ends the call");
        }
    }

    private static LawAssertion verdict(String law, String text) {
        return new LawAssertion(law, Json.of(text).text());
    }
}
