package task.t17;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import task.Seen;

class LongListTest {
    private final List<String> parts = new ArrayList<>(
            IntStream.range(0, 120).mapToObj(number -> "part-" + number).toList());

    private static Json page(ToolEnvelope result) {
        assertTrue(result.isOk(), "the model gets no page: " + result.toJson().text());
        return result.result();
    }

    private static List<String> names(Json page) {
        return page.get("parts").elements().stream().map(Json::asText).toList();
    }

    @Test
    void pages_from_the_beginning_to_the_end() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("listParts", Map.of())
                .nextRound()
                .callsTool("listParts", Map.of("from", 50))
                .nextRound()
                .callsTool("listParts", Map.of("from", 100))
                .says("Read.");
        assertEquals("Read.", LongList.ask(model, parts, "Which parts?"), "the answer");
        List<Json> pages = Seen.results(model).stream().map(LongListTest::page).toList();
        assertEquals(parts.subList(0, 50), names(pages.get(0)), "the first page, without from");
        assertEquals(50, pages.get(0).get("next").asInt(), "where to go on");
        assertEquals(parts.subList(50, 100), names(pages.get(1)), "the second page");
        assertEquals(100, pages.get(1).get("next").asInt(), "where to go on");
        assertEquals(parts.subList(100, 120), names(pages.get(2)), "the last page");
        assertFalse(
                pages.get(2).get("next").exists(),
                "the last page has a next: " + pages.get(2).text());
        pages.forEach(page -> assertEquals(120, page.get("total").asInt(), "the total"));
    }

    @Test
    void a_page_that_ends_with_the_list() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("listParts", Map.of("from", 70))
                .says("Read.");
        LongList.ask(model, parts, "Which parts?");
        Json page = page(Seen.results(model).get(0));
        assertEquals(parts.subList(70, 120), names(page), "the page");
        assertFalse(page.get("next").exists(), "the last page has a next: " + page.text());
    }

    @Test
    void beyond_the_end() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("listParts", Map.of("from", 500))
                .says("Read.");
        LongList.ask(model, parts, "Which parts?");
        Json page = page(Seen.results(model).get(0));
        assertEquals(List.of(), names(page), "the page");
        assertEquals(120, page.get("total").asInt(), "the total");
        assertFalse(page.get("next").exists(), "there is no next: " + page.text());
    }

    @Test
    void a_negative_number() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("listParts", Map.of("from", -1))
                .says("Sorry.");
        LongList.ask(model, parts, "Which parts?");
        String read = Seen.refusal(Seen.results(model).get(0));
        assertTrue(read.contains("from") && read.contains("0"), "the model cannot correct itself: " + read);
    }

    @Test
    void the_user_adds_a_part_in_between() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("listParts", Map.of("from", 100))
                .nextRound()
                .callsTool("listParts", Map.of("from", 100))
                .says("Read.");
        LongList.ask(Seen.before(model, () -> {}, () -> parts.add("late")), parts, "Which parts?");
        List<Json> pages = Seen.results(model).stream().map(LongListTest::page).toList();
        assertEquals(20, names(pages.get(0)).size(), "the parts before");
        assertEquals(21, names(pages.get(1)).size(), "the parts after");
        assertEquals(121, pages.get(1).get("total").asInt(), "the total after");
    }
}
