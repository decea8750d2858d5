package dev.plumbline.views;

import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.Question.CallRisk;
import java.util.List;

/** Writes the JSON of questions, in the format of docs/views.md. */
final class QuestionJson {
    private QuestionJson() {}

    /** Returns a row with the question's text, options and arguments, and the risk of its call. */
    static Json write(Json row, Question question) {
        Json json = row.with("title", question.title())
                .with("text", question.text())
                .with("options", options(question.options()))
                .with("expires", question.expires().toEpochMilli());
        json = question.input().isPresent()
                ? json.with("input", input(question.input().get()))
                : json;
        json = question.toolCall().isPresent()
                ? json.with("call", question.toolCall().get().id())
                : json;
        json = question.rows().isEmpty()
                ? json
                : json.with(
                        "rows", question.rows().stream().map(QuestionJson::row).toList());
        return question.risk().isPresent()
                ? json.with("risk", risk(question.risk().get()))
                : json;
    }

    private static Json input(Question.Input input) {
        Json json = Json.object().with("schema", input.schema());
        return input.suggestion().map(value -> json.with("suggestion", value)).orElse(json);
    }

    private static List<Json> options(List<Question.Option> options) {
        return options.stream()
                .map(option -> Json.object().with("id", option.id()).with("label", option.label()))
                .toList();
    }

    private static Json row(Question.ArgumentRow row) {
        Json json = Json.object()
                .with("name", row.name())
                .with("type", row.type())
                .with("length", row.length())
                .with("text", row.displayText());
        return row.digest().isPresent() ? json.with("digest", row.digest().get()) : json;
    }

    private static Json risk(CallRisk risk) {
        Json json = Json.object()
                .with("effect", RowJson.lower(risk.effect()))
                .with("openWorld", risk.openWorld())
                .with("summary", risk.summary());
        if (risk.document().isPresent()) {
            CallRisk.WatchedDocument document = risk.document().get();
            json = json.with("document", document.key()).with("revision", document.revision());
        }
        if (risk.changes().isPresent()) {
            CallRisk.Changes changes = risk.changes().get();
            json = json.with("changes", changes.arguments()).with("documentChanged", changes.document());
        }
        if (risk.untrusted().isPresent()) {
            CallRisk.UntrustedSource source = risk.untrusted().get();
            json = json.with("origin", source.origin().text()).with("source", source.source());
        }
        return json;
    }
}
