package dev.plumbline.integration.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.integration.generated.SessionStep.Action;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Tests random operations on a conversation of a whole runtime, over crashes and restarts. */
class SessionProgramsTest {

    @Property(tries = 50)
    @Tag("SH31")
    @Label("Transcript: after every step each call has its one result, on every branch")
    void transcript(@ForAll("programs") List<SessionStep> program) {
        try (SessionProgramRunner sitting = new SessionProgramRunner()) {
            for (SessionStep step : program) {
                sitting.take(step);
                for (String branch : sitting.session().tree().heads().keySet()) {
                    List<Interaction> said = said(sitting.session().tree().path(branch));
                    assertThat(AiBody.unpaired(said))
                            .as("%s on %s", step, branch)
                            .isEmpty();
                }
                assertThat(AiBody.unpaired(sitting.session().body().interactions()))
                        .isEmpty();
            }
        }
    }

    @Property(tries = 50)
    @Tag("SH31")
    @Tag("B32")
    @Label("Termination: each turn of a program ends once, and as it was meant to")
    void termination(@ForAll("programs") List<SessionStep> program) {
        try (SessionProgramRunner sitting = new SessionProgramRunner()) {
            for (SessionStep step : program) {
                sitting.take(step);
                sitting.trace().expectOrderly();
                assertThat(sitting.session().isRunning()).isFalse();
                if (step.deed() == Action.CANCEL) {
                    assertThat(sitting.last().status()).isEqualTo(AiReturn.Status.CANCELLED);
                } else if (step.deed() == Action.SEND || step.deed() == Action.SEND_FOR_TOOLS) {
                    assertThat(sitting.last().orThrow().text()).endsWith(step.words());
                }
            }
        }
    }

    @Property(tries = 50)
    @Label("Resume: what was said is read from the journal as it was written, on every branch")
    void resume(@ForAll("programs") List<SessionStep> program) {
        try (SessionProgramRunner sitting = new SessionProgramRunner()) {
            for (SessionStep step : program) {
                ConversationTree before = sitting.session().tree();
                boolean stored = sitting.isStored();
                sitting.take(step);
                if (stored && (step.deed() == Action.RESUME || step.deed() == Action.CRASH)) {
                    requireAllOf(before, sitting.session().tree());
                }
            }
        }
    }

    /** A branch without messages may be gone; the entries before it must be there. */
    private static void requireAllOf(ConversationTree before, ConversationTree now) {
        for (String branch : before.heads().keySet()) {
            for (ConversationEntry entry : before.path(branch)) {
                assertThat(now.find(entry.id()).map(ConversationEntry::toJson)).contains(entry.toJson());
            }
        }
    }

    @Provide
    Arbitrary<List<SessionStep>> programs() {
        return SessionStep.programs();
    }

    private static List<Interaction> said(List<ConversationEntry> path) {
        return path.stream().flatMap(entry -> entry.interactions().stream()).toList();
    }
}
