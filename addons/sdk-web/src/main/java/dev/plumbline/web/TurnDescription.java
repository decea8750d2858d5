package dev.plumbline.web;

import dev.plumbline.event.AiError;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.TelemetryEvent;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Describes the effects of caches, retries, checks and rules in a turn, a sentence for each, in order. */
final class TurnDescription {
    private TurnDescription() {}

    static List<String> of(List<TelemetryEvent> events) {
        return events.stream()
                .flatMap(event -> sentences(event).map(sentence -> in(event) + sentence))
                .toList();
    }

    private static Stream<String> sentences(TelemetryEvent event) {
        if (event instanceof TelemetryEvent.CallFinished finished) {
            CallRecord call = finished.call();
            return Stream.of(lookups(call), failures(call), waits(call), checks(call))
                    .flatMap(sentence -> sentence);
        }
        return decision(event).stream();
    }

    private static Stream<String> lookups(CallRecord call) {
        return call.lookups().stream().map(cache -> cache.hit() ? hit(cache) : "not in the cache: " + cache.why());
    }

    private static String hit(CallRecord.CacheLookup cache) {
        String sentence = "answered from the cache";
        return cache.savedTokens().isEmpty()
                ? sentence
                : sentence + ", " + cache.savedTokens().getAsLong() + " tokens saved";
    }

    private static Stream<String> failures(CallRecord call) {
        return IntStream.range(0, call.retried().size())
                .mapToObj(
                        i -> "attempt " + (i + 1) + " failed: " + call.retried().get(i));
    }

    private static Stream<String> waits(CallRecord call) {
        return call.waits().stream().map(wait -> "waited " + Quantities.time(wait.took()) + " (" + wait.why() + ")");
    }

    private static Stream<String> checks(CallRecord call) {
        return call.checks().stream()
                .filter(check -> check.errors() + check.warnings() > 0)
                .map(TurnDescription::check);
    }

    private static String check(CallRecord.Check check) {
        return check.validator() + " found " + check.errors() + " errors and " + check.warnings() + " warnings";
    }

    private static Optional<String> decision(TelemetryEvent event) {
        if (event instanceof TelemetryEvent.ToolDecided decided) {
            return Optional.of("the tool " + decided.tool() + " was " + decided.decision());
        }
        if (event instanceof TelemetryEvent.ArgumentsChecked arguments) {
            return Optional.of("in the arguments of the tool " + arguments.tool() + ", " + check(arguments.check()));
        }
        if (event instanceof TelemetryEvent.EgressDecided egress
                && egress.verdict() != TelemetryEvent.EgressDecision.ALLOWED) {
            return Optional.of(egress.tool() + " was refused " + egress.door() + ": " + egress.rule());
        }
        if (event instanceof TelemetryEvent.ExtensionFailed failed) {
            return Optional.of(failed.extension() + " failed with " + failed.causeClass());
        }
        boolean stopped = event instanceof TelemetryEvent.TurnFinished turn
                && turn.error().filter(AiError.Category.CANCELLED::equals).isPresent();
        return stopped ? Optional.of("the turn was cancelled") : Optional.empty();
    }

    private static String in(TelemetryEvent event) {
        return event.ids().round() == 0 || event instanceof TelemetryEvent.TurnFinished
                ? ""
                : "Round " + event.ids().round() + ": ";
    }
}
