package dev.plumbline.providers.format;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Joins messages of the user that follow each other, as after an answer that was stopped before its first word: templates of
 * Gemma and of Mistral refuse two of a role in a row.
 */
public final class UserMessages {
    private static final String BETWEEN = "\n\n";

    private UserMessages() {}

    /** Returns the interactions with such messages as one. */
    public static List<Interaction> joined(List<? extends Interaction> all) {
        List<Interaction> joined = new ArrayList<>(all.size());
        for (Interaction item : all) {
            int last = joined.size() - 1;
            if (item instanceof Interaction.User next
                    && last >= 0
                    && joined.get(last) instanceof Interaction.User said) {
                joined.set(last, new Interaction.User(both(said.parts(), next.parts())));
            } else if (!isNothing(item)) {
                joined.add(item);
            }
        }
        return joined;
    }

    private static boolean isNothing(Interaction item) {
        return item instanceof Interaction.Assistant answer
                && answer.parts().stream()
                        .allMatch(part ->
                                part instanceof Part.Text text && text.text().isBlank());
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
