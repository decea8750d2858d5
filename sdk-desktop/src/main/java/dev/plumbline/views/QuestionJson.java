package dev.plumbline.views;

import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.Question.CallRisk;

/** Writes the JSON of questions, in the format of docs/views.md. */
final class QuestionJson {
    private QuestionJson() {}

    /** Returns a row with the parts and options of a question, and the risk of its call. */
    static Json write(Json row, Question question) {
        Json json = row.with("title", question.title())
                .with("text", question.text())
                .with("parts", question.parts().stream().map(QuestionJson::part).toList())
                .with(
                        "details",
                        question.details().stream().map(QuestionJson::part).toList())
                .with("digest", question.digest())
                .with("language", question.locale().getLanguage())
                .with(
                        "options",
                        question.options().stream()
                                .map(option -> option(option, question.isRefusal(option)))
                                .toList())
                .with("expires", question.expires().toEpochMilli());
        json = question.input().isPresent()
                ? json.with("input", input(question.input().get()))
                : json;
        json = question.toolCall().isPresent()
                ? json.with("call", question.toolCall().get().id())
                : json;
        return question.risk().isPresent()
                ? json.with("risk", risk(question.risk().get()))
                : json;
    }

    private static Json input(Question.Input input) {
        Json json = Json.object().with("schema", input.schema());
        return input.suggestion().map(value -> json.with("suggestion", value)).orElse(json);
    }

    private static Json option(Question.Option option, boolean refuses) {
        Json json = Json.object().with("id", option.id()).with("label", option.label());
        return refuses ? json.with("refuses", true) : json;
    }

    private static Json part(Question.Part part) {
        Json json = Json.object()
                .with("source", RowJson.lower(part.source()))
                .with("heading", part.heading())
                .with("text", part.text())
                .with("digest", part.digest());
        json = part.before().isPresent() ? json.with("before", part.before().get()) : json;
        return part.isFolded() ? json.with("folded", true) : json;
    }

    private static Json risk(CallRisk risk) {
        Json json = Json.object().with("effect", RowJson.lower(risk.effect())).with("openWorld", risk.openWorld());
        if (risk.document().isPresent()) {
            CallRisk.WatchedDocument document = risk.document().get();
            json = json.with("document", document.key()).with("revision", document.revision());
        }
        if (risk.changes().isPresent()) {
            json = json.with("changes", risk.changes().get())
                    .with(
                            "documentChanged",
                            risk.document()
                                    .filter(CallRisk.WatchedDocument::isChanged)
                                    .isPresent());
        }
        if (risk.untrusted().isPresent()) {
            CallRisk.UntrustedSource source = risk.untrusted().get();
            json = json.with("origin", source.origin().text()).with("source", source.source());
        }
        return json;
    }
}
