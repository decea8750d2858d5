package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LifecycleTraceTest {
    private static final CallIds IDS = new CallIds("s1", "t1", 1, "");
    private static final Interaction.ToolCall CALL = new Interaction.ToolCall("c1", "drawWall", Json.object());

    private static List<SessionEvent> turn() {
        return List.of(
                new SessionEvent.TurnStarted(1, IDS, Interaction.user("A wall."), "main"),
                new SessionEvent.RoundStarted(2, IDS),
                new SessionEvent.Text(3, IDS, "I "),
                new SessionEvent.Text(4, IDS, "draw."),
                new SessionEvent.ToolCalled(5, IDS, CALL),
                new SessionEvent.ToolFinished(6, IDS, new Interaction.ToolResult("c1", ToolEnvelope.ok("w1"))),
                new SessionEvent.Reset(7, IDS),
                new SessionEvent.Custom(8, IDS, "units", Json.object()),
                new SessionEvent.TurnFinished(9, IDS, AiReturn.ofText("Done.")));
    }

    private static LifecycleTrace trace(List<SessionEvent> events) {
        LifecycleTrace trace = LifecycleTrace.create();
        events.forEach(trace::onEvent);
        return trace;
    }

    @Test
    void turn_isReadLineByLine_textInOneLine() {
        trace(turn())
                .awaitTurns(1)
                .expectOrderly()
                .expect(
                        "turn",
                        "round 1",
                        "text",
                        "call drawWall",
                        "result c1",
                        "reset",
                        "custom units",
                        "finished " + AiReturn.ofText("Done.").status());
    }

    @Test
    void another_isShownBesideWhatWasExpected() {
        assertThatThrownBy(() -> trace(turn()).expect("turn", "call measure", "text", "…"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the course of events differs")
                .hasMessageContaining("- call measure")
                .hasMessageContaining("+ round 1");
    }

    @Test
    @Tag("SH32")
    void eventAfterTheEnd_isNamed() {
        List<SessionEvent> late = new ArrayList<>(turn());
        late.add(new SessionEvent.Text(10, IDS, "late"));

        assertThatThrownBy(() -> trace(late).expectOrderly())
                .hasMessage("event 10 (text) is out of order: its turn is over");
    }

    @Test
    void numberThatDoesNotRise_isNamed() {
        List<SessionEvent> twice = List.of(turn().get(0), turn().get(0));

        assertThatThrownBy(() -> trace(twice).expectOrderly())
                .hasMessageContaining("its sequence number does not increase");
    }

    @Test
    @Tag("B32")
    void turnWithoutEnd_orWithoutBeginning_isNamed() {
        assertThatThrownBy(() -> trace(turn().subList(0, 4)).expectOrderly())
                .hasMessageContaining("1 turns have no end");
        assertThatThrownBy(() -> trace(turn().subList(8, 9)).expectOrderly())
                .hasMessageContaining("its turn has not begun");
    }
}
