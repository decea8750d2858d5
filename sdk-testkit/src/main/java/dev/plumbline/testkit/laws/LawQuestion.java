package dev.plumbline.testkit.laws;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.internal.ToolContexts;
import dev.plumbline.ui.Question;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A question that nobody answers: with or without a call, a value to enter and parts that are folded. */
record LawQuestion(int number) implements Question {
    private static final Option YES = new Option("allow", "Allow");
    private static final Option NO = new Option("deny", "Deny");

    @Override
    public String title() {
        return "Delete wall?";
    }

    @Override
    public List<Part> parts() {
        Part words = Part.host("The wall has a door.");
        Part folded = new Part(ContentOrigin.WEB, "From a page", "x".repeat(40), Optional.of("y"), number > 1);
        return number == 0 ? List.of() : List.of(words, folded);
    }

    @Override
    public String text() {
        return "The wall has a door.";
    }

    @Override
    public Locale locale() {
        return number == 0 ? Locale.ENGLISH : Locale.GERMAN;
    }

    @Override
    public Question opened(Collection<String> digests) {
        return this;
    }

    @Override
    public boolean isRefusal(Option option) {
        return option.equals(NO);
    }

    @Override
    public Optional<Input> input() {
        return number == 1
                ? Optional.of(new Input(Json.object().with("type", "string"), Optional.empty()))
                : Optional.empty();
    }

    @Override
    public List<Option> options() {
        return List.of(YES, NO);
    }

    @Override
    public Option fallback() {
        return NO;
    }

    @Override
    public Optional<Interaction.ToolCall> toolCall() {
        return number == 0
                ? Optional.empty()
                : Optional.of(new Interaction.ToolCall("call_1", "delete", ScopeRow.arguments(number)));
    }

    @Override
    public CallIds ids() {
        return ToolContexts.ids(0, 0, 0);
    }

    @Override
    public Instant expires() {
        return Instant.parse("2030-01-01T00:00:00Z");
    }

    @Override
    public boolean answer(Option option) {
        return false;
    }

    @Override
    public boolean answer(Option option, Json value) {
        return false;
    }

    @Override
    public void onClosed(Runnable action) {}
}
