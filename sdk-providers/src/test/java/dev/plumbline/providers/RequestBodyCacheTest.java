package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestBodyCacheTest {
    private static final List<Interaction> SAID = said(20, 300);

    private final RequestBodyCache bodies = new RequestBodyCache(RequestBodyCache.SHORTEST);

    private static List<Interaction> said(int turns, int length) {
        List<Interaction> said = new ArrayList<>();
        for (int i = 0; i < turns; i++) {
            said.add(Interaction.user(i + "?".repeat(length)));
            said.add(new Interaction.Assistant(List.of(Part.text("Answer " + i))));
        }
        said.add(Interaction.user("And now?"));
        return said;
    }

    private static List<Interaction> with(List<Interaction> said, Interaction... more) {
        List<Interaction> longer = new ArrayList<>(said);
        longer.addAll(List.of(more));
        return longer;
    }

    private void write(List<Interaction> order) {
        JsonWriter json = new JsonWriter().array();
        RequestBodyCache.Writing body = bodies.begin(order);
        ChatMessageWriter messages = new ChatMessageWriter(json, "scripted", ServerDialect.of("openai"), body);
        messages.addAll();
        messages.end();
        body.end(json.end().toBytes());
    }

    private int taken(List<Interaction> order) {
        return bodies.begin(order).begin(new JsonWriter().array(), true);
    }

    @Test
    void a5_whatWasSaidBefore_isTakenOverAsOnePiece() {
        write(SAID);
        Interaction answer = new Interaction.Assistant(List.of(Part.text("Now.")));
        assertThat(taken(with(SAID, answer, Interaction.user("Good.")))).isEqualTo(SAID.size());
    }

    @Test
    void a5_editedQuestion_takesOverWhatLiesBeforeIt() {
        write(SAID);
        assertThat(taken(with(SAID.subList(0, 10), Interaction.user("Other")))).isEqualTo(10);
    }

    @Test
    void a5_answerThatGoesOn_isWrittenAgain() {
        write(SAID);
        Interaction call = new Interaction.ToolCall("call_1", "wall", Json.object());
        assertThat(taken(with(SAID.subList(0, 10), call))).isEqualTo(9);
    }

    @Test
    void a5_otherInstances_areNotTakenOver() {
        write(SAID);
        assertThat(taken(said(20, 300))).isZero();
    }

    @Test
    void a5_shortAndHugeBodies_areNotKept() {
        write(said(2, 10));
        write(said(1, RequestBodyCache.LARGEST));
        assertThat(bodies.weight()).isZero();
    }

    @Test
    void a5_onlyTheLatestBodyOfAConversation_isKept() {
        write(SAID);
        long once = bodies.weight();
        write(SAID);
        assertThat(bodies.weight()).isEqualTo(once).isPositive();
    }
}
