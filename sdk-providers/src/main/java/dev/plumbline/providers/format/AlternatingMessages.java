package dev.plumbline.providers.format;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Puts a conversation into the form that every template of a model takes: one system message in front of all others, and no
 * two messages of the user in a row. Templates of Qwen and Gemma refuse a system message after others, those of Gemma and
 * Mistral two of a role in a row, as after an answer that was stopped before its first word.
 */
public final class AlternatingMessages {
    private static final String BETWEEN = "\n\n";

    private AlternatingMessages() {}

    /**
     * Returns the interactions in that form. Facts, instructions and summaries that follow a message, or that others wrote,
     * are words of the user.
     */
    public static List<? extends Interaction> of(List<? extends Interaction> all) {
        if (isInForm(all)) {
            return all;
        }
        int front = 0;
        while (front < all.size() && MessageRoles.isDirection(all.get(front))) {
            front++;
        }
        List<Interaction> messages = new ArrayList<>(all.size());
        if (front == 1) {
            messages.add(all.get(0));
        } else if (front > 1) {
            messages.add(new Interaction.System(
                    all.subList(0, front).stream().map(MessageRoles::direction).collect(Collectors.joining(BETWEEN))));
        }
        for (Interaction item : all.subList(front, all.size())) {
            add(messages, item);
        }
        return messages;
    }

    /** Returns whether a conversation has that form already, as almost all have. */
    private static boolean isInForm(List<? extends Interaction> all) {
        boolean begun = false;
        boolean afterUser = false;
        for (Interaction item : all) {
            boolean user = item instanceof Interaction.User;
            boolean inFront = !begun && MessageRoles.isDirection(item);
            if ((user && afterUser) || (isAnyDirection(item) && !inFront) || isNothing(item)) {
                return false;
            }
            begun = true;
            afterUser = user;
        }
        return true;
    }

    private static void add(List<Interaction> messages, Interaction item) {
        Interaction next = isAnyDirection(item) ? Interaction.user(MessageRoles.directionOfUser(item)) : item;
        int last = messages.size() - 1;
        if (next instanceof Interaction.User more && last >= 0 && messages.get(last) instanceof Interaction.User said) {
            messages.set(last, new Interaction.User(both(said.parts(), more.parts())));
        } else if (!isNothing(next)) {
            messages.add(next);
        }
    }

    private static boolean isAnyDirection(Interaction item) {
        return item instanceof Interaction.Context || MessageRoles.isDirection(item);
    }

    private static boolean isNothing(Interaction item) {
        if (!(item instanceof Interaction.Assistant answer)) {
            return false;
        }
        for (Part part : answer.parts()) {
            if (!(part instanceof Part.Text text && text.text().isBlank())) {
                return false;
            }
        }
        return true;
    }

    private static List<Part> both(List<Part> first, List<Part> second) {
        List<Part> parts = new ArrayList<>(first);
        int last = parts.size() - 1;
        boolean texts = last >= 0
                && !second.isEmpty()
                && parts.get(last) instanceof Part.Text
                && second.get(0) instanceof Part.Text;
        if (texts) {
            String text = ((Part.Text) parts.get(last)).text() + BETWEEN + ((Part.Text) second.get(0)).text();
            parts.set(last, Part.text(text));
        }
        parts.addAll(texts ? second.subList(1, second.size()) : second);
        return parts;
    }
}
