package dev.plumbline.mcpclient;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import java.util.ArrayList;
import java.util.List;

/** Answers a server that wants to ask a model (sampling): a person sees the request, and allows it or not. */
final class SamplingAnswers {
    private static final int LONGEST = 64 << 10;
    private static final String ALLOW = "allow";

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
        List<Question.Part> parts = new ArrayList<>();
        parts.add(Question.Part.host(questions.words().say("sampling.intro", options.name)));
        params.get("systemPrompt").findText().ifPresent(text -> {
            body.addSystem(text);
            parts.add(questions.written(questions.words().say("sampling.system", options.name), text));
        });
        for (Json message : JsonMembers.elements(params, "messages")) {
            parts.add(added(message, body));
        }
        if (!questions.begin()) {
            throw denied("another question is open, or the server has asked too often");
        }
        try {
            if (!questions.isAgreed(questions.words().say("sampling.title", options.name), parts, ALLOW, ends)) {
                throw denied("the user did not allow it");
            }
        } finally {
            questions.end();
        }
        return asked(body.build());
    }

    private Question.Part added(Json message, AiBody.Builder body) {
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
        String heading = role.equals("assistant") ? "sampling.assistant" : "sampling.user";
        return questions.written(questions.words().say(heading, options.name), text.toString());
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
