package dev.plumbline.integration.vendors;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.integration.vendors.SentTranscript.Asked;
import dev.plumbline.json.Json;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.tool.AiTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;

/** A recorded conversation, had again by our session with a server that says what was recorded. */
record ConversationReplay(RecordedConversation recorded, ScriptedServer server) {
    private static final String END = "the recording ends here";

    /**
     * Has it, to its end.
     *
     * @param opened gets the session before anything is said
     */
    List<AiReturn> had(int bytesAtOnce, Consumer<ConversationSession> opened) {
        for (int round = 0; round < recorded.answers().size(); round++) {
            server.answers(recorded.answer(round, bytesAtOnce));
        }
        List<AiReturn> turns = new ArrayList<>();
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(LocalProviders.like(recorded.toString(), server.address())
                                .build())
                        .addTools(tools())
                        .build();
                ConversationSession session =
                        ai.session(AiBody.builder().toolFilter("*").build())) {
            opened.accept(session);
            List<String> questions = recorded.questions();
            while (server.requests().size() < recorded.answers().size()) {
                turns.add(session.send(questions.get(Math.min(turns.size(), questions.size() - 1))));
            }
        }
        return turns;
    }

    /** Tools that say what the recorded ones said to the same arguments, in the same order. */
    private List<AiTool> tools() {
        Map<Asked, Queue<String>> results = recorded.results();
        Json any = Json.object().with("type", "object");
        return recorded.tools().stream()
                .map(name -> AiTool.of(
                        name, "recorded", any, (arguments, context) -> next(results, new Asked(name, arguments))))
                .toList();
    }

    static String next(Map<Asked, Queue<String>> results, Asked asked) {
        return Optional.ofNullable(results.get(asked)).map(Queue::poll).orElse(END);
    }
}
