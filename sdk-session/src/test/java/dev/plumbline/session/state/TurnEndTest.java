package dev.plumbline.session.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.session.state.ConversationChange.CallEnded;
import dev.plumbline.session.state.ConversationChange.CallStarted;
import dev.plumbline.session.state.ConversationChange.EntryAppended;
import dev.plumbline.session.state.ConversationChange.Interjected;
import dev.plumbline.session.state.ConversationChange.Opened;
import dev.plumbline.session.state.ConversationChange.TurnBegun;
import dev.plumbline.session.state.ConversationChange.ValueSet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table "How a turn ends" of {@code docs/lifecycle.md}: each end, at each place of a turn. */
class TurnEndTest {
    private static final String MAIN = ConversationTree.MAIN;
    private static final Interaction.User QUESTION = Interaction.user("Draw.");
    private static final Interaction.User MORE = Interaction.user("And a door.");

    /** An end of a turn without its answer. */
    private enum End {
        FAILED(AiError.Category.NETWORK, false, Code.CANCELLED),
        CANCELLED_OR_CLOSED(AiError.Category.CANCELLED, true, Code.CANCELLED),
        OUT_OF_TIME(AiError.Category.TIMEOUT_TOTAL, false, Code.BUDGET),
        OVER_BUDGET(AiError.Category.BUDGET, false, Code.BUDGET),
        STOPPED_BY_A_HOOK(AiError.Category.POLICY_DENIED, false, Code.CANCELLED),
        OVERTAKEN(AiError.Category.INTERNAL, false, Code.CANCELLED);

        private final AiError error;
        private final boolean questionStays;
        private final Code ofOpenCalls;

        End(AiError.Category category, boolean questionStays, Code ofOpenCalls) {
            this.error = AiError.of(category, "end", "it ends");
            this.questionStays = questionStays;
            this.ofOpenCalls = ofOpenCalls;
        }
    }

    /** A conversation with one answered question, whose next turn has begun, stored its question and set a value. */
    private ConversationState state = begun();

    private static ConversationState begun() {
        AiBody empty = AiBody.builder().build();
        ConversationState state = ConversationState.nothing()
                .apply(new Opened(ConversationState.FORMAT, "", empty, List.of(), Transcript.empty()));
        state = appended(state, Interaction.user("Hello."));
        state = appended(state, AiReturn.ofText("Hello?").interactions().get(0));
        state = walls(state, 1).apply(new TurnBegun(MAIN, "t1", QUESTION));
        return walls(appended(state, QUESTION), 2);
    }

    private static ConversationState appended(ConversationState state, Interaction... said) {
        return state.apply(new EntryAppended(
                MAIN,
                new ConversationEntry(
                        new ConversationEntry.Id("e" + (state.highestEntry() + 1)),
                        Optional.of(state.head(MAIN).id()),
                        List.of(said),
                        ConversationEntry.Status.COMPLETE,
                        Usage.NONE,
                        Instant.EPOCH,
                        Duration.ZERO)));
    }

    private static ConversationState walls(ConversationState state, int walls) {
        return state.apply(new ValueSet(Optional.of(MAIN), "walls", new StateValues.Value(walls, Json.of(walls))));
    }

    private int walls() {
        return (int) state.value(MAIN, "walls").value();
    }

    private void end(End end, @Nullable AiReturn partial, @Nullable List<Optional<Interaction.User>> agreed) {
        TurnEnd.of(state, MAIN, end.error, partial, agreed, 0, Instant.EPOCH, Duration.ZERO)
                .forEach(change -> state = state.apply(change));
    }

    private List<String> texts() {
        return state.path(MAIN).stream().map(ConversationEntry::text).toList();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("J19 without content, the question of a cancelled turn stays; otherwise it goes, and the values too")
    void j19_questionAlone(End end) {
        end(end, null, null);

        assertThat(texts()).hasSize(end.questionStays ? 3 : 2);
        assertThat(walls()).isEqualTo(end.questionStays ? 2 : 1);
        assertThat(state.tree().leaves()).hasSize(1); // a question that goes is deleted
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("J19 a turn that has stored nothing leaves nothing, and the question of an earlier turn stays")
    void j19_turnWithoutEntries_leavesNothing(End end) {
        state = walls(state.apply(new TurnBegun(MAIN, "t2", QUESTION)), 3);
        end(end, null, null);

        assertThat(texts()).hasSize(3).endsWith("Draw.");
        assertThat(walls()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("J19 a turn that another branch continues from leaves its question in the tree")
    void j19_questionOfAFork_staysInTheTree(End end) {
        state = state.apply(
                new ConversationChange.BranchCreated("side", state.head(MAIN).id(), MAIN));
        end(end, null, null);

        assertThat(state.head("side").text()).isEqualTo("Draw.");
        assertThat(texts()).hasSize(end.questionStays ? 3 : 2);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("J19 what had arrived of the answer stays behind its question and is not sent")
    void j19_partialAnswer(End end) {
        end(end, AiReturn.ofText("The wall"), null);

        assertThat(texts()).endsWith("Draw.", "The wall");
        assertThat(state.head(MAIN).status())
                .isEqualTo(end.questionStays ? ConversationEntry.Status.CANCELLED : ConversationEntry.Status.FAILED);
        assertThat(state.sent(MAIN)).last().isEqualTo(QUESTION);
        assertThat(walls()).isEqualTo(2);
    }

    /** Adds three calls: one with a result, one that runs, and one that waits. */
    private void call() {
        List<Interaction.ToolCall> calls = Stream.of("done", "runs", "waits")
                .map(id -> new Interaction.ToolCall(id, "draw", Json.object()))
                .toList();
        state = appended(state, calls.toArray(new Interaction[0]));
        for (Interaction.ToolCall call : calls.subList(0, 2)) {
            state = state.apply(new CallStarted(MAIN, call, Optional.empty(), true));
        }
        state = state.apply(new CallEnded(MAIN, new Interaction.ToolResult("done", ToolEnvelope.ok(1))));
    }

    /** Returns the code and the effect of each result of the newest entry. */
    private List<String> results() {
        assertThat(AiBody.unpaired(state.sent(MAIN))).isEmpty();
        return state.head(MAIN).interactions().stream()
                .map(result -> ((Interaction.ToolResult) result).envelope().failure())
                .map(failure ->
                        failure.map(why -> why.code() + " " + why.effect()).orElse("ok"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("J17 each open call gets one result, and results that are there stay")
    void j17_openCalls(End end) {
        call();
        end(end, null, null);

        assertThat(results()).containsExactly("ok", end.ofOpenCalls + " UNKNOWN", end.ofOpenCalls + " NOT_STARTED");
    }

    @Test
    @DisplayName("The next message after an interrupted turn answers its calls, and none of them runs")
    void interruptedCalls_areAnswered() {
        call();
        state = state.apply(new TurnBegun(MAIN, "t2", MORE));
        TurnEnd.answers(state, MAIN, 0, Instant.EPOCH).forEach(change -> state = state.apply(change));

        assertThat(results()).containsExactly("ok", "OUTCOME_UNKNOWN UNKNOWN", "CANCELLED NOT_STARTED");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("J18 an interjection stays, and so does the question before it")
    void j18_interjection(End end) {
        state = state.apply(new Interjected(MAIN, MORE));
        end(end, null, null);

        assertThat(texts()).endsWith("Draw.", "And a door.");
        assertThat(state.awaitsAnswer(MAIN)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("J18 an interjection that no hook has seen waits on its branch")
    void j18_unseenInterjection_waits(End end) {
        state = state.apply(new Interjected(MAIN, MORE));
        end(end, null, List.of());

        assertThat(texts()).endsWith("Draw.");
        assertThat(state.interjected(MAIN)).containsExactly(MORE);
        assertThat(state.kept().interjected(MAIN)).containsExactly(MORE);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("J18 an interjection that a hook refuses is gone, and keeps no question")
    void j18_refusedInterjection_goes(End end) {
        state = state.apply(new Interjected(MAIN, MORE));
        end(end, null, List.of(Optional.empty()));

        assertThat(texts()).hasSize(end.questionStays ? 3 : 2);
        assertThat(state.interjected(MAIN)).isEmpty();
    }
}
