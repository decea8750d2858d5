package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Question;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A question while it is open: the first answer counts, and everybody who shows it is told to stop. */
final class ToolQuestion implements Question {
    private final Wording wording;
    private final CallIds ids;
    private final Optional<Interaction.ToolCall> call;
    private final Instant expires;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private final List<Runnable> closed = new ArrayList<>();

    ToolQuestion(Wording wording, CallIds ids, Optional<Interaction.ToolCall> call, Instant expires) {
        this.wording = wording;
        this.ids = ids;
        this.call = call;
        this.expires = expires;
    }

    CompletableFuture<Answer> answer() {
        return answer;
    }

    @Override
    public String title() {
        return wording.title();
    }

    @Override
    public String text() {
        return wording.text();
    }

    @Override
    public List<Option> options() {
        return wording.options();
    }

    @Override
    public Option fallback() {
        return wording.fallback();
    }

    @Override
    public Optional<Interaction.ToolCall> toolCall() {
        return call;
    }

    @Override
    public CallIds ids() {
        return ids;
    }

    @Override
    public Instant expires() {
        return expires;
    }

    @Override
    public boolean answer(Option option) {
        return settle(new Answer(known(option), Optional.empty(), true));
    }

    @Override
    public boolean answer(Option option, Json value) {
        return settle(new Answer(known(option), Optional.of(value), true));
    }

    private Option known(Option option) {
        if (!options().contains(option) && !fallback().equals(option)) {
            throw new IllegalArgumentException("this option is none of the question's");
        }
        return option;
    }

    /** Nobody answered. */
    void giveUp() {
        settle(new Answer(fallback(), Optional.empty(), false));
    }

    private boolean settle(Answer given) {
        boolean first = answer.complete(given);
        if (first) {
            taken().forEach(ToolQuestion::run);
        }
        return first;
    }

    private List<Runnable> taken() {
        synchronized (closed) {
            List<Runnable> actions = List.copyOf(closed);
            closed.clear();
            return actions;
        }
    }

    @Override
    public void onClosed(Runnable action) {
        synchronized (closed) {
            closed.add(action);
        }
        if (answer.isDone()) {
            taken().forEach(ToolQuestion::run);
        }
    }

    private static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error isolated) {
            // a dialog that cannot be closed must not keep the others open
        }
    }

    /**
     * Text of a model as a person can trust it: what steers a terminal or turns the direction of writing is spelled out.
     */
    static String visible(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (isInvisible(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private static boolean isInvisible(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    /** What a person reads, and what counts when nobody answers. */
    record Wording(String title, String text, List<Option> options, Option fallback) {
        Wording {
            options = List.copyOf(options);
        }
    }

    /**
     * What came of it.
     *
     * @param option chosen
     * @param value with it, if a value was given
     * @param given whether a person gave it
     */
    record Answer(Option option, Optional<Json> value, boolean given) {}
}
