package task.t19;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.provider.AiProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import task.Seen;
import task.t19.PartBatch.Part;

class PartBatchTest {
    private static final Pattern DESCRIPTION = Pattern.compile("(\\d+) (legs|tops) of (\\w+)");

    @TempDir
    Path folder;

    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    /** Reads a description as well as a pattern can; of glass it never makes a part, and of wax at the second attempt. */
    private final class Reader implements AiProvider {
        @Override
        public String id() {
            return "reader";
        }

        @Override
        public String defaultModel() {
            return "pattern";
        }

        @Override
        public AiReturn call(AiCall call) {
            Matcher found = DESCRIPTION.matcher(Seen.text(call.effective().stream()
                    .filter(Interaction.User.class::isInstance)
                    .toList()));
            assertTrue(found.find(), "the description is not in the request");
            int before = Collections.frequency(List.copyOf(asked), found.group());
            asked.add(found.group());
            assertTrue(!found.find(), "two descriptions are in one request");
            found.reset();
            found.find();
            if (found.group(3).equals("glass") || found.group(3).equals("wax") && before == 0) {
                return AiReturn.ofText("{\"name\":\"" + found.group(2) + "\"}");
            }
            return AiReturn.ofText("{\"name\":\"" + found.group(2) + "\",\"material\":\"" + found.group(3)
                    + "\",\"pieces\":" + found.group(1) + "}");
        }
    }

    private List<Part> read(List<String> descriptions) {
        return PartBatch.readAll(new Reader(), descriptions, folder.resolve("parts.jsonl"));
    }

    @Test
    void reads_all_in_their_order() {
        List<String> descriptions = IntStream.range(1, 41)
                .mapToObj(number -> number + " legs of oak")
                .toList();
        List<Part> parts = read(descriptions);
        assertEquals(
                IntStream.range(1, 41)
                        .mapToObj(number -> new Part("legs", "oak", number))
                        .toList(),
                parts,
                "the parts");
        assertEquals(40, asked.size(), "a request for each description");
    }

    @Test
    void what_was_answered_is_not_asked_again() {
        read(List.of("4 legs of oak", "1 tops of stone"));
        List<Part> parts = read(List.of("4 legs of oak", "1 tops of stone", "3 legs of steel"));
        assertEquals(
                List.of(new Part("legs", "oak", 4), new Part("tops", "stone", 1), new Part("legs", "steel", 3)),
                parts,
                "the parts of both runs");
        assertEquals(3, asked.size(), "requests: " + asked);
    }

    @Test
    void a_wrong_answer_is_asked_for_again() {
        assertEquals(List.of(new Part("legs", "wax", 4)), read(List.of("4 legs of wax")), "the second answer");
        assertEquals(2, asked.size(), "requests: " + asked);
    }

    @Test
    @Tag("slow")
    void what_never_works_is_left_out() {
        assertEquals(
                List.of(new Part("legs", "oak", 4), new Part("legs", "steel", 3)),
                read(List.of("4 legs of oak", "2 tops of glass", "3 legs of steel")),
                "the others");
    }
}
