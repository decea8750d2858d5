package dev.plumbline.benchmarks;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;

/** Generates transcripts of typical length without repeated texts within any cache. */
final class SampleTranscripts {
    /** The number of texts after which they repeat; caches have evicted the first ones by then. */
    private static final int LATER = 100_000;

    private int count;

    /** Returns the transcript with that many new interactions at its end. */
    Transcript after(Transcript before, int more) {
        Transcript longer = before;
        for (int i = 0; i < more; i++) {
            longer = longer.append(
                    Interaction.user("move wall " + count++ % LATER + " of A-WALL-EXT by 12.5 mm to the left"));
        }
        return longer;
    }

    /** Returns a conversation of that many entries, alternating questions and answers. */
    static AiBody ofEntries(int entries) {
        AiBody.Builder body = AiBody.builder();
        for (int i = 0; i < entries; i += 2) {
            body.addUser("A question about wall " + i + ", which is as long as questions are.")
                    .addAssistant("An answer about wall " + i + ", which is as long as answers are.");
        }
        return body.build();
    }
}
