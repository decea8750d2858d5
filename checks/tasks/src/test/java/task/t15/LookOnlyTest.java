package task.t15;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import task.Seen;

class LookOnlyTest {
    private final List<String> parts = new ArrayList<>(List.of("beam"));
    private final AtomicBoolean lookOnly = new AtomicBoolean();

    private static void assertSaysWhy(ToolEnvelope result) {
        String read = Seen.refusal(result);
        assertTrue(read.toLowerCase(Locale.ROOT).contains("look only"), "the model cannot say why: " + read);
    }

    @Test
    void everything_works_without_it() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("addPart", Map.of("name", "tile"))
                .nextRound()
                .callsTool("renamePart", Map.of("name", "beam", "to", "pillar"))
                .nextRound()
                .callsTool("countParts", Map.of())
                .says("Done.");
        assertEquals("Done.", LookOnly.ask(model, parts, lookOnly::get, "Change it."), "the answer");
        assertEquals(List.of("pillar", "tile"), parts, "the parts");
        assertTrue(Seen.results(model).stream().allMatch(ToolEnvelope::isOk), "a tool has failed");
        assertTrue(Seen.results(model).get(2).toJson().text().contains("2"), "the count");
    }

    @Test
    void nothing_changes_with_it() {
        lookOnly.set(true);
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("addPart", Map.of("name", "tile"))
                .nextRound()
                .callsTool("renamePart", Map.of("name", "beam", "to", "pillar"))
                .nextRound()
                .callsTool("countParts", Map.of())
                .says("I may only look.");
        assertEquals("I may only look.", LookOnly.ask(model, parts, lookOnly::get, "Change it."), "the answer");
        assertEquals(List.of("beam"), parts, "something has changed");
        List<ToolEnvelope> results = Seen.results(model);
        assertSaysWhy(results.get(0));
        assertSaysWhy(results.get(1));
        assertTrue(
                results.get(2).isOk(),
                "counting should work: " + results.get(2).toJson().text());
    }

    @Test
    void the_user_flips_it_between_two_calls_of_one_answer() {
        List<String> flipping = new ArrayList<>(parts) {
            private static final long serialVersionUID = 1L;

            @Override
            public boolean add(String part) {
                lookOnly.set(true);
                return super.add(part);
            }
        };
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("addPart", Map.of("name", "tile"))
                .callsTool("addPart", Map.of("name", "hook"))
                .says("Done.");
        LookOnly.ask(model, flipping, lookOnly::get, "Add both.");
        assertEquals(List.of("beam", "tile"), flipping, "the parts; the switch was flipped after the first call");
        assertSaysWhy(Seen.results(model).get(1));
    }
}
