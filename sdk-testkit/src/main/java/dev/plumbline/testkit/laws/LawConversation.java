package dev.plumbline.testkit.laws;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.server.ServiceScript;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The conversation that the laws of providers send, and the answers that they script. */
final class LawConversation {
    /** Words of the question of the laws, which no message may have. */
    static final String QUESTION = "area of the plan";

    /** Counts calls in the state of a session. */
    static final State.StateKey<Integer> SEEN = State.StateKey.of("law.seen", State.StateKey.Scope.SESSION, 0);

    /** An image that a tool returns beside its result. */
    static final Part IMAGE = new Part.Image(Blob.of(new byte[] {1, 2, 3}, "image/png"));

    /** The schema of any arguments. */
    static final Json ANYTHING = Json.parse("{\"type\":\"object\",\"required\":[]}");

    /** The message of a tool that refuses. */
    static final String REFUSAL = "There is no such wall.";

    /** Texts with white space at both ends and what formats escape. */
    static final List<String> EXACT =
            List.of("systemmark C:\\walls\\ \"new\"\n  ", "  secondmark \\n \t ' </ü> 😀\n", "answermark \\\\ \"a\" ");

    /** A conversation longer than those that a provider may cut, with instructions in the middle and a failed result. */
    static final List<Interaction> CONVERSATION = List.of(
            new Interaction.System(EXACT.get(0)),
            Interaction.user("firstmark"),
            new Interaction.ToolCall("call_1", "toolmark", Json.object().with("a", "argumentmark")),
            new Interaction.ToolResult("call_1", ToolEnvelope.ok("resultmark")),
            new Interaction.Assistant(List.of(new Part.Text(EXACT.get(2)))),
            Interaction.user(EXACT.get(1)),
            new Interaction.ToolCall("call_2", "toolmark", Json.object().with("a", "secondargmark")),
            new Interaction.ToolCall("call_3", "toolmark", Json.object().with("a", "thirdargmark")),
            new Interaction.ToolResult("call_2", ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "The failuremark.")),
            new Interaction.ToolResult("call_3", ToolEnvelope.ok(Map.of("wall", "outcomemark"))),
            new Interaction.Assistant(List.of(new Part.Text("replymark"))),
            Interaction.user("againmark"),
            new Interaction.Assistant(List.of(new Part.Text("repeatedmark"))),
            Interaction.user("againmark"),
            new Interaction.Assistant(List.of(new Part.Text("repeatedmark"))),
            Interaction.user("thirdmark"),
            new Interaction.Assistant(List.of(new Part.Text("closingmark"))),
            new Interaction.System("latemark"),
            Interaction.user("lastmark"));

    /** Words of the conversation, in its order. */
    static final List<String> MARKS = List.of(
            "systemmark",
            "firstmark",
            "toolmark",
            "argumentmark",
            "resultmark",
            "answermark",
            "secondmark",
            "secondargmark",
            "thirdargmark",
            "failuremark",
            "outcomemark",
            "replymark",
            "thirdmark",
            "closingmark",
            "latemark",
            "lastmark");

    /** Words that two equal messages of the conversation have. */
    static final List<String> TWICE = List.of("againmark", "repeatedmark");

    /** A tool that the model may call. */
    static final ToolDefinition DEFINED = new ToolDefinition(
            "definedmark",
            "A describedmark.",
            Json.parse("{\"type\":\"object\",\"properties\":{\"parametermark\":{\"type\":\"string\"}},"
                    + "\"required\":[\"parametermark\"],\"additionalProperties\":false}"),
            Optional.empty(),
            Set.of(),
            "");

    /** What a service that refuses a call has not done. */
    static final Set<AiError.Category> NOT_REFUSALS = Set.of(
            AiError.Category.CANCELLED,
            AiError.Category.NETWORK,
            AiError.Category.TRUNCATED,
            AiError.Category.PROTOCOL,
            AiError.Category.TIMEOUT_CONNECT,
            AiError.Category.TIMEOUT_IDLE,
            AiError.Category.TIMEOUT_TOTAL);

    private LawConversation() {}

    /** Returns the script with an answer of these deltas. */
    static ServiceScript<?> spoken(ServiceScript<?> script, List<AiDelta> said) {
        String[] pieces = said.stream()
                .filter(AiDelta.Text.class::isInstance)
                .map(delta -> ((AiDelta.Text) delta).text())
                .toArray(String[]::new);
        AiReturn whole = PolicyChecks.fold(said);
        ServiceScript<?> counted = script.usage(whole.usage());
        if (whole.toolCalls().isEmpty()) {
            return whole.finish() == FinishReason.LENGTH ? counted.fillsUp(pieces) : counted.says(pieces);
        }
        ServiceScript<?> saying = counted.saying(pieces);
        for (Interaction.ToolCall call : whole.toolCalls()) {
            saying = saying.callsTool(call.name(), call.arguments().fields());
        }
        return saying;
    }
}
