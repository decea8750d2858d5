package dev.plumbline.integration.vendors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.integration.vendors.SentTranscript.Asked;
import dev.plumbline.integration.vendors.SentTranscript.Said;
import dev.plumbline.json.Json;
import dev.plumbline.providers.internal.RecordedResponses;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole conversations that others recorded, had again by our session, in three formats: the same questions, answers, calls
 * and results. The recordings of Gemini are left out, whose native format is not spoken here.
 */
class ConversationReplayTest {
    /** Where a recording ends in calls, our session asks once more. */
    private final ScriptedServer server = ScriptedServer.onPort(0)
            .otherwise(request -> ServerResponse.json("{}").withStatus(400));

    @AfterEach
    void closeServer() {
        server.close();
    }

    @Test
    void conversations_areAllThere() {
        assertThat(RecordedConversation.all())
                .hasSize(16)
                .extracting(RecordedConversation::form)
                .contains(SentTranscript.values());
    }

    @ParameterizedTest
    @Tag("B5")
    @Tag("B32")
    @Tag("M5")
    @MethodSource("dev.plumbline.integration.vendors.RecordedConversation#all")
    void conversation_isHadAgain(RecordedConversation recorded) {
        List<AiReturn> turns = had(recorded, 1 << 20);

        server.requests().forEach(request -> assertAnswered(recorded.form(), request.json()));
        Json last = server.requests().get(recorded.answers().size() - 1).json();
        assertFolded(recorded, turns);
        assertSameCalls(recorded, last);
        assertSameResults(recorded, turns);
        assertSealedComesBack(recorded, last);
    }

    @ParameterizedTest
    @MethodSource("dev.plumbline.integration.vendors.RecordedConversation#all")
    void conversation_inSingleBytes_isTheSame(RecordedConversation recorded) {
        assertFolded(recorded, had(recorded, 1));
    }

    @Test
    void answerThatIsAnError_failsItsTurnAndTheNextOneGoesOn() {
        List<AiReturn> turns = had(conversation("groq-tool-use-failed-repair"), 1 << 20);

        assertThat(turns.stream().flatMap(turn -> turn.error().stream()))
                .extracting(AiError::category)
                .containsExactly(AiError.Category.INVALID_REQUEST);
        assertThat(turns.get(turns.size() - 1).isOk()).isTrue();
    }

    /** Bedrock gives every call of a conversation the id of the first one; sent back, each has its own. */
    @Test
    void idThatComesTwice_goesBackAsTwo() {
        RecordedConversation recorded = conversation("bedrock-mantle-responses-reused-call-id");
        had(recorded, 1 << 20);
        Json last = server.requests().get(3).json();
        List<AiReturn> folds = recorded.answers().stream()
                .map(answer -> fold(recorded, answer))
                .toList();

        assertThat(interactions(folds, Interaction.ToolCall.class).map(Interaction.ToolCall::id))
                .hasSize(2)
                .containsOnly("call_0");
        assertThat(recorded.form().calls(last))
                .extracting(Said.Call::id)
                .hasSize(2)
                .doesNotHaveDuplicates();
    }

    private static RecordedConversation conversation(String name) {
        return RecordedConversation.all().stream()
                .filter(each -> each.toString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<AiReturn> had(RecordedConversation recorded, int bytesAtOnce) {
        return new ConversationReplay(recorded, server).had(bytesAtOnce, session -> {});
    }

    /** What the session has amounts to the recorded answers, one behind the other, each folded for itself. */
    private static void assertFolded(RecordedConversation recorded, List<AiReturn> turns) {
        List<AiReturn> folds = IntStream.range(0, recorded.answers().size())
                .filter(round -> recorded.status(round) == 200)
                .mapToObj(round -> fold(recorded, recorded.answers().get(round)))
                .toList();
        assertThat(texts(turns)).isEqualTo(texts(folds));
        assertThat(calls(turns)).isEqualTo(calls(folds)).isNotEmpty();
        assertThat(turns.stream().mapToLong(turn -> turn.usage().total()).sum())
                .isEqualTo(
                        folds.stream().mapToLong(fold -> fold.usage().total()).sum());
    }

    private static AiReturn fold(RecordedConversation recorded, Path answer) {
        String folder = switch (recorded.form()) {
            case CHAT -> "openai-chat";
            case MESSAGES -> "anthropic";
            case RESPONSES -> "openai-responses";
        };
        return RecordedResponses.fold(folder, answer.getFileName().toString(), RecordedConversation.bytes(answer));
    }

    private static String texts(List<AiReturn> returns) {
        return String.join(
                "",
                interactions(returns, Interaction.Assistant.class)
                        .map(Interaction.Assistant::text)
                        .toList());
    }

    private static List<Asked> calls(List<AiReturn> returns) {
        return interactions(returns, Interaction.ToolCall.class)
                .map(call -> new Asked(call.name(), call.arguments()))
                .toList();
    }

    private static <T> Stream<T> interactions(List<AiReturn> returns, Class<T> kind) {
        return returns.stream()
                .flatMap(ret -> ret.interactions().stream())
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    /**
     * The last request repeats the calls so far, as the other client's did, in its order. Two calls are in theirs and not in
     * ours: one the service reported in an error, and one the other client made up itself.
     */
    private static void assertSameCalls(RecordedConversation recorded, Json last) {
        List<Asked> theirs = recorded.calls().stream().map(Said.Call::asked).toList();
        List<Asked> ours =
                recorded.form().calls(last).stream().map(Said.Call::asked).toList();
        int madeUp =
                recorded.toString().startsWith("groq") || recorded.toString().startsWith("deepseek") ? 1 : 0;
        assertThat(theirs).containsSubsequence(ours).hasSize(ours.size() + madeUp);
    }

    private static void assertSameResults(RecordedConversation recorded, List<AiReturn> turns) {
        Map<Asked, Queue<String>> said = recorded.results();
        List<Asked> calls = calls(turns);
        List<Interaction.ToolResult> results =
                interactions(turns, Interaction.ToolResult.class).toList();
        assertThat(results).hasSameSizeAs(calls);
        for (int i = 0; i < calls.size(); i++) {

            assertThat(results.get(i).envelope().result().get("value").asText())
                    .isEqualTo(ConversationReplay.next(said, calls.get(i)));
        }
    }

    /** Every call of a request is answered once, right behind its round, in order, under its id. */
    private static void assertAnswered(SentTranscript form, Json request) {
        Queue<String> open = new ArrayDeque<>();
        boolean answering = false;
        for (Said said : form.said(request)) {
            if (said instanceof Said.Call call) {
                assertThat(answering && !open.isEmpty()).isFalse();
                open.add(call.id());
                answering = false;
            } else if (said instanceof Said.Result result) {
                assertThat(open.remove()).isEqualTo(result.id());
                answering = true;
            } else if (said instanceof Said.Question) {
                assertThat(open).isEmpty();
            }
        }
        assertThat(open).isEmpty();
    }

    private static void assertSealedComesBack(RecordedConversation recorded, Json last) {
        assertThat(recorded.form().only(last, Said.Sealed.class))
                .containsAll(recorded.form().only(recorded.last(), Said.Sealed.class));
    }
}
