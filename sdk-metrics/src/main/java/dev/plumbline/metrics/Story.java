package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What caches, retries, checks and rules did in a turn, a sentence each, in order. */
final class Story {
    private Story() {}

    static List<String> of(List<AiEvent> events) {
        return events.stream().flatMap(event -> sentence(event).stream()).toList();
    }

    private static Optional<String> sentence(AiEvent event) {
        if (event instanceof AiEvent.CacheChecked cache) {
            return Optional.of(
                    in(event) + (cache.hit() ? "answered from the cache" : "not in the cache: " + cache.why()));
        }
        if (event instanceof AiEvent.AttemptFailed failed) {
            return Optional.of(in(event) + "attempt " + failed.attempt() + " failed: " + failed.error());
        }
        if (event instanceof AiEvent.Waiting wait) {
            String time = Html.time(Duration.between(wait.at(), wait.until()));
            return Optional.of(in(event) + "waited " + time + " (" + wait.why() + ")");
        }
        if (event instanceof AiEvent.Validated found && found.errors() + found.warnings() > 0) {
            return Optional.of(in(event) + found.validator() + " found " + found.errors() + " errors and "
                    + found.warnings() + " warnings");
        }
        return decision(event);
    }

    private static Optional<String> decision(AiEvent event) {
        if (event instanceof AiEvent.ToolDecided decided) {
            return Optional.of(in(event) + "the tool " + decided.tool() + " was " + decided.decision());
        }
        if (event instanceof AiEvent.EgressDecided egress && egress.verdict() != AiEvent.Egress.ALLOWED) {
            return Optional.of(in(event) + egress.tool() + " was refused " + egress.door() + ": " + egress.rule());
        }
        if (event instanceof AiEvent.ExtensionFailed failed) {
            return Optional.of(in(event) + failed.extension() + " failed with " + failed.causeClass());
        }
        return event instanceof AiEvent.Cancelling ? Optional.of(in(event) + "somebody stopped it") : Optional.empty();
    }

    private static String in(AiEvent event) {
        return event.ids().round() == 0 ? "" : "Round " + event.ids().round() + ": ";
    }
}
