package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Budget;
import dev.plumbline.call.SessionOptions;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A special turn beside the conversation: a greeting, a title, a summary. It runs alone, with options of its own: no hook,
 * no view and no tool takes part, and nothing of it is stored but its result, if that is valid. Immutable.
 *
 * @param name in errors and telemetry
 * @param request what the model is asked
 * @param options over those of the session; a model that is cheap, say
 * @param remembers whether the model is sent what was said so far, or the request alone
 * @param place where the result goes
 * @param valid what makes a result good enough to be put there
 */
public record Aside(
        String name,
        Interaction.User request,
        SessionOptions options,
        boolean remembers,
        Place place,
        Predicate<AiReturn> valid) {
    private static final int LONGEST_TITLE = 80;

    public Aside {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(valid, "valid");
    }

    /** A side turn that includes the history, and whose result is not stored: any answer that is not blank is valid. */
    public static Aside of(String name, String request) {
        SessionOptions once = SessionOptions.builder()
                .budget(Budget.ofDefaults().withRounds(1))
                .build();
        return new Aside(
                name,
                Interaction.user(request),
                once,
                true,
                Place.NOWHERE,
                ret -> !ret.text().isBlank());
    }

    /** A greeting: the first message of a conversation is the model's. */
    public static Aside greeting(String request) {
        return of("greeting", request).withPlace(Place.ANSWER);
    }

    /** A title: one line of at most 80 characters, for a list of conversations. */
    public static Aside title() {
        return of("title", "Give this conversation a title of at most six words. Answer with the title alone.")
                .withValid(ret -> isTitle(ret.text().strip()));
    }

    private static boolean isTitle(String text) {
        return !text.isEmpty() && text.length() <= LONGEST_TITLE && text.lines().count() == 1;
    }

    /** A summary that takes the place of what was said so far, but for the newest turn. */
    public static Aside summary() {
        String request = "Sum up the conversation so far in at most 200 words, for your own later use. Keep names, ids,"
                + " numbers, decisions, what tools did and what is still open. Answer with the summary alone.";
        return of("summary", request).withPlace(Place.SUMMARY);
    }

    /** A copy with these options over what it has. */
    public Aside withOptions(SessionOptions more) {
        return new Aside(name, request, more.over(options), remembers, place, valid);
    }

    /** A copy that includes the history, or does not. */
    public Aside withRemembers(boolean all) {
        return new Aside(name, request, options, all, place, valid);
    }

    /** A copy whose result goes there. */
    public Aside withPlace(Place other) {
        return new Aside(name, request, options, remembers, other, valid);
    }

    /** A copy whose result has to be like that, too; it is asked about results that did not fail. */
    public Aside withValid(Predicate<AiReturn> condition) {
        return new Aside(name, request, options, remembers, place, valid.and(condition));
    }

    /** Where the result of a side turn goes. */
    public enum Place {
        /** Nowhere: it is only returned. */
        NOWHERE,
        /** After the newest entry, as the model's text. */
        ANSWER,
        /** In the place of all turns but the newest. */
        SUMMARY
    }
}
