package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Marks;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Label;
import dev.plumbline.event.Mark;
import dev.plumbline.provider.AiProvider;
import java.time.Duration;
import java.util.Optional;

/** Tells telemetry of each request that goes to a provider, however many layers ask for it. Stateless. */
final class Attempts {
    private static final Optional<AiError> BROKEN =
            Optional.of(AiError.of(AiError.Category.EXTENSION, "provider", "the provider threw"));

    private final Timekeeper time;

    Attempts(Timekeeper time) {
        this.time = time;
    }

    AiReturn watched(AiProvider provider, AiCall call) {
        if (!call.events().watches(AiEvent.AttemptStarted.class)) {
            return provider.call(call);
        }
        Label model = Label.of(call.model().name());
        call.events().onEvent(new AiEvent.AttemptStarted(call.ids(), time.instant(), Label.of(provider.id()), model));
        long began = time.nanos();
        try {
            AiReturn ret = provider.call(call);
            finished(call, began, ret.error(), ret.requestId());
            return ret;
        } catch (AiException e) {
            finished(call, began, Optional.of(e.error()), e.error().requestId());
            throw e;
        } catch (RuntimeException | Error e) {
            finished(call, began, BROKEN, Optional.empty());
            throw e;
        }
    }

    private void finished(AiCall call, long began, Optional<AiError> error, Optional<String> requestId) {
        call.events()
                .onEvent(new AiEvent.AttemptFinished(
                        call.ids(),
                        time.instant(),
                        Duration.ofNanos(time.nanos() - began),
                        error.map(AiError::category),
                        error.map(e -> e.status().orElse(0)).orElse(0),
                        requestId.map(id -> Marks.of(call, id)).orElse(Mark.NONE)));
    }
}
