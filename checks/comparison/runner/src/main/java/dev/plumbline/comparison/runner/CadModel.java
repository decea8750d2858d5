package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.CadSession;
import dev.plumbline.comparison.harness.SessionPeer;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.OpenAiResponsesScript;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServiceScript;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The model of a {@link CadSession}: it calls one tool for each question and then answers. A minute goes by between two rounds. */
final class CadModel implements Function<ServerRequest, ServiceScript<?>> {
    static final Duration BETWEEN_ROUNDS = Duration.ofMinutes(1);

    private static final Usage USED = Usage.of(1, 300).withReasoning(200);
    private static final Pattern QUESTION = Pattern.compile("Question (\\d+):");
    private static final Pattern RESULT = Pattern.compile("\"(?:tool_result|function_call_output)\"|\"role\":\"tool\"");
    private static final String SUM_UP = "Sum up the conversation so far";

    private final VirtualClock clock;

    CadModel(VirtualClock clock) {
        this.clock = clock;
    }

    @Override
    public ServiceScript<?> apply(ServerRequest request) {
        clock.advance(BETWEEN_ROUNDS);
        if (request.target().endsWith("/messages")) {
            return said(AnthropicScript.create(), request.json());
        }
        return request.target().endsWith("/responses")
                ? said(OpenAiResponsesScript.create(), request.json())
                : said(OpenAiChatScript.create(), request.json());
    }

    private static <S extends ServiceScript<S>> S said(S script, Json request) {
        script.usage(USED);
        List<Json> messages =
                (request.get("messages").exists() ? request.get("messages") : request.get("input")).elements();
        String last = messages.get(messages.size() - 1).text();
        int number = number(request.text());
        if (last.contains(SUM_UP)) {
            return script.says("The user has edited several elements of this drawing on a grid of 300 mm. ".repeat(12));
        }
        return RESULT.matcher(last).find()
                ? script.says(("I have set wall-" + (100 + number) + " to the grid, so that it meets its neighbours. ")
                        .repeat(6))
                : script.callsTool(
                        CadSession.TOOLS.get(number % CadSession.TOOLS.size()).name(), arguments(number));
    }

    private static Map<String, Object> arguments(int number) {
        Map<String, Object> arguments = new LinkedHashMap<>(); // in this order each time
        arguments.put("element", "wall-" + (100 + number));
        arguments.put("millimetres", 300 * (number + 1));
        return arguments;
    }

    private static int number(String request) {
        Matcher question = QUESTION.matcher(request);
        int number = 0;
        while (question.find()) {
            number = Integer.parseInt(question.group(1));
        }
        return number;
    }

    /** Returns the model that the session is held with. */
    static String model(SessionPeer.Service service) {
        return service == SessionPeer.Service.ANTHROPIC ? "claude-haiku-5-5" : "gpt-5.4-mini";
    }
}
