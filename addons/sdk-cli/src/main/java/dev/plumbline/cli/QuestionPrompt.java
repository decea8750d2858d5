package dev.plumbline.cli;

import dev.plumbline.internal.Words;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.PartLines;
import dev.plumbline.ui.internal.UserPrompter;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Shows the questions of tools and hooks one at a time; a digit answers, {@code a} shows the full text, {@code d}
 * the details. Questions
 * arrive on any thread, keys on one. Without a keyboard each question gets its fallback, which is No for tools.
 */
final class QuestionPrompt implements Consumer<Question> {
    private static final char ALL = 'a';
    private static final char DETAILS = 'd';
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
            lines(question.text());
            console.line("  "
                    + words(question)
                            .say("terminal.no-keys", question.fallback().label()));
            boolean unused = question.answer(question.fallback());
        }
    }

    /** Shows the current question, if it was not shown yet. */
    void show() {
        Question next = waiting.peek();
        if (next != null && !next.equals(shown)) {
            console.line("  " + next.title());
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
            console.line("    "
                    + (suggested.isEmpty()
                            ? words(question).say("terminal.write")
                            : words(question).say("terminal.write-suggested", suggested)));
            return;
        }
        List<Question.Option> options = question.options();
        for (int i = 0; i < options.size(); i++) {
            console.line("    " + (i + 1) + " " + options.get(i).label());
        }
        if (!question.isWhole()) {
            console.line("    " + ALL + " " + words(question).say("terminal.all"));
        }
        if (!question.details().isEmpty()) {
            console.line("    " + DETAILS + " " + words(question).say("label.DETAILS"));
        }
    }

    private void showAll(Question question) {
        shown = question.opened();
        lines(shown.text());
        options(shown);
    }

    private void showDetails(Question question) {
        Words words = words(question);
        question.details().forEach(part -> lines(PartLines.of(part, words)));
        options(question);
    }

    private static Words words(Question question) {
        return UserPrompter.wordsOf(question);
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
        if (asked != null && key == DETAILS && !asked.details().isEmpty()) {
            showDetails(asked);
        }
        if (asked != null && chosen >= 0 && chosen < asked.options().size()) {
            choose(asked, asked.options().get(chosen));
        }
    }

    private void choose(Question asked, Question.Option option) {
        if (!asked.isWhole() && !asked.isRefusal(option)) {
            console.line("  " + words(asked).say("terminal.first", ALL));
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
            console.line("  " + words(asked).say("question.misfit", String.valueOf(refused.getMessage())));
            written.setLength(0);
        }
    }

    private void settled(Question asked) {
        waiting.remove(asked);
        written.setLength(0);
    }
}
