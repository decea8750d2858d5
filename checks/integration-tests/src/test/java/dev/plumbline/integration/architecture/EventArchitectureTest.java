package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.internal.SealedVariants;
import dev.plumbline.violations.events.BadEvent;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Telemetry has no field that could hold a prompt, an answer, an argument or a message. */
class EventArchitectureTest {

    @Test
    @Tag("SH128")
    @Tag("F110")
    void events_cannotHoldText() {
        assertThat(EventRules.openToText(TelemetryEvent.class)).isEmpty();
    }

    @Test
    void events_plantedText_isCaughtHoweverDeep() {
        assertThat(EventRules.openToText(BadEvent.class))
                .containsExactlyInAnyOrder("Said.words", "Wrapped.inside", "Deep.note", "Deep.note", "Listed.pieces");
    }

    /** One record with a component named {@code kind} would make every stored event unreadable. */
    @Test
    void events_canBeReadAgain() {
        assertThat(SealedVariants.of(TelemetryEvent.class)).hasSizeGreaterThanOrEqualTo(21);
    }

    /** Without it the test would pass on an interface that lost its records. */
    @Test
    @Tag("SH122")
    void events_areAllThere() {
        Set<String> names = Arrays.stream(TelemetryEvent.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .collect(Collectors.toSet());
        assertThat(names)
                .contains(
                        "CallStarted",
                        "AttemptStarted",
                        "AttemptFinished",
                        "AttemptFailed",
                        "WaitStarted",
                        "DeltasReceived")
                .contains("ToolStarted", "ToolProgressed", "ToolFinished", "ToolDecided", "EgressDecided")
                .contains("CallFinished", "TurnCancelling", "TurnFinished", "RoundStarted")
                .hasSizeGreaterThanOrEqualTo(21);
    }

    @Test
    void strings_everyAllowanceIsUsed() {
        Set<String> used = Stream.of(
                        dev.plumbline.event.CallIds.class,
                        dev.plumbline.event.TelemetryName.class,
                        dev.plumbline.event.Cost.class)
                .flatMap(record -> Arrays.stream(record.getRecordComponents())
                        .filter(component -> component.getType() == String.class)
                        .map(component -> record.getSimpleName() + "." + component.getName()))
                .collect(Collectors.toSet());
        assertThat(used).isEqualTo(EventRules.STRINGS.keySet());
    }
}
