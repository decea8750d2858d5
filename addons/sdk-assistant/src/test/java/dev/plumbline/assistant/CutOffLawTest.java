package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What is left behind when a question is asked again: the effects of all turns from it on, and no others. */
class CutOffLawTest {

    enum Outcome {
        NONE,
        BEGUN,
        NOT_BEGUN,
        DONE,
        FAILED,
        DENIED,
        READ
    }

    @Property(tries = 300)
    void a2_cutOff_isWhatTheTurnsFromThereDid(
            @ForAll @Size(min = 1, max = 6) List<Outcome> turns, @ForAll @IntRange(max = 5) int which) {
        int asked = which % turns.size();
        List<ConversationEntry> path = new ArrayList<>();
        List<ConversationEntry> questions = new ArrayList<>();
        Set<String> begun = new HashSet<>();
        Set<String> done = new HashSet<>();
        Set<String> unknown = new HashSet<>();
        for (int i = 0; i < turns.size(); i++) {
            String id = "c" + i;
            questions.add(add(path, Interaction.user("question " + i)));
            Outcome outcome = turns.get(i);
            if (outcome != Outcome.NONE) {
                add(path, new Interaction.ToolCall(id, outcome == Outcome.READ ? "count" : "draw", Json.object()));
                envelope(outcome).ifPresent(result -> add(path, new Interaction.ToolResult(id, result)));
            }
            if (outcome == Outcome.BEGUN) {
                begun.add(id);
            }
            if (i >= asked) {
                boolean isUnknown = outcome == Outcome.BEGUN || outcome == Outcome.FAILED;
                (isUnknown ? unknown : outcome == Outcome.DONE ? done : new HashSet<String>()).add(id);
            }
        }
        CutOff cut = CutOff.of(path, questions.get(asked), begun, "count"::equals);
        assertThat(cut.done()).extracting(Interaction.ToolCall::id).containsExactlyInAnyOrderElementsOf(done);
        assertThat(cut.unknown()).extracting(Interaction.ToolCall::id).containsExactlyInAnyOrderElementsOf(unknown);
        assertThat(cut.isWithoutEffect()).isEqualTo(done.isEmpty() && unknown.isEmpty());
        assertThat(cut.entries().get(0)).isEqualTo(questions.get(asked));
        assertThat(cut.unanswered())
                .extracting(Interaction.User::text)
                .containsExactlyElementsOf(questions.subList(asked + 1, questions.size()).stream()
                        .map(ConversationEntry::text)
                        .toList());
    }

    private static Optional<ToolEnvelope> envelope(Outcome outcome) {
        return switch (outcome) {
            case DONE, READ -> Optional.of(ToolEnvelope.ok(1));
            case FAILED -> Optional.of(ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "It failed."));
            case DENIED -> Optional.of(ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "No."));
            case NONE, BEGUN, NOT_BEGUN -> Optional.empty();
        };
    }

    private static ConversationEntry add(List<ConversationEntry> path, Interaction said) {
        String before = path.isEmpty() ? "root" : path.get(path.size() - 1).id().text();
        ConversationEntry entry = new ConversationEntry(
                new ConversationEntry.Id("e" + path.size()),
                Optional.of(new ConversationEntry.Id(before)),
                List.of(said),
                ConversationEntry.Status.COMPLETE,
                Usage.NONE,
                Instant.EPOCH,
                Duration.ZERO);
        path.add(entry);
        return entry;
    }
}
