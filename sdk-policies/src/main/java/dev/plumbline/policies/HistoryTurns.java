package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.internal.TokenEstimate;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A history divided into turns: the interactions before the first question, and each question with all that followed. A
 * cut between turns never separates a tool call from its result. Immutable.
 *
 * @param front the facts, instructions and summaries before the first question
 * @param turns the turns, each beginning with its question
 */
record HistoryTurns(List<Interaction> front, List<List<Interaction>> turns) {
    /** What the trace says of a call before which something else was sent than in the calls before. */
    static final String STARTS_OVER = "starts over, and reads nothing from the prompt cache: ";

    static HistoryTurns of(List<Interaction> interactions) {
        List<Interaction> front = new ArrayList<>();
        List<List<Interaction>> turns = new ArrayList<>();
        for (Interaction interaction : interactions) {
            if (interaction instanceof Interaction.User && !followsQuestion(turns)) {
                turns.add(new ArrayList<>());
            }
            (turns.isEmpty() ? front : turns.get(turns.size() - 1)).add(interaction);
        }
        return new HistoryTurns(front, turns);
    }

    /** Returns whether the last turn has only questions; consecutive user messages belong to one turn. */
    private static boolean followsQuestion(List<List<Interaction>> turns) {
        return !turns.isEmpty()
                && turns.get(turns.size() - 1).stream()
                        .allMatch(interaction -> interaction instanceof Interaction.User);
    }

    /**
     * Returns the turns to send within that many tokens. Whenever a question does not fit behind what is sent, the oldest
     * turns go until half of the tokens are left; so all that is sent stays the same until the next question that does not
     * fit. The last turn is always sent. It depends on earlier turns and the question alone, so that it does not change within
     * a turn.
     */
    Cut cut(int tokens) {
        long sent = TokenEstimate.of(front);
        int from = 0;
        int since = 0;
        for (int i = 0; i < turns.size(); i++) {
            long asked = sent + TokenEstimate.of(question(turns.get(i)));
            if (asked > tokens && from < i) {
                for (; from < i && asked > tokens / 2; from++) {
                    long gone = TokenEstimate.of(turns.get(from));
                    asked -= gone;
                    sent -= gone;
                }
                since = i;
            }
            sent += TokenEstimate.of(turns.get(i));
        }
        return new Cut(from, since);
    }

    private static List<Interaction> question(List<Interaction> turn) {
        int end = 0;
        while (end < turn.size() && turn.get(end) instanceof Interaction.User) {
            end++;
        }
        return turn.subList(0, end);
    }

    /** Returns whether the conversation starts over in this call. */
    boolean startsOver(Cut cut) {
        return cut.from() > 0
                && cut.since() == turns.size() - 1
                && question(turns.get(cut.since())).size()
                        == turns.get(cut.since()).size();
    }

    /** Returns the turns before that index. */
    List<Interaction> before(int turn) {
        List<Interaction> gone = new ArrayList<>();
        turns.subList(0, turn).forEach(gone::addAll);
        return gone;
    }

    /** Returns the front, what replaces the removed turns, the facts that were sent in them, and the other turns. */
    List<Interaction> from(Cut cut, Optional<Interaction.Summary> inTheirPlace) {
        List<Interaction> shorter = new ArrayList<>(front);
        facts(before(cut.from())).ifPresent(shorter::add);
        inTheirPlace.ifPresent(shorter::add);
        turns.subList(cut.from(), turns.size()).forEach(shorter::addAll);
        return shorter;
    }

    /** Returns the facts that were sent with these interactions, with their newest values. */
    private static Optional<Interaction.Context> facts(List<Interaction> gone) {
        Map<String, Json> facts = new LinkedHashMap<>();
        for (Interaction item : gone) {
            if (item instanceof Interaction.Context context) {
                facts.putAll(context.values());
            }
        }
        facts.values().removeIf(value -> value.kind() == Json.Kind.NULL);
        return facts.isEmpty() ? Optional.empty() : Optional.of(new Interaction.Context(facts));
    }

    /**
     * The turns that are sent of a history that does not fit.
     *
     * @param from the first turn that is sent
     * @param since the turn with which the conversation started over; 0 if it fits
     */
    record Cut(int from, int since) {}
}
