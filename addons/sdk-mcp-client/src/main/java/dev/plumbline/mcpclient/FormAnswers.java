package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.internal.VisibleText;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Answers a server that asks the person with a form (elicitation). The question says who receives the answer. A form that
 * asks for a secret in one of some English words is not shown; others are.
 */
final class FormAnswers {
    private static final Set<String> TYPES = Set.of("string", "number", "integer", "boolean", "array");
    private static final int MOST_FIELDS = 20;

    /** Words that name a secret wherever they are. */
    private static final Pattern SECRET = Pattern.compile(
            "pass(word|phrase|code)|passwd|secret(?!ar)|api[-_ ]?key|credential|private[-_ ]?key|\\bcv[vc]\\b"
                    + "|card[-_ ]?number|\\bssn\\b|social security|\\biban\\b|one[- ]time code|2fa|\\botp\\b",
            Pattern.CASE_INSENSITIVE);

    /** Names of fields that are a secret; within other names these words have other meanings: a pin joins two parts. */
    private static final Pattern SECRET_NAME =
            Pattern.compile("((your|user|card|bank|login|security|sim) )?pin( (code|number))?"
                    + "|((your|user|access|auth|authentication|api|bearer|login|refresh|security|session) )?token");

    private final McpToolOptions options;
    private final HostQuestions questions;

    FormAnswers(McpToolOptions options, HostQuestions questions) {
        this.options = options;
        this.questions = questions;
    }

    Json answer(Json params, Cancellation ends) {
        Json schema = JsonMembers.object(params, "requestedSchema");
        boolean form = params.get("mode").findText().orElse("form").equals("form");
        Optional<String> fault = form && isUsable(schema)
                ? secret(params, schema)
                : Optional.of("it is no flat form of texts, numbers, yes or no, and choices");
        if (fault.isPresent()) {
            options.log.accept("a form of the server was declined unseen: " + fault.get());
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

    /** Returns which part of a form asks for a secret, and by which word; empty if none does. */
    private static Optional<String> secret(Json params, Json schema) {
        Optional<String> asked =
                word("its message", params.get("message").findText().orElse(""));
        return JsonMembers.object(schema, "properties").fields().entrySet().stream()
                .map(field -> secret(field.getKey(), field.getValue()))
                .reduce(asked, (found, next) -> found.or(() -> next));
    }

    private static Optional<String> secret(String name, Json field) {
        String where = "its field " + VisibleText.of(name.substring(0, Math.min(name.length(), 64)));
        return Stream.of(name, field.get("title").findText().orElse(""))
                .filter(text -> SECRET_NAME.matcher(separate(text)).matches())
                .findFirst()
                .map(text -> where + " is named like a secret")
                .or(() -> word(where, name + " " + field.text()));
    }

    /** Returns the words of a name in small letters: {@code pinCode} and {@code PIN_CODE} are {@code pin code}. */
    private static String separate(String name) {
        return name.replaceAll("([a-z])([A-Z])", "$1 $2")
                .replaceAll("[-_.\\s]+", " ")
                .strip()
                .toLowerCase(Locale.ROOT);
    }

    private static Optional<String> word(String where, String text) {
        Matcher found = SECRET.matcher(text);
        return found.find() ? Optional.of(where + " names a secret: \"" + found.group() + "\"") : Optional.empty();
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
