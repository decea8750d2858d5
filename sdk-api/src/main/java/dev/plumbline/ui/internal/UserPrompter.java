package dev.plumbline.ui.internal;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.Question.CallRisk;
import dev.plumbline.ui.Question.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Asks the user questions through the host's handler and waits for answers with a limit. Tools, hooks and limits share
 * one instance. Thread-safe.
 */
public final class UserPrompter {
    private static final Question.Option NOBODY = new Question.Option("nobody", "");

    private final Optional<Consumer<Question>> handler;
    private final Executor where;
    private final Scheduler time;
    private final BiFunction<Json, Json, Optional<String>> check;
    private final Words words;

    /**
     * Creates a prompter that shows questions through that handler, if there is one.
     *
     * @param where the executor that shows questions, e.g. on the host's UI thread
     * @param time measures the limit of an answer
     */
    public UserPrompter(Optional<Consumer<Question>> handler, Executor where, Scheduler time) {
        this(handler, where, time, (schema, value) -> Optional.empty(), Words.english());
    }

    private UserPrompter(
            Optional<Consumer<Question>> handler,
            Executor where,
            Scheduler time,
            BiFunction<Json, Json, Optional<String>> check,
            Words words) {
        this.handler = handler;
        this.where = where;
        this.time = time;
        this.check = check;
        this.words = words;
    }

    /**
     * Returns a copy that refuses values that do not fit.
     *
     * @param fault takes a JSON Schema and a value, and returns what is wrong, without the value; empty if it fits
     */
    public UserPrompter withValueCheck(BiFunction<Json, Json, Optional<String>> fault) {
        return new UserPrompter(handler, where, time, fault, words);
    }

    /** Returns a copy that asks in the language of that host program; in English without one. */
    public UserPrompter withLanguageOf(Optional<HostApplication> host) {
        Words spoken = host.map(program -> Words.of(program.locale()).with(program.words()))
                .orElse(words);
        return new UserPrompter(handler, where, time, check, spoken);
    }

    /** Returns the words in the language of a session; in that of the host program if it has none of its own. */
    public Words words(Optional<Locale> session) {
        return session.filter(language -> !language.equals(words.locale()))
                .map(Words::of)
                .orElse(words);
    }

    /** Returns the words of a question, for views that show it. */
    public static Words wordsOf(Question question) {
        return question instanceof OpenQuestion open ? open.occasion().words() : Words.of(question.locale());
    }

    /** Returns a button of ours. */
    public static Question.Option option(String id, Words words) {
        return new Question.Option(id, words.say("answer." + id));
    }

    /** Returns whether there is a handler that shows questions. */
    public boolean hasHandler() {
        return handler.isPresent();
    }

    /**
     * Asks the user to choose one of these, and waits; empty if there is no answer in time, or no handler.
     *
     * @throws IllegalArgumentException without an option
     */
    public Optional<String> choose(String question, List<String> labels, QuestionContext occasion, Duration timeout) {
        if (labels.isEmpty()) {
            throw new IllegalArgumentException("a question needs at least one option");
        }
        List<Question.Option> options = IntStream.range(0, labels.size())
                .mapToObj(i -> new Question.Option(Integer.toString(i), labels.get(i)))
                .toList();
        QuestionText wording = new QuestionText(
                occasion.title(),
                List.of(toolText(question)),
                List.of(),
                options,
                List.of(),
                NOBODY,
                Optional.empty(),
                UserPrompter::noValue);
        Reply reply = ask(wording, occasion, timeout);
        return Optional.of(reply.option())
                .filter(option -> !option.equals(NOBODY))
                .map(Question.Option::label);
    }

    /**
     * Asks for a value and waits. The question has a button to send the value and one not to answer; a choice has a
     * button for each option.
     *
     * @param observer receives {@link TelemetryEvent.UserAsked}, without question and answer
     */
    public <T> InputRequest.Reply<T> ask(
            InputRequest<T> request, QuestionContext occasion, TelemetryObserver observer) {
        return ask(request, List.of(toolText(request.question())), occasion, observer);
    }

    /** Asks for a value with those parts instead of the text of the request. */
    public <T> InputRequest.Reply<T> ask(
            InputRequest<T> request, List<Part> parts, QuestionContext occasion, TelemetryObserver observer) {
        long began = time.nanoTime();
        InputRequest.Reply<T> reply =
                hasHandler() ? reply(request, parts, occasion) : InputRequest.Reply.nobody(request);
        observer.onEvent(new TelemetryEvent.UserAsked(
                occasion.ids(),
                time.instant(),
                TelemetryName.of(occasion.title()),
                request.kind(),
                reply.outcome().label(),
                Duration.ofNanos(time.nanoTime() - began)));
        return reply;
    }

    private static Optional<String> noValue(Json value) {
        return Optional.of("this question takes no value");
    }

    private static Part toolText(String words) {
        return Part.of(ContentOrigin.TOOL, "", words);
    }

    private <T> InputRequest.Reply<T> reply(InputRequest<T> request, List<Part> parts, QuestionContext occasion) {
        InputForm<T> form = new InputForm<>(request, check, occasion.words());
        QuestionText wording = new QuestionText(
                request.title().orElse(occasion.title()),
                parts,
                List.of(),
                form.agreeing(),
                form.refusing(),
                form.fallback(),
                Optional.empty(),
                form::fault);
        OpenQuestion question = open(wording, form, occasion, request.timeout());
        Reply reply = ask(question, occasion, request.timeout());
        return reply.answered()
                ? form.answered(reply.option(), reply.value())
                : form.unanswered(unanswered(question, occasion.cancellation()));
    }

    private InputRequest.Reply.Outcome unanswered(Question question, Cancellation ends) {
        if (!time.instant().isBefore(question.expires())) {
            return InputRequest.Reply.Outcome.EXPIRED;
        }
        // the thread of a cancelled tool is interrupted, which may come before the tool's own signal is given
        return ends.isCancelled() || Thread.currentThread().isInterrupted()
                ? InputRequest.Reply.Outcome.CANCELLED
                : InputRequest.Reply.Outcome.NOBODY;
    }

    /**
     * Asks and waits; without a handler, without an answer in time and when the turn ends, returns the fallback. Never
     * throws.
     */
    public Reply ask(QuestionText wording, QuestionContext occasion, Duration timeout) {
        return ask(open(wording, null, occasion, timeout), occasion, timeout);
    }

    private OpenQuestion open(
            QuestionText wording, @Nullable InputForm<?> input, QuestionContext occasion, Duration timeout) {
        return new OpenQuestion(
                wording.with(occasion.explains().apply(wording.all())),
                input,
                occasion,
                time.instant().plus(timeout),
                new Answering());
    }

    private Reply ask(OpenQuestion question, QuestionContext occasion, Duration timeout) {
        Subscription timer = time.schedule(timeout, question::giveUp);
        Subscription cancel = occasion.cancellation().onCancel(question::giveUp);
        try {
            handler.ifPresentOrElse(shown -> show(shown, question, occasion), question::giveUp);
            return await(question);
        } finally {
            timer.close();
            cancel.close();
        }
    }

    private void show(Consumer<Question> shown, OpenQuestion question, QuestionContext occasion) {
        occasion.asked().accept(question);
        try {
            where.execute(() -> {
                try {
                    shown.accept(question);
                } catch (RuntimeException | Error e) {
                    occasion.failed().accept(e);
                    question.giveUp();
                }
            });
        } catch (RejectedExecutionException full) {
            question.giveUp();
        }
    }

    private static Reply await(OpenQuestion question) {
        try {
            return question.reply().get();
        } catch (InterruptedException e) {
            question.giveUp();
            Thread.currentThread().interrupt();
            return question.reply().join();
        } catch (ExecutionException | CancellationException e) {
            throw new IllegalStateException("an answer is always given", e);
        }
    }

    /**
     * What a question says, and the answers to it.
     *
     * @param title a short text
     * @param parts what it is about
     * @param details what a view shows on request, and what need not be shown
     * @param agreeing the buttons that need every part whole; they come first
     * @param refusing the buttons that do not
     * @param fallback the answer on timeout, cancel and close
     * @param risk the risk of the tool call; empty for a question without one
     * @param fault returns what is wrong with a value that comes with an agreeing answer; empty if it fits
     */
    public record QuestionText(
            String title,
            List<Part> parts,
            List<Part> details,
            List<Question.Option> agreeing,
            List<Question.Option> refusing,
            Question.Option fallback,
            Optional<CallRisk> risk,
            Function<Json, Optional<String>> fault) {
        public QuestionText {
            parts = List.copyOf(parts);
            details = List.copyOf(details);
            agreeing = List.copyOf(agreeing);
            refusing = List.copyOf(refusing);
            Objects.requireNonNull(risk, "risk");
            Objects.requireNonNull(title, "title");
            Objects.requireNonNull(fallback, "fallback");
            Objects.requireNonNull(fault, "fault");
        }

        /** Creates a question with a way to agree and one to refuse, which takes no value. */
        public QuestionText(String title, List<Part> parts, Question.Option yes, Question.Option no) {
            this(title, parts, List.of(), List.of(yes), List.of(no), no, Optional.empty(), UserPrompter::noValue);
        }

        private QuestionText with(List<Part> more) {
            return more.isEmpty()
                    ? this
                    : withParts(Stream.concat(parts.stream(), more.stream()).toList());
        }

        /** Returns everything that a person may read of the question. */
        private String all() {
            Stream<String> read = Stream.concat(parts.stream(), details.stream())
                    .flatMap(part ->
                            Stream.of(part.heading(), part.text(), part.before().orElse("")));
            Stream<String> buttons =
                    Stream.concat(agreeing.stream(), refusing.stream()).map(Question.Option::label);
            return Stream.of(Stream.of(title), read, buttons)
                    .flatMap(each -> each)
                    .collect(Collectors.joining("\n"));
        }

        private QuestionText withParts(List<Part> others) {
            return new QuestionText(title, others, details, agreeing, refusing, fallback, risk, fault);
        }
    }

    /**
     * The occasion of a question.
     *
     * @param title a short text for a choice: who asks
     * @param ids the ids of session, turn and round
     * @param call the tool call that it is about, if any
     * @param cancellation closes the question when it is given
     * @param words the language in which the person is asked
     * @param asked receives the question before it is shown, when a caller waits for its answer; must not throw
     * @param failed receives the handler's exception
     * @param explains takes everything that a question says, and returns what else a person needs to know: whom the pseudonyms
     *     in it stand for
     */
    public record QuestionContext(
            String title,
            CallIds ids,
            Optional<Interaction.ToolCall> call,
            Cancellation cancellation,
            Words words,
            Consumer<Question> asked,
            Consumer<Throwable> failed,
            Function<String, List<Part>> explains) {
        public QuestionContext {
            Objects.requireNonNull(title, "title");
            Objects.requireNonNull(ids, "ids");
            Objects.requireNonNull(call, "call");
            Objects.requireNonNull(cancellation, "cancellation");
            Objects.requireNonNull(words, "words");
            Objects.requireNonNull(asked, "asked");
            Objects.requireNonNull(failed, "failed");
            Objects.requireNonNull(explains, "explains");
        }

        /** Creates the occasion of a question in which nothing has to be explained. */
        public QuestionContext(
                String title,
                CallIds ids,
                Optional<Interaction.ToolCall> call,
                Cancellation cancellation,
                Words words,
                Consumer<Question> asked,
                Consumer<Throwable> failed) {
            this(title, ids, call, cancellation, words, asked, failed, text -> List.of());
        }
    }

    /**
     * The answer to a question.
     *
     * @param option the chosen option
     * @param value the value given with it, if any
     * @param answered whether the user answered
     */
    public record Reply(Question.Option option, Optional<Json> value, boolean answered) {
        public Reply {
            Objects.requireNonNull(option, "option");
            Objects.requireNonNull(value, "value");
        }
    }

    /** The one answer to a question, which all that show it share. */
    private static final class Answering {
        private final CompletableFuture<Reply> reply = new CompletableFuture<>();
        private final List<Runnable> closed = new ArrayList<>();

        boolean settle(Reply given) {
            boolean first = reply.complete(given);
            if (first) {
                taken().forEach(Answering::run);
            }
            return first;
        }

        void onClosed(Runnable action) {
            synchronized (closed) {
                closed.add(action);
            }
            if (reply.isDone()) {
                taken().forEach(Answering::run);
            }
        }

        private List<Runnable> taken() {
            synchronized (closed) {
                List<Runnable> actions = List.copyOf(closed);
                closed.clear();
                return actions;
            }
        }

        private static void run(Runnable action) {
            try {
                action.run();
            } catch (RuntimeException | Error isolated) {
                // a dialog that cannot be closed must not keep the others open
            }
        }
    }

    /**
     * A question while it is open, with the parts that are whole for who shows it: the first answer counts, and every view
     * that shows it is notified to close it.
     */
    private record OpenQuestion(
            QuestionText wording,
            @Nullable InputForm<?> form,
            QuestionContext occasion,
            Instant expires,
            Answering answering)
            implements Question {

        CompletableFuture<Reply> reply() {
            return answering.reply;
        }

        @Override
        public String title() {
            return wording.title();
        }

        @Override
        public List<Part> parts() {
            return wording.parts();
        }

        @Override
        public List<Part> details() {
            return wording.details();
        }

        @Override
        public String text() {
            return parts().stream()
                    .map(part -> PartLines.of(part, occasion.words()))
                    .collect(Collectors.joining("\n"));
        }

        @Override
        public Locale locale() {
            return occasion.words().locale();
        }

        @Override
        public Question opened(Collection<String> digests) {
            List<Part> opened = parts().stream()
                    .map(part -> digests.contains(part.digest()) ? part.opened() : part)
                    .toList();
            return new OpenQuestion(wording.withParts(opened), form, occasion, expires, answering);
        }

        @Override
        public boolean isRefusal(Option option) {
            return wording.refusing().contains(option) || fallback().equals(option);
        }

        @Override
        public Optional<CallRisk> risk() {
            return wording.risk();
        }

        @Override
        public Optional<Input> input() {
            return form == null ? Optional.empty() : form.field();
        }

        @Override
        public List<Option> options() {
            return Stream.concat(wording.agreeing().stream(), wording.refusing().stream())
                    .toList();
        }

        @Override
        public Option fallback() {
            return wording.fallback();
        }

        @Override
        public Optional<Interaction.ToolCall> toolCall() {
            return occasion.call();
        }

        @Override
        public CallIds ids() {
            return occasion.ids();
        }

        @Override
        public boolean answer(Option option) {
            if (form != null) {
                form.requireComplete(option);
            }
            return given(option, Optional.empty());
        }

        @Override
        public boolean answer(Option option, Json value) {
            return given(option, Optional.of(value));
        }

        /** Refuses what agrees to a part that was not shown, and a value that does not fit; else settles. */
        private boolean given(Option option, Optional<Json> value) {
            if (!options().contains(option) && !fallback().equals(option)) {
                throw new IllegalArgumentException("this option is none of the question's");
            }
            if (!isRefusal(option)) {
                parts().stream().filter(Part::isFolded).findFirst().ifPresent(folded -> {
                    throw new IllegalArgumentException("\"" + folded.heading() + "\" was not shown: show each part that"
                            + " is folded, and answer opened(…), which returns the question with them");
                });
                value.flatMap(wording.fault()).ifPresent(fault -> {
                    throw new IllegalArgumentException(fault);
                });
            }
            return answering.settle(new Reply(option, value, true));
        }

        /** Closes the question without an answer. */
        void giveUp() {
            boolean unused = answering.settle(new Reply(fallback(), Optional.empty(), false));
        }

        @Override
        public void onClosed(Runnable action) {
            answering.onClosed(action);
        }

        /** One question is equal to itself alone: two calls may be asked about in the same words. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof OpenQuestion question && question.answering.equals(answering);
        }

        @Override
        public int hashCode() {
            return answering.hashCode();
        }

        /** Returns the number of options, without content. */
        @Override
        public String toString() {
            return "Question[" + options().size() + " options]";
        }
    }
}
