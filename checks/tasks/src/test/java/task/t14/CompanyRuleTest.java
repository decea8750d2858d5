package task.t14;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.testkit.ScriptedProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import task.Seen;

class CompanyRuleTest {
    private static final List<String> SECRET = List.of("titanium", "Project Zeta");

    private final List<String> audit = new ArrayList<>();

    private String ask(ScriptedProvider model, String question) {
        return CompanyRule.ask(
                model,
                SECRET,
                name -> name.equals("old") ? "The hull is of TITANIUM." : "The hull is of steel.",
                audit::add,
                question);
    }

    @Test
    void a_harmless_question_is_sent() {
        ScriptedProvider model = ScriptedProvider.create().says("Ja.");
        assertEquals("Ja.", ask(model, "Is it large?"), "the answer");
        assertEquals(List.of("sent"), audit, "the audit");
        assertTrue(Seen.sent(model, 0).contains("Answer in German."), "the instruction is missing");
        assertTrue(Seen.sent(model, 0).contains("Is it large?"), "the question is missing");
    }

    @Test
    void a_secret_question_stays() {
        ScriptedProvider model = ScriptedProvider.create().says("Ja.");
        assertEquals(
                "Texts about Project Zeta stay in the company.", ask(model, "Is PROJECT ZETA late?"), "the sentence");
        assertEquals(0, model.calls().size(), "the question was sent");
        assertEquals(List.of("refused: Project Zeta"), audit, "the audit");
    }

    @Test
    void a_secret_note_stays() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("readNote", Map.of("name", "old"))
                .says("Titan.");
        assertEquals("Texts about titanium stay in the company.", ask(model, "What is the hull?"), "the sentence");
        assertEquals(1, model.calls().size(), "the note was sent");
        assertEquals(List.of("sent", "refused: titanium"), audit, "the audit");
    }

    @Test
    void a_harmless_note_is_sent() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("readNote", Map.of("name", "new"))
                .says("Stahl.");
        assertEquals("Stahl.", ask(model, "What is the hull?"), "the answer");
        assertEquals(List.of("sent", "sent"), audit, "the audit");
        assertTrue(Seen.sent(model, 1).contains("of steel"), "the note was not sent");
        assertTrue(Seen.sent(model, 1).contains("Answer in German."), "the instruction is missing");
    }
}
