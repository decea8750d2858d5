package task.t16;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.event.AiError.Category;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import task.Seen;

class FallbackTest {
    private final List<String> status = new ArrayList<>();

    private String ask(ScriptedProvider first, ScriptedProvider second) {
        return Fallback.ask(first, second, status::add, "How large is it?");
    }

    private void assertAnswered(String id) {
        assertEquals(1, status.size(), "who has answered: " + status);
        assertTrue(status.get(0).contains(id), "who has answered: " + status);
    }

    private static ScriptedProvider main() {
        return ScriptedProvider.create("main");
    }

    private static ScriptedProvider spare() {
        return ScriptedProvider.create("spare");
    }

    @Test
    void the_first_answers() {
        ScriptedProvider second = spare().says("Two.");
        assertEquals("One.", ask(main().says("One."), second), "the answer");
        assertAnswered("main");
        assertEquals(0, second.calls().size(), "the second one was asked");
    }

    @Test
    void the_first_recovers() {
        ScriptedProvider second = spare().says("Two.");
        assertEquals("One.", ask(main().fails(Category.OVERLOADED).says("One."), second), "the second attempt");
        assertAnswered("main");
        assertEquals(0, second.calls().size(), "the second one was asked");
    }

    @Test
    void the_first_is_overloaded() {
        ScriptedProvider first =
                main().fails(Category.OVERLOADED).fails(Category.OVERLOADED).says("One.");
        assertEquals("Two.", ask(first, spare().says("Two.")), "the answer");
        assertAnswered("spare");
        assertEquals(2, first.calls().size(), "how often the first one was asked");
    }

    @Test
    void the_first_refuses_the_key() {
        ScriptedProvider first = main().fails(Category.AUTHENTICATION).says("One.");
        assertEquals("Two.", ask(first, spare().says("Two.")), "the answer");
        assertAnswered("spare");
        assertEquals(1, first.calls().size(), "how often the first one was asked");
    }

    @Test
    void the_request_is_wrong() {
        ScriptedProvider second = spare().says("Two.");
        Seen.assertSentence(ask(main().fails(Category.INVALID_REQUEST).says("One."), second));
        assertEquals(0, second.calls().size(), "the second one was asked");
        assertEquals(List.of(), status, "who has answered");
    }

    @Test
    void nobody_answers() {
        ScriptedProvider first = main().fails(Category.NETWORK).repeats();
        ScriptedProvider second = spare().fails(Category.OVERLOADED).repeats();
        Seen.assertSentence(ask(first, second));
        assertEquals(2, first.calls().size(), "how often the first one was asked");
        assertEquals(2, second.calls().size(), "how often the second one was asked");
        assertTrue(status.isEmpty(), "who has answered: " + status);
    }
}
