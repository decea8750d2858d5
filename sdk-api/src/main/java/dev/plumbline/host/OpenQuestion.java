package dev.plumbline.host;

import dev.plumbline.body.Interaction;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A question while it is open: the first answer counts, and everybody who shows it is told to stop. */
final class OpenQuestion implements Question {
    private final Person.Wording wording;
    private final Person.Occasion occasion;
    private final Instant expires;
    private final CompletableFuture<Person.Reply> reply = new CompletableFuture<>();
    private final List<Runnable> closed = new ArrayList<>();

    OpenQuestion(Person.Wording wording, Person.Occasion occasion, Instant expires) {
        this.wording = wording;
        this.occasion = occasion;
        this.expires = expires;
    }

    CompletableFuture<Person.Reply> reply() {
        return reply;
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
    public List<Row> rows() {
        return wording.rows();
    }

    @Override
    public Optional<String> details() {
        return wording.details();
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
        return occasion.call();
    }

    @Override
    public CallIds ids() {
        return occasion.ids();
    }

    @Override
    public Instant expires() {
        return expires;
    }

    @Override
    public boolean answer(Option option) {
        return settle(new Person.Reply(known(option), Optional.empty(), true));
    }

    @Override
    public boolean answer(Option option, Json value) {
        return settle(new Person.Reply(known(option), Optional.of(value), true));
    }

    private Option known(Option option) {
        if (!options().contains(option) && !fallback().equals(option)) {
            throw new IllegalArgumentException("this option is none of the question's");
        }
        return option;
    }

    /** Nobody answered. */
    void giveUp() {
        settle(new Person.Reply(fallback(), Optional.empty(), false));
    }

    private boolean settle(Person.Reply given) {
        boolean first = reply.complete(given);
        if (first) {
            taken().forEach(OpenQuestion::run);
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
        if (reply.isDone()) {
            taken().forEach(OpenQuestion::run);
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
