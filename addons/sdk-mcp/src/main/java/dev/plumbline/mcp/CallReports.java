package dev.plumbline.mcp;

import dev.plumbline.body.Interaction;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.UserPrompter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Passes on what happens in a tool call to the client.
 *
 * @param call the call
 * @param asksClient whether the person at the client is asked the questions about the call, too
 */
record CallReports(OpenCall call, boolean asksClient) implements IToolExecutor.CallListener {
    private static final String KEY = "approval";
    private static final String DECISION = "decision";

    /** The longest question that a client is asked: it cannot be made to open a part that is folded. */
    private static final int LONGEST = 4_000;

    @Override
    public void progressed(Interaction.ToolCall toolCall, double fraction, String note) {
        call.progressed(fraction, note);
    }

    /** Sends news of a tool as a log message, which clients show or store. */
    @Override
    public void published(Interaction.ToolCall toolCall, Json news) {
        call.log(McpClient.LogLevel.INFO, toolCall.name() + ": " + news.text());
    }

    @Override
    public void asked(Question question) {
        Question whole = question.opened();
        String text = whole.title() + "\n" + whole.text();
        if (asksClient
                && text.length() <= LONGEST
                && call.canAnswer(McpInput.Kind.ELICITATION)
                && ElicitationForm.fits(whole)) {
            McpInput form = McpInput.form(text, ElicitationForm.schema(whole).orElseGet(() -> schema(whole)));
            Subscription open = call.expect(Map.of(KEY, form), Map.of(), answers -> answer(whole, answers.get(KEY)));
            question.onClosed(open::close);
        }
    }

    private static Json schema(Question question) {
        List<Question.Option> options = question.options();
        Json decision = Json.object()
                .with("type", "string")
                .with("title", UserPrompter.wordsOf(question).say("elsewhere.decision"))
                .with(
                        "oneOf",
                        options.stream()
                                .map(option -> Json.object()
                                        .with("const", decision(question, option))
                                        .with("title", option.label()))
                                .toList());
        return Json.object()
                .with("type", "object")
                .with("properties", Json.object().with(DECISION, decision))
                .with("required", List.of(DECISION));
    }

    /** Returns the value of an option: one that agrees has the digest of what the person was sent. */
    private static String decision(Question question, Question.Option option) {
        return question.isRefusal(option) ? option.id() : option.id() + " " + question.digest();
    }

    /** Gives the person's answer; anything but a known option is the refusal. */
    private static void answer(Question question, @Nullable Json answer) {
        Json given = answer == null ? Json.object() : answer;
        if (question.input().isPresent()) {
            ElicitationForm.answer(question, given);
            return;
        }
        boolean accepted =
                given.get("action").findText().filter("accept"::equals).isPresent();
        String decision = accepted
                ? JsonMembers.object(given, "content").get(DECISION).findText().orElse("")
                : "";
        Question.Option chosen = question.options().stream()
                .filter(option -> decision(question, option).equals(decision))
                .findFirst()
                .orElse(question.fallback());
        boolean unused = question.answer(chosen);
    }
}
