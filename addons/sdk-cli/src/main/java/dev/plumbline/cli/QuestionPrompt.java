package dev.plumbline.cli;

import dev.plumbline.ui.Question;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Shows the questions of tools and hooks one at a time; a digit answers, {@code a} shows the full text. Questions
 * arrive on any thread, keys on one. Without a keyboard each question gets its fallback, which is no for tools.
 */
final class QuestionPrompt implements Consumer<Question> {
    private static final char ALL = 'a';
    private static final int END_OF_INPUT = 4;
    private static final int BACKSPACE = 8;
    private static final int DELETE = 127;

    private final CommandConsole console;
    private final Queue<Question> waiting = new ConcurrentLinkedQueue<>();
    private @Nullable Question shown;

    /** What the person has written for the shown question. */
    private final StringBuilder written = new StringBuilder();

    QuestionPrompt(CommandConsole console) {
        this.console = console;
    }

    @Override
    public void accept(Question question) {
        if (console.hasKeys()) {
            waiting.add(question);
            question.onClosed(() -> waiting.remove(question));
        } else {
            console.line("  " + question.title());
            question.risk().ifPresent(risk -> console.line("  " + risk.summary()));
            lines(question.text());
            console.line(
                    "  no keyboard, so the answer is: " + question.fallback().label());
            boolean unused = question.answer(question.fallback());
        }
    }

    /** Shows the current question, if it was not shown yet. */
    void show() {
        Question next = waiting.peek();
        if (next != null && !next.equals(shown)) {
            console.line("  " + next.title());
            next.risk().ifPresent(risk -> console.line("  " + risk.summary()));
            lines(next.text());
            options(next);
        }
        if (next != shown) {
            written.setLength(0);
        }
        shown = next;
    }

    private void lines(String text) {
        text.lines().forEach(line -> console.line("  " + line));
    }

    private void options(Question question) {
        if (question.input().isPresent()) {
            String suggested = question.input().get().suggestedText();
            console.line("    write the answer and press Enter" + (suggested.isEmpty() ? "" : "; alone: " + suggested)
                    + "; Ctrl+D: no answer");
            return;
        }
        List<Question.Option> options = question.options();
        for (int i = 0; i < options.size(); i++) {
            console.line("    " + (i + 1) + " " + options.get(i).label());
        }
        if (!question.isWhole()) {
            console.line("    " + ALL + " Show all, before you agree");
        }
    }

    private void showAll(Question question) {
        shown = question.opened();
        lines(shown.text());
        options(shown);
    }

    /** Handles a key, which may answer the shown question. */
    void pressed(int key) {
        Question asked = shown;
        if (asked != null && asked.input().isPresent()) {
            wrote(asked, asked.input().get(), key);
            return;
        }
        int chosen = key - '1';
        if (asked != null && key == ALL && !asked.isWhole()) {
            showAll(asked);
        }
        if (asked != null && chosen >= 0 && chosen < asked.options().size()) {
            choose(asked, asked.options().get(chosen));
        }
    }

    private void choose(Question asked, Question.Option option) {
        if (!asked.isWhole() && !asked.isRefusal(option)) {
            console.line("  " + ALL + " shows all of it first");
            return;
        }
        console.line("  " + option.label());
        boolean unused = asked.answer(option);
        waiting.remove(asked);
    }

    /** Handles a key of a question that needs a value. */
    private void wrote(Question asked, Question.Input input, int key) {
        if (key == '\r' || key == '\n') {
            send(asked, input);
        } else if (key == END_OF_INPUT) {
            boolean unused = asked.answer(asked.fallback());
            settled(asked);
        } else if ((key == DELETE || key == BACKSPACE) && written.length() > 0) {
            written.setLength(written.length() - 1);
            console.endLine();
            console.print("  " + written);
        } else if (key >= ' ' && key != DELETE) {
            console.print((written.isEmpty() ? "  " : "") + (char) key);
            written.append((char) key);
        }
    }

    private void send(Question asked, Question.Input input) {
        String text = written.isEmpty() ? input.suggestedText() : written.toString();
        try {
            console.print(written.isEmpty() ? "  " + text : "");
            console.endLine();
            boolean unused = asked.answer(asked.options().get(0), input.parse(text));
            settled(asked);
        } catch (IllegalArgumentException refused) {
            console.line("  " + refused.getMessage());
            written.setLength(0);
        }
    }

    private void settled(Question asked) {
        waiting.remove(asked);
        written.setLength(0);
    }
}
