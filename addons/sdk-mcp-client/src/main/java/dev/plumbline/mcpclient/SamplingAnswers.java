package dev.plumbline.mcpclient;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import java.util.List;
import java.util.Optional;

/** Answers a server that wants to ask a model (sampling): a person sees the request, and allows it or not. */
final class SamplingAnswers {
    private static final int LONGEST = 64 << 10;
    private static final int SHOWN = 600;
    private static final Question.Option ALLOW = new Question.Option("allow", "Allow");

    private final McpToolOptions options;
    private final HostQuestions questions;

    SamplingAnswers(McpToolOptions options, HostQuestions questions) {
        this.options = options;
        this.questions = questions;
    }

    Json answer(Json params, Cancellation ends) {
        if (params.text().length() > LONGEST || params.get("tools").exists()) {
            throw denied("the request is too large, or offers tools, which is not supported");
        }
        AiBody.Builder body = AiBody.builder().toolFilter("").contextFilter("");
        StringBuilder whole = new StringBuilder();
        Optional<String> system = params.get("systemPrompt").findText();
        system.ifPresent(text -> {
            body.addSystem(text);
            whole.append("system: ").append(VisibleText.of(text)).append('\n');
        });
        for (Json message : JsonMembers.elements(params, "messages")) {
            add(message, body, whole);
        }
        if (!questions.begin()) {
            throw denied("another question is open, or the server has asked too often");
        }
        try {
            String text = whole.toString();
            String beginning = options.name + " wants to ask the model, at your cost. The server wrote:\n";
            String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
            HostQuestions.Wording wording =
                    new HostQuestions.Wording(options.name + " asks the model", beginning + shown, beginning + text);
            if (!questions.ask(wording, ALLOW, ends).option().equals(ALLOW)) {
                throw denied("the user did not allow it");
            }
        } finally {
            questions.end();
        }
        return asked(body.build());
    }

    private static void add(Json message, AiBody.Builder body, StringBuilder whole) {
        String role = message.get("role").findText().orElse("");
        StringBuilder text = new StringBuilder();
        Json content = message.get("content");
        List<Json> blocks = content.kind() == Json.Kind.ARRAY ? content.elements() : List.of(content);
        for (Json block : blocks) {
            text.append(block.get("text").findText().orElseThrow(() -> denied("only text can be sent to the model")));
        }
        if (role.equals("assistant")) {
            body.addAssistant(text.toString());
        } else {
            body.addUser(text.toString());
        }
        whole.append(role.equals("assistant") ? "assistant: " : "user: ")
                .append(VisibleText.of(text.toString()))
                .append('\n');
    }

    private Json asked(AiBody body) {
        AiReturn answer =
                options.sampling.orElseThrow(() -> denied("sampling is off")).apply(body);
        if (!answer.isOk()) {
            throw denied("the model did not answer");
        }
        return Json.object()
                .with("role", "assistant")
                .with("content", Json.object().with("type", "text").with("text", answer.text()))
                .with("model", answer.model().toString())
                .with("stopReason", "endTurn");
    }

    private static McpFailure denied(String why) {
        return McpFailure.of(McpFailure.Kind.DENIED, why);
    }
}
