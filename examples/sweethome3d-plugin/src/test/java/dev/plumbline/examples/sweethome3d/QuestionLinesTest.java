package dev.plumbline.examples.sweethome3d;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.ui.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a person reads about the calls of this plug-in; the table is in {@code target/question-lines.txt}. */
class QuestionLinesTest {

    /** Ten calls, the commonest first, with their arguments. */
    private static Map<String, Map<String, ?>> calls(HomeFixture table) {
        String wall = table.wall(0, 0, 400, 0);
        String second = table.wall(400, 0, 400, 300);
        String bed = table.makes("add_furniture", Map.of("catalogId", "eTeks#bed140x190", "x", 100, "y", 100));
        Map<String, Map<String, ?>> calls = new LinkedHashMap<>();
        calls.put("add_wall", Map.of("x1", 0, "y1", 0, "x2", 400, "y2", 0));
        calls.put("add_furniture", Map.of("catalogId", "eTeks#chair", "x", 50, "y", 50, "angle", 90));
        calls.put("move", Map.of("id", bed, "dx", 20, "dy", -30));
        calls.put("delete", Map.of("ids", List.of(wall)));
        calls.put("delete three", Map.of("ids", List.of(wall, second, bed)));
        calls.put("resize", Map.of("id", bed, "width", 90, "depth", 200, "height", 40));
        calls.put("resize a wall", Map.of("id", wall, "length", 250));
        calls.put(
                "add_room",
                Map.of("name", "Kitchen", "points", List.of(List.of(0, 0), List.of(400, 0), List.of(400, 300))));
        calls.put("add_door", Map.of("catalogId", "eTeks#door", "wall", wall, "at", 150));
        calls.put("read_plan", Map.of("kind", "WALLS"));
        return calls;
    }

    @Test
    @Tag("N40")
    @DisplayName(
            "N40 ten calls of the plug-in are asked about in fewer lines, and no line has an id where the tool has a sentence")
    void n40_questions_areShort() throws IOException {
        List<String> table =
                new ArrayList<>(List.of("call | lines before | lines now | characters before | now | first line"));
        int before = 0;
        int now = 0;
        try (HomeFixture home = new HomeFixture()) {
            for (Map.Entry<String, Map<String, ?>> call : calls(home).entrySet()) {
                String tool = call.getKey().split(" ", 2)[0];
                Question question = home.asked(tool, call.getValue()).get(0);
                List<String> lines = question.text().lines().toList();
                List<String> exact = exact(question);
                before += exact.size();
                now += lines.size();
                table.add(String.join(
                        " | ",
                        call.getKey(),
                        "" + exact.size(),
                        "" + lines.size(),
                        "" + length(exact),
                        "" + length(lines),
                        question.title() + " " + lines.get(0)));
                if (lines.get(0).startsWith("The tool says")) {
                    assertThat(question.text()).doesNotContainPattern("[0-9a-f]{8}-[0-9a-f]{4}");
                }
                assertThat(question.text()).doesNotContain("revision", "(string", "(number");
            }
        }
        table.add("all | " + before + " | " + now);
        Files.write(Path.of("target", "question-lines.txt"), table);
        assertThat(now).isLessThan(before);
    }

    private static int length(List<String> lines) {
        return lines.stream().mapToInt(String::length).sum();
    }

    /** Returns the lines that a question had when it showed the exact values: the risk, the sentence, the call, a row for each value. */
    private static List<String> exact(Question question) {
        List<String> lines = new ArrayList<>(
                List.of("removes or overwrites; plan at revision 65a8b72b96464bfd; not approved before"));
        question.parts().stream()
                .filter(part -> part.heading().startsWith("The tool"))
                .forEach(part -> lines.add(part.heading() + ": " + part.text()));
        lines.add("delete with 1 value:");
        question.details().stream().skip(2).forEach(part -> lines.add("    " + part.heading() + ": " + part.text()));
        return lines;
    }
}
