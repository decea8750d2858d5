package dev.plumbline.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConversationTreeTest {

    private static ConversationTree say(ConversationTree tree, String branch, Interaction... interactions) {
        ConversationEntry entry = new ConversationEntry(
                tree.nextId(),
                Optional.of(tree.head(branch).id()),
                List.of(interactions),
                ConversationEntry.Status.COMPLETE,
                Usage.of(10, 1),
                Instant.EPOCH,
                Duration.ZERO);
        return tree.append(branch, entry);
    }

    private static ConversationTree kitchen() {
        ConversationTree tree = say(ConversationTree.empty(), "main", Interaction.user("A kitchen."));
        tree = say(tree, "main", new Interaction.ToolCall("c1", "draw", Json.object()));
        tree = say(tree, "main", new Interaction.ToolResult("c1", ToolEnvelope.ok(1)));
        return say(tree, "main", new Interaction.Assistant(List.of(new Part.Text("Done."))));
    }

    @Test
    void editedQuestion_isASibling() {
        ConversationTree tree = kitchen();
        ConversationEntry question = tree.path("main").get(0);

        ConversationTree edited = tree.revise(question, List.of(Interaction.user("A bath.")));

        assertThat(edited.siblings(question))
                .extracting(ConversationEntry::text)
                .containsExactly("A kitchen.", "A bath.");
        assertThat(edited.path("main")).isEqualTo(tree.path("main"));
        assertThat(edited.leaves()).extracting(ConversationEntry::text).containsExactly("Done.", "A bath.");
    }

    @Test
    @Tag("C121")
    void summary_standsInPlace_andTheOriginalsStayBeside() {
        ConversationTree tree = kitchen();
        List<ConversationEntry> path = tree.path("main");

        ConversationTree shorter = tree.summarize("main", path.get(0), path.get(2), "A kitchen was drawn.");

        assertThat(shorter.interactions("main"))
                .extracting(Interaction::text)
                .containsExactly("A kitchen was drawn.", "Done.");
        assertThat(shorter.find(path.get(3).id())).contains(path.get(3));
        assertThat(shorter.usage("main")).isEqualTo(Usage.NONE);
        assertThat(shorter.usage()).isEqualTo(tree.usage());
        assertThat(shorter.revision()).isEqualTo(tree.revision() + 1);
    }

    @Test
    void summary_neverPartsCallAndResult() {
        ConversationTree tree = kitchen();
        List<ConversationEntry> path = tree.path("main");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tree.summarize("main", path.get(0), path.get(1), "x"))
                .withMessageContaining("together");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tree.summarize("main", path.get(2), path.get(3), "x"))
                .withMessageContaining("together");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tree.summarize("main", path.get(3), path.get(0), "x"))
                .withMessageContaining("first one first");
    }

    @Test
    void append_refusesAStranger() {
        ConversationTree tree = kitchen();
        ConversationEntry orphan = tree.path("main").get(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tree.append("main", orphan))
                .withMessageContaining("head");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tree.append("other", orphan))
                .withMessageContaining("no branch other");
        ConversationTree back = tree.moveHead("main", tree.path("main").get(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> back.append("main", orphan))
                .withMessageContaining("its own");
    }

    @Test
    void foreignEntry_isNamed() {
        ConversationEntry foreign = kitchen().head("main");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ConversationTree.empty().children(foreign))
                .withMessage("entry e4 is none of this tree");
    }

    @Test
    void json_faultsArePlaced() {
        Json good = kitchen().toJson();
        assertThatThrownBy(() -> ConversationTree.from(Json.parse("{\"format\":\"plumbline-tree/2\"}")))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("/format");
        assertThatThrownBy(() -> ConversationTree.from(
                        Json.parse(good.text().replace("\"parent\":\"e2\"", "\"parent\":\"e9\""))))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("/entries/2/parent");
        assertThatThrownBy(
                        () -> ConversationTree.from(Json.parse(good.text().replace("\"id\":\"e3\"", "\"id\":\"e2\""))))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("/entries/2/id");
        assertThatThrownBy(() ->
                        ConversationTree.from(Json.parse(good.text().replace("\"main\":\"e4\"", "\"main\":\"e7\""))))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("/heads");
        assertThatThrownBy(() -> ConversationTree.from(Json.parse(good.text().replace("COMPLETE", "SECRET"))))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("/entries/0")
                .hasMessageNotContaining("SECRET");
        assertThatThrownBy(() -> ConversationTree.from(
                        Json.parse(good.text().replace("\"kind\":\"user\"", "\"kind\":\"nobody\""))))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("/entries/0/interactions/0/kind");
    }

    @Test
    void words_areNotShown() {
        assertThat(kitchen()).hasToString("ConversationTree[4 entries, [main], revision 4]");
    }
}
