package dev.plumbline.session;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.util.Optional;

/**
 * What came of asking the hooks.
 *
 * @param payload what is gone on with
 * @param stopped why not, if one of them said stop
 */
record Said<T>(T payload, Optional<AiError> stopped) {

    static <T> Said<T> on(T payload) {
        return new Said<>(payload, Optional.empty());
    }

    T orThrow() {
        stopped.ifPresent(error -> {
            throw new AiException(error);
        });
        return payload;
    }
}
