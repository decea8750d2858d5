package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.tool.AiTool;
import dev.plumbline.ui.Question;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A yes that holds only for the document it was said of. */
class ApprovedDocumentTest {
    private final ToolExecutorFixture bench = new ToolExecutorFixture();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final AiTool wipe =
            tool("wipe", (in, ctx) -> log.add("wiped " + in.text())).withDestructive();

    @AfterEach
    void close() {
        bench.close();
    }

    private ToolExecutorFixture rules(ApprovalRules rules) {
        return bench.with(b -> b.approvals(rules));
    }

    private static Question.Option approval(Question question) {
        return question.options().stream()
                .filter(option -> option.id().equals("approve"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("D10")
    void changedDocument_voidsTheYes() {
        AtomicInteger revision = new AtomicInteger();
        rules(ApprovalRules.builder().ask("*").validWhileUnchanged("drawing").build())
                .with(wipe);
        bench.with(b -> b.documentRevisions((key, turn) -> Optional.of(key + revision.get()))
                .questionHandler(q -> {
                    revision.incrementAndGet();
                    q.answer(approval(q));
                }));
        ToolEnvelope envelope = bench.run("wipe");
        assertThat(envelope.failure().orElseThrow().message()).contains("document changed");
        assertThat(log).isEmpty();
    }

    @Test
    @Tag("D10")
    void approvedBatch_isNotVoidedByItsOwnEdits() {
        assertThat(editing(new AtomicInteger(), 300)).hasSize(300).allMatch(outcome -> outcome.isOk());
    }

    @Test
    @Tag("D10")
    void editOfTheUsers_inTheMiddleOfABatch_voidsTheRest() {
        AtomicInteger revision = new AtomicInteger();
        AtomicInteger begun = new AtomicInteger();
        bench.policy("user", (call, next) -> {
            if (begun.incrementAndGet() == 4) {
                revision.incrementAndGet();
            }
            return next.proceed(call);
        });
        List<ToolEnvelope> outcomes = editing(revision, 10);
        assertThat(outcomes.subList(0, 3)).allMatch(outcome -> outcome.isOk());
        assertThat(outcomes.subList(3, 10))
                .allSatisfy(outcome ->
                        assertThat(outcome.failure().orElseThrow().message()).contains("document changed"));
    }

    /** What comes of so many calls in one batch, each approved, each changing the document. */
    private List<ToolEnvelope> editing(AtomicInteger revision, int calls) {
        rules(ApprovalRules.builder()
                        .ask("*")
                        .validWhileUnchanged("drawing")
                        .maxQuestions(calls)
                        .build())
                .with(tool("edit", (in, ctx) -> ctx.edit(revision::incrementAndGet)));
        bench.with(b -> b.documentRevisions((key, turn) -> Optional.of(key + revision.get()))
                .questionHandler(q -> q.answer(approval(q))));
        return bench.runMany("edit", calls);
    }

    @Test
    void documentIsNotLookedAt_forWhatNobodyIsAskedAbout() {
        AtomicInteger looks = new AtomicInteger();
        rules(ApprovalRules.builder().allow("*").validWhileUnchanged("drawing").build())
                .with(wipe);
        bench.with(b -> b.documentRevisions((key, turn) -> Optional.of(key + looks.incrementAndGet())));
        assertThat(bench.run("wipe").isOk()).isTrue();
        assertThat(looks).hasValue(0);
    }

    @Test
    @DisplayName("S5 what the user read is what runs: a call whose preview has changed since its question does not")
    void s5_previewThatHasChanged_voidsTheYes() {
        List<String> walls = new CopyOnWriteArrayList<>(List.of("north", "south"));
        AtomicInteger revision = new AtomicInteger();
        AiTool delete = tool(
                        "delete",
                        (in, ctx) -> ctx.edit(() -> {
                            revision.incrementAndGet();
                            return walls.remove(0);
                        }))
                .withDestructive()
                .withPreview(in -> "Delete the wall " + walls.get(0) + "?");
        rules(ApprovalRules.builder().ask("*").validWhileUnchanged("drawing").build())
                .with(delete);
        bench.with(b -> b.documentRevisions((key, turn) -> Optional.of(key + revision.get()))
                .questionHandler(q -> {
                    log.add(q.text().lines().findFirst().orElseThrow());
                    q.answer(approval(q));
                }));
        List<ToolEnvelope> outcomes = bench.runMany("delete", 2);
        assertThat(log).containsOnly("The tool says: Delete the wall north?").hasSize(2);
        assertThat(outcomes.get(0).isOk()).isTrue();
        assertThat(outcomes.get(1).failure().orElseThrow().message()).contains("what it would do has changed");
        assertThat(walls).containsExactly("south");
    }

    @Test
    @DisplayName("S5 arguments that the user has changed run without the preview of others")
    void s5_previewOfOtherArguments_isNotCompared() {
        bench.with(b -> b.questionHandler(
                        q -> q.answer(approval(q), Json.object().with("id", "w2"))))
                .with(tool("wipe", (in, ctx) -> log.add("wiped " + in.text()))
                        .withDestructive()
                        .withPreview(in -> "Wipe " + in.get("id").text() + "?"));
        rules(ApprovalRules.builder().ask("*").build());
        assertThat(bench.run("wipe", Map.of("id", "w1")).isOk()).isTrue();
        assertThat(log).containsExactly("wiped {\"id\":\"w2\"}");
    }
}
