package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;

/** What people say of walls: as long as questions are, and never the same twice while anybody could remember. */
final class SampleTranscripts {
    /** When the same may be said again: it is long forgotten by then. */
    private static final int LATER = 100_000;

    private int said;

    /** That transcript with so many more of them at its end. */
    Transcript after(Transcript before, int more) {
        Transcript longer = before;
        for (int i = 0; i < more; i++) {
            longer = longer.append(
                    Interaction.user("move wall " + said++ % LATER + " of A-WALL-EXT by 12.5 mm to the left"));
        }
        return longer;
    }

    /** A conversation of so many entries, questions and answers in turn. */
    static AiBody ofEntries(int entries) {
        AiBody.Builder body = AiBody.builder();
        for (int i = 0; i < entries; i += 2) {
            body.addUser("A question about wall " + i + ", which is as long as questions are.")
                    .addAssistant("An answer about wall " + i + ", which is as long as answers are.");
        }
        return body.build();
    }
}
