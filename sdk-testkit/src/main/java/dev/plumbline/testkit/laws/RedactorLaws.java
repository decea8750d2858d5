package dev.plumbline.testkit.laws;

import dev.plumbline.policy.Redactor;
import dev.plumbline.testkit.check.RedactorChecker;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Laws every redactor keeps. Implement {@link #redactor()} in a test class; jqwik finds the rest. {@link RedactorChecker}
 * has the same laws as plain methods.
 */
public interface RedactorLaws {

    /** One that is ready, or gets ready when it is asked to. */
    Redactor redactor();

    /** Every text is answered, and no span goes beyond it. */
    @Property(tries = 200)
    default void spans_stand_in_the_text(@ForAll(supplier = AnyRedactableText.class) String text) {
        trial().spansStandInTheText(text);
    }

    /** The same text, the same spans, in any thread. */
    @Property(tries = 100)
    default void same_text_same_spans(@ForAll(supplier = AnyRedactableText.class) String text) {
        trial().sameTextSameSpans(text);
    }

    /** Where nothing is written, nothing is found. */
    @Property(tries = 1)
    default void nothing_is_found_in_nothing() {
        trial().nothingIsFoundInNothing();
    }

    private RedactorChecker trial() {
        return new RedactorChecker(this::redactor);
    }
}
