package dev.plumbline.mcpclient;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.internal.VisibleText;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.internal.AskingContext;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.UserPrompter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** Asks the person at the host about one server; one question at a time, and a limited number in all. Thread-safe. */
final class HostQuestions {
    private static final int MOST_FROM_SERVER = 20;
    private static final String NO = "refuse";

    private final McpToolOptions options;
    private final UserPrompter prompter;
    private final Cancellation closing;
    private final Set<AskingContext> calls = ConcurrentHashMap.newKeySet();
    private int asked;
    private boolean asking;

    HostQuestions(McpToolOptions options, ConnectionParts parts, Cancellation closing) {
        Executor where = options.host
                .<Executor>map(ui -> ui::execute)
                .orElse(parts.threads().work());
        this.options = options;
        this.prompter =
                new UserPrompter(options.questions, where, parts.threads().time()).withLanguageOf(options.host);
        this.closing = closing;
    }

    /** Asks a question with one way to agree, and waits; no answer is no. */
    boolean isAgreed(String title, List<Question.Part> parts, String yes, Cancellation ends) {
        UserPrompter.QuestionText wording = new UserPrompter.QuestionText(
                title, parts, UserPrompter.option(yes, words()), UserPrompter.option(NO, words()));
        return until(ends, either -> prompter.ask(wording, occasion(title, either), options.limits.questionTime()))
                .option()
                .id()
                .equals(yes);
    }

    /** Returns the language of the person at the host. */
    Words words() {
        return prompter.words(Optional.empty());
    }

    /**
     * Asks for a value and waits.
     *
     * @param fault takes a schema and a value, and returns what is wrong
     */
    <T> InputRequest.Reply<T> ask(
            InputRequest<T> request,
            List<Question.Part> parts,
            BiFunction<Json, Json, Optional<String>> fault,
            Cancellation ends) {
        return until(
                ends,
                either -> prompter.withValueCheck(fault)
                        .ask(request, parts, occasion(options.name, either), TelemetryObserver.NONE));
    }

    private <R> R until(Cancellation ends, Function<Cancellation, R> question) {
        Cancellation either = Cancellation.create();
        Subscription close = closing.onCancel(() -> either.cancel("the connection was closed"));
        Subscription end = ends.onCancel(() -> either.cancel("nobody waits for the answer"));
        try {
            return question.apply(either);
        } finally {
            close.close();
            end.close();
        }
    }

    /** Runs a call, during which the server may ask about the arguments. */
    ToolEnvelope during(ToolContext context, Supplier<ToolEnvelope> call) {
        if (!(context instanceof AskingContext asking)) {
            return call.get();
        }
        calls.add(asking);
        try {
            return call.get();
        } finally {
            calls.remove(asking);
        }
    }

    /** Returns whom pseudonyms stand for that the server has of a call that runs. */
    private List<Question.Part> explanations(String text) {
        return calls.stream()
                .flatMap(call -> call.explanations(text).stream())
                .distinct()
                .toList();
    }

    /** Returns a part that the server wrote, with invisible characters escaped. */
    Question.Part written(String heading, String text) {
        return Question.Part.of(ContentOrigin.MCP, heading, VisibleText.of(text));
    }

    private UserPrompter.QuestionContext occasion(String title, Cancellation ends) {
        return new UserPrompter.QuestionContext(
                title,
                new CallIds("mcp-" + options.name, "", 0, ""),
                Optional.empty(),
                ends,
                words(),
                shown -> {},
                broken -> options.log.accept(
                        "the question handler threw " + broken.getClass().getName()),
                this::explanations);
    }

    /** Reserves a question that a server wants to ask; returns false while another one is open, and when it asked often. */
    synchronized boolean begin() {
        if (asking || asked >= MOST_FROM_SERVER) {
            return false;
        }
        asking = true;
        asked++;
        return true;
    }

    synchronized void end() {
        asking = false;
    }
}
