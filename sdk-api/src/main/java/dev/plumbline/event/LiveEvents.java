package dev.plumbline.event;

import java.util.Set;

/** The kinds of events that tell what happens while it happens. */
final class LiveEvents {
    static final Set<Class<? extends AiEvent>> KINDS = Set.of(
            AiEvent.SessionOpened.class,
            AiEvent.SessionClosed.class,
            AiEvent.TurnStarted.class,
            AiEvent.Cancelling.class,
            AiEvent.RoundStarted.class,
            AiEvent.CallStarted.class,
            AiEvent.AttemptStarted.class,
            AiEvent.AttemptFinished.class,
            AiEvent.AttemptFailed.class,
            AiEvent.Waiting.class,
            AiEvent.FirstContent.class,
            AiEvent.DeltaSeen.class,
            AiEvent.ToolsRequested.class,
            AiEvent.ToolStarted.class,
            AiEvent.ToolProgressed.class);

    private LiveEvents() {}
}
