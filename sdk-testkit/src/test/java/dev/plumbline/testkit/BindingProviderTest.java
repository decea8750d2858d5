package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.testkit.internal.BoundCallLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was sent stays sent, or the call is refused and says where. */
class BindingProviderTest {
    private static final ModelId MODEL = new ModelId("scripted", "script");

    private final BindingProvider model = BindingProvider.of(
            ScriptedProvider.create().says("One.").says("Two.").repeats());

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

    @Test
    @DisplayName(
            "P17 a log names who starts over, said and unsaid; a repetition, an edit and an answer of others are none")
    void p17_log(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("bound.txt");
        BindingProvider judged = new BindingProvider(
                ScriptedProvider.create()
                        .says("One.")
                        .says("Two.")
                        .says("Three.")
                        .repeats(),
                Optional.of(new BoundCallLog(file, "a test")));
        AiCall call = AiCall.of(body, MODEL);
        List<Interaction> said = new ArrayList<>(body.interactions());
        said.addAll(judged.call(call).interactions());
        said.add(Interaction.user("A door."));
        judged.call(call.withEffective(said));
        judged.call(call.withEffective(said.subList(0, 2)));
        List<Interaction> rewritten = new ArrayList<>(Interaction.withoutOpaque(said));
        rewritten.set(1, Interaction.user("Another wall."));
        judged.call(call.withEffective(rewritten));
        judged.call(call.withEffective(rewritten).withAttribute(AiCall.STARTS_OVER, "messages before message 1"));
        rewritten.set(2, new Interaction.Assistant(List.of(Part.text("Given by nobody."))));
        judged.call(call.withEffective(rewritten));
        said.set(1, Interaction.user("Another wall."));
        judged.call(call.withEffective(said));

        assertThat(Files.readString(file).replaceAll("answered\ta test\n", ""))
                .isEqualTo(
                        "starts over unsaid: interaction 1 has changed before the answer at 2, which was given to something"
                                + " else\ta test\nstarts over: messages before message 1\ta test\n"
                                + "refused: interaction 1 has changed before the answer at 2, which was given to something else\ta test\n");
    }

    @Test
    @DisplayName("P1 what is bound is streamed before the answer, so that both are the same")
    void p1_bound_isStreamed() {
        List<AiDelta> streamed = new ArrayList<>();
        AiReturn ret = model.call(AiCall.of(body, MODEL).withSink(streamed::add));
        assertThat(AiReturn.builder().deltas(streamed).build().interactions()).isEqualTo(ret.interactions());
    }
}
