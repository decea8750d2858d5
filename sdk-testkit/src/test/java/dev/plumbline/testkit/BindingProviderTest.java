package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What was sent stays sent, or the call is refused and says where. */
class BindingProviderTest {
    private static final ModelId MODEL = new ModelId("scripted", "script");

    private final BindingProvider model =
            BindingProvider.of(ScriptedProvider.create().says("One.").says("Two."));

    private final AiBody body =
            AiBody.builder().addSystem("You draw.").addUser("A wall.").build();

    private AiReturn second(List<Interaction> before) {
        return model.call(AiCall.of(body, MODEL).withEffective(before));
    }

    private List<Interaction> first() {
        List<Interaction> said = new ArrayList<>(body.interactions());
        said.addAll(model.call(AiCall.of(body, MODEL)).interactions());
        said.add(Interaction.user("A door."));
        return said;
    }

    @Test
    @DisplayName("P1 what was sent is accepted, and what follows it")
    void p1_same_isAccepted() {
        assertThat(second(first()).text()).isEqualTo("Two.");
        assertThat(model.refused()).isEmpty();
    }

    @Test
    @DisplayName("P1 a changed, a new and a missing interaction before an answer are named")
    void p1_rewritten_isRefused() {
        List<Interaction> changed = first();
        changed.set(1, Interaction.user("Another wall."));
        AiReturn ret = second(changed);
        assertThat(ret.error()).map(AiError::code).contains("sent-prefix");
        List<Interaction> more = new ArrayList<>(changed);
        more.set(1, body.interactions().get(1));
        more.add(2, new Interaction.System("Be brief."));
        assertThat(second(more).isOk()).isFalse();
        List<Interaction> less = new ArrayList<>(changed.subList(1, changed.size()));
        assertThat(second(less).isOk()).isFalse();
        assertThat(model.refused())
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("interaction 1 has changed before the answer at 2"),
                        two -> assertThat(two).startsWith("interaction 2 is new before the answer at 3"),
                        three -> assertThat(three).startsWith("interaction 0 has changed before the answer at 1"));
        assertThat(model.refused().toString()).doesNotContain("wall");
    }

    @Test
    @DisplayName("P1 an answer without what is bound is accepted behind anything")
    void p1_unbound_isAccepted() {
        List<Interaction> said = first();
        said.remove(0);
        assertThat(second(Interaction.withoutOpaque(said)).text()).isEqualTo("Two.");
    }
}
