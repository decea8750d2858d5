package dev.plumbline.testkit.laws;

import dev.plumbline.json.Json;
import dev.plumbline.policy.Redactor;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.internal.AtOnce;
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

    /** Returns texts of which it finds each wherever it stands between spaces, such as names and numbers. None by default. */
    default List<String> words() {
        return List.of();
    }

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

    /**
     * Checks that a word has the span that it has alone wherever it stands: behind other words, and behind letters that are several or
     * other ones in small or capital letters, or in another normal form.
     */
    @Property(tries = 50)
    default void words_are_found_where_they_stand(@ForAll(supplier = AnyInput.Steps.class) List<Integer> steps) {
        LawAssertion.within(patience(), "words are found where they stand", () -> {
            Redactor ready = ready();
            for (String word : words()) {
                List<Redactor.Span> alone = found(ready, word, verdict("words are found where they stand", word));
                verdict("words are found where they stand", word).check(!alone.isEmpty(), "no span", "find it alone");
                StringBuilder before = new StringBuilder();
                for (int step : steps) {
                    before.append(AnyInput.BESIDE.get(step % AnyInput.BESIDE.size()))
                            .append(step % 3 == 0 ? "\n" : " ");
                    String text = before + word + " " + AnyInput.BESIDE.get(step / 7 % AnyInput.BESIDE.size());
                    int at = before.length();
                    LawAssertion verdict = verdict("words are found where they stand", text);
                    List<Redactor.Span> seen = found(ready, text, verdict);
                    for (Redactor.Span span : alone) {
                        verdict.check(
                                seen.stream()
                                        .anyMatch(each -> each.start() <= at + span.start()
                                                && each.end() >= at + span.end()
                                                && each.end() <= at + word.length()),
                                seen + " without the one from " + (at + span.start()) + " to " + (at + span.end()),
                                "search the text as it is: one that was changed to small letters may have another length");
                    }
                }
            }
        });
    }

    /** Checks that many threads find in long texts what each finds alone, again and again. */
    @Property(tries = 3)
    default void threads_do_not_meet(@ForAll(supplier = AnyInput.Steps.class) List<Integer> steps) {
        LawAssertion.within(patience(), "threads do not meet", () -> {
            List<String> some = words().isEmpty() ? List.of("Anna Berg", "12345678", "anna@example.org") : words();
            Redactor ready = ready();
            LawAssertion verdict = verdict("threads do not meet", some.toString());
            AtOnce.sameAsAlone(
                    4,
                    20,
                    Duration.ofMillis(200),
                    (number, meets) -> {
                        String text = " ".repeat(number) + (String.join(", ", some) + ", ").repeat(20 + number);
                        meets.run();
                        return found(ready, text, verdict);
                    },
                    verdict);
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
