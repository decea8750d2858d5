package dev.plumbline.testkit.laws;

import dev.plumbline.call.AiDelta;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.AiError;
import dev.plumbline.testkit.check.ObserverChecker;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Laws every view of a conversation keeps. Implement {@link #view()} and {@link #shown} in a test class; jqwik finds
 * the rest. {@link ObserverChecker} has the same laws as plain methods.
 *
 * @param <V> the view's type
 */
public interface ObserverLaws<V extends ConversationObserver> {

    /** A fresh one. */
    V view();

    /** What it shows now, as a value with {@code equals}. */
    Object shown(V view);

    /** Whatever comes, it throws nothing. */
    @Property(tries = 100)
    default void takes_every_event(
            @ForAll(supplier = AnyStream.class) List<AiDelta> stream, @ForAll AiError.Category ending) {
        trial().takesEveryEvent(stream, ending);
    }

    /** The same text in other pieces is shown alike. */
    @Property(tries = 100)
    default void chunking_is_not_seen(@ForAll(supplier = AnyStream.class) List<AiDelta> stream) {
        trial().chunkingIsNotSeen(stream);
    }

    /** What was taken back is not shown. */
    @Property(tries = 100)
    default void reset_takes_back(@ForAll(supplier = AnyStream.class) List<AiDelta> stream) {
        trial().resetTakesBack(stream);
    }

    private ObserverChecker<V> trial() {
        return new ObserverChecker<>(this::view, this::shown);
    }
}
