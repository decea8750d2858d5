package dev.plumbline.extensions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DisplayedTextRecorderTest {
    private final DisplayedTextRecorder shown = DisplayedTextRecorder.create();
    private final ConversationObserver view =
            RecordingContributions.from(shown).views.get(0);

    private static CallIds ids(String turn, int round) {
        return new CallIds("s1", turn, round, "");
    }

    private void shows(String turn, int round, String... pieces) {
        view.onEvent(new SessionEvent.RoundStarted(1, ids(turn, round)));
        for (String piece : pieces) {
            view.onEvent(new SessionEvent.Text(2, ids(turn, round), piece));
        }
    }

    @Test
    @Tag("C100")
    void text_isWhatViewsGot_withoutWhatWasTakenBack() {
        shows("t1", 1, "Let me ", "look. ");
        shows("t1", 2, "It is wr");
        view.onEvent(new SessionEvent.Reset(3, ids("t1", 2)));
        assertThat(shown.ofTurn("t1")).isEqualTo("Let me look. ");
        view.onEvent(new SessionEvent.Text(4, ids("t1", 2), "It is five."));
        assertThat(shown.ofTurn("t1")).isEqualTo("Let me look. It is five.");
    }

    @Test
    void turns_ofSeveralBranchesAtOnce_areKeptApart() {
        shows("t1", 1, "one ");
        shows("t2", 1, "two ");
        view.onEvent(new SessionEvent.Text(4, ids("t1", 1), "one"));
        assertThat(shown.ofTurn("t1")).isEqualTo("one one");
        assertThat(shown.ofTurn("t2")).isEqualTo("two ");
        assertThat(shown.ofTurn("t3")).isEmpty();
    }

    @Test
    void turns_areForgotten_theOldestFirst() {
        for (int i = 0; i <= 256; i++) {
            shows("t" + i, 1, "words");
        }
        assertThat(shown.ofTurn("t0")).isEmpty();
        assertThat(shown.ofTurn("t1")).isEqualTo("words");
        assertThat(shown).hasToString("DisplayedTextRecorder");
    }
}
