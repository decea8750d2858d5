package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Answers a server that asks the person with a form (elicitation). The question says who receives the answer. A form that
 * names a secret in one of some English words is not shown; others are. */
final class FormAnswers {
    private static final Set<String> TYPES = Set.of("string", "number", "integer", "boolean", "array");
    private static final int MOST_FIELDS = 20;
    private static final Pattern SECRET = Pattern.compile(
            "pass(word|phrase|code)|passwd|secret|token|api[-_ ]?key|credential|private[-_ ]?key|\\bpin\\b|\\bcv[vc]\\b"
                    + "|card[-_ ]?number|\\bssn\\b|social security|\\biban\\b|one[- ]time code|2fa|\\botp\\b",
            Pattern.CASE_INSENSITIVE);

    private final McpToolOptions options;
    private final HostQuestions questions;

    FormAnswers(McpToolOptions options, HostQuestions questions) {
        this.options = options;
        this.questions = questions;
    }

    Json answer(Json params, Cancellation ends) {
        Json schema = JsonMembers.object(params, "requestedSchema");
        boolean form = params.get("mode").findText().orElse("form").equals("form");
        if (!form || !isUsable(schema) || isSecret(params, schema)) {
            options.log.accept("a form of the server was declined: it asks for a secret, or is not a flat form");
            return action("decline");
        }
        if (!questions.begin()) {
            return action("cancel");
        }
        try {
            return asked(params, schema, ends);
        } finally {
            questions.end();
        }
    }

    private String asks() {
        return questions.words().say("form.title", options.name);
    }

    private Json asked(Json params, Json schema, Cancellation ends) {
        InputRequest<Json> request = InputRequest.value(asks(), schema)
                .withTitle(asks())
                .withDefault(content(schema, Json.object()))
                .withTimeout(options.limits.questionTime());
        InputRequest.Reply<Json> reply = questions.ask(request, parts(params, schema), this::fault, ends);
        if (!reply.isAnswered()) {
            return action(reply.outcome() == InputRequest.Reply.Outcome.DECLINED ? "decline" : "cancel");
        }
        Json content = content(schema, reply.value().orElse(Json.object()));
        if (fault(schema, content).isPresent()) {
            options.log.accept("the answer to a form of the server does not have the form that it asks for");
            return action("cancel");
        }
        return action("accept").with("content", content);
    }

    /** Returns what is wrong with values that the person sends, with the defaults of those that were left out. */
    private Optional<String> fault(Json schema, Json given) {
        return options.schemas.fault(schema, content(schema, given));
    }

    private static Json action(String action) {
        return Json.object().with("action", action);
    }

    /** Returns the values of the fields: those given, and the defaults of those that were not. */
    private static Json content(Json schema, Json given) {
        Json content = Json.object();
        for (Map.Entry<String, Json> field :
                JsonMembers.object(schema, "properties").fields().entrySet()) {
            Json value = given.get(field.getKey());
            Json filled = value.exists() ? value : field.getValue().get("default");
            content = filled.exists() ? content.with(field.getKey(), filled) : content;
        }
        return content;
    }

    private boolean isUsable(Json schema) {
        Map<String, Json> fields = JsonMembers.object(schema, "properties").fields();
        return fields.size() <= MOST_FIELDS
                && fields.values().stream()
                        .allMatch(field ->
                                TYPES.contains(field.get("type").findText().orElse("")))
                && options.schemas.check(schema).isOk();
    }

    private static boolean isSecret(Json params, Json schema) {
        return SECRET.matcher(params.get("message").findText().orElse("")).find()
                || SECRET.matcher(JsonMembers.object(schema, "properties").text())
                        .find();
    }

    private List<Question.Part> parts(Json params, Json schema) {
        Words words = questions.words();
        List<Question.Part> parts = new ArrayList<>();
        parts.add(Question.Part.host(words.say("form.intro", options.name)));
        parts.add(questions.written(
                words.say("form.message", options.name),
                params.get("message").findText().orElse("")));
        Set<String> required = Set.copyOf(JsonMembers.texts(schema, "required"));
        JsonMembers.object(schema, "properties").fields().forEach((name, field) -> {
            String type = field.get("type").findText().orElse("");
            String heading = words.say(
                    required.contains(name) ? "form.required" : "form.field", options.name, type(words, type));
            parts.add(questions.written(heading, name + described(field)));
        });
        return parts;
    }

    private static String type(Words words, String type) {
        return words.say("exact." + (type.equals("integer") ? "number" : type));
    }

    /** Returns all that a field says in addition to its type: a person sees what the server asks for, as it does. */
    private static String described(Json field) {
        Json rest = field.without("type");
        return rest.fields().isEmpty() ? "" : " " + rest.text();
    }
}
