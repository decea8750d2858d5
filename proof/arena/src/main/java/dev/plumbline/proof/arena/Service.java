package dev.plumbline.proof.arena;

import dev.plumbline.proof.contest.Scenario;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerAnswer;
import dev.plumbline.testkit.server.ServerRequest;
import java.util.stream.IntStream;

/** The service of the pairs: sound, quick, and always saying the same. The first part of the path names the scenario. */
final class Service {
    private static final ServerAnswer WORD = Chat.says(Scenario.WORD);
    private static final ServerAnswer DRAWN = Chat.says(Scenario.DRAWN);
    private static final ServerAnswer CALLS =
            Chat.calls(Chat.wall("call_1", 1), Chat.wall("call_2", 2), Chat.wall("call_3", 3));
    private static final ServerAnswer LONG = Chat.streamed(
            IntStream.range(0, 2_000).mapToObj(i -> " word" + i % 100).toArray(String[]::new));
    private static final String FIRST = Chat.event(Chat.piece("One "));
    private static final ServerAnswer ENDLESS =
            ServerAnswer.stream(FIRST + Chat.event(Chat.END)).stallsAfter(FIRST.length());

    private Service() {}

    static ScriptedServer open() {
        return ScriptedServer.openAiChat().otherwise(Service::answer);
    }

    private static ServerAnswer answer(ServerRequest request) {
        return switch (scenario(request)) {
            case STREAM -> LONG;
            case CANCEL -> ENDLESS;
            case TOOLS, COLD_TOOL -> request.text().contains("\"tool_call_id\"") ? DRAWN : CALLS;
            case COLD, PLAIN, TRANSCRIPT, CONVERSATION -> WORD;
        };
    }

    /** {@code /v1/STREAM/v1/chat/completions}. */
    private static Scenario scenario(ServerRequest request) {
        return Scenario.valueOf(request.target().split("/", -1)[2]);
    }
}
