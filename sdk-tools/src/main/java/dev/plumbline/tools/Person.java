package dev.plumbline.tools;

import dev.plumbline.call.Question;
import dev.plumbline.call.Subscription;
import dev.plumbline.call.Timekeeper;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Whoever sits in front of the program, if anybody does: asked where questions are shown, waited for with a limit. */
final class Person {
    private static final String NOBODY = "nobody";

    private final Optional<Consumer<Question>> handler;
    private final Executor where;
    private final Timekeeper time;

    Person(Optional<Consumer<Question>> handler, Executor where, Timekeeper time) {
        this.handler = handler;
        this.where = where;
        this.time = time;
    }

    /** Asks a tool's own question. */
    Optional<String> choose(FencedContext call, String question, List<String> labels, Duration timeout) {
        List<Question.Option> options = IntStream.range(0, labels.size())
                .mapToObj(i -> new Question.Option(Integer.toString(i), labels.get(i)))
                .toList();
        Question.Option none = new Question.Option(NOBODY, "");
        ToolQuestion.Answer answer =
                ask(call, new ToolQuestion.Wording(call.toolCall().name(), question, options, none), timeout);
        return answer.option().equals(none)
                ? Optional.empty()
                : Optional.of(answer.option().label());
    }

    /** Asks and waits; nobody to ask, no answer in time and a turn that ends are the fallback. */
    ToolQuestion.Answer ask(FencedContext call, ToolQuestion.Wording wording, Duration timeout) {
        ToolQuestion question = new ToolQuestion(
                wording,
                call.setting().scope().ids(),
                Optional.of(call.toolCall()),
                time.instant().plus(timeout));
        Subscription timer = time.schedule(timeout, question::giveUp);
        Subscription cancel = call.cancellation().onCancel(question::giveUp);
        try {
            handler.ifPresentOrElse(asked -> show(asked, question, call), question::giveUp);
            return await(question);
        } finally {
            timer.close();
            cancel.close();
        }
    }

    private void show(Consumer<Question> asked, ToolQuestion question, FencedContext call) {
        try {
            where.execute(() -> {
                try {
                    asked.accept(question);
                } catch (RuntimeException | Error e) {
                    call.setting().report("question-handler", e);
                    question.giveUp();
                }
            });
        } catch (RejectedExecutionException full) {
            question.giveUp();
        }
    }

    private static ToolQuestion.Answer await(ToolQuestion question) {
        try {
            return question.answer().get();
        } catch (InterruptedException e) {
            question.giveUp();
            Thread.currentThread().interrupt();
            return question.answer().join();
        } catch (ExecutionException | CancellationException e) {
            throw new IllegalStateException("an answer is always given", e);
        }
    }
}
