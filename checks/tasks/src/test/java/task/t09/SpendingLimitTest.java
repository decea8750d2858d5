package task.t09;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.testkit.ScriptedProvider;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import task.Seen;
import task.t09.SpendingLimit.Bill;

class SpendingLimitTest {
    /** A hundred dollars for a million tokens, so 11 cents for each answer below. */
    private static final byte[] PRICES =
            ("{\"format\": \"plumbline-models/1\", \"models\": [{\"id\": \"scripted:script\","
                            + " \"prices\": [{\"from\": \"2020-01-01\", \"input\": \"100\", \"output\": \"100\", \"currency\":"
                            + " \"USD\", \"source\": \"a test\"}]}]}")
                    .getBytes(StandardCharsets.UTF_8);

    private static ScriptedProvider model() {
        return ScriptedProvider.create().usage(Usage.of(1_000, 100));
    }

    private static void assertDollars(String expected, Bill bill) {
        assertEquals(0, new BigDecimal(expected).compareTo(bill.dollars()), "dollars: " + bill.dollars());
    }

    @Test
    void there_is_enough() {
        Bill bill = SpendingLimit.askAll(model().says("One.").says("Two."), PRICES, "5", List.of("A?", "B?"));
        assertEquals(List.of("One.", "Two."), bill.lines(), "the answers");
        assertDollars("0.22", bill);
    }

    @Test
    void the_money_ends() {
        ScriptedProvider model =
                model().says("One.").says("Two.").says("Three.").says("Four.");
        Bill bill = SpendingLimit.askAll(model, PRICES, "0.30", List.of("A?", "B?", "C?", "D?"));
        assertEquals(3, bill.lines().size(), "two answers and a sentence: " + bill.lines());
        assertEquals(List.of("One.", "Two."), bill.lines().subList(0, 2), "the answers");
        Seen.assertSentence(bill.lines().get(2));
        assertEquals(2, model.calls().size(), "requests that cost money");
        assertDollars("0.22", bill);
    }

    @Test
    void another_failure_is_not_the_end() {
        ScriptedProvider model =
                model().says("One.").fails(AiError.Category.INVALID_REQUEST).says("Three.");
        Bill bill = SpendingLimit.askAll(model, PRICES, "5", List.of("A?", "B?", "C?"));
        assertEquals(3, bill.lines().size(), "a line for each question: " + bill.lines());
        Seen.assertSentence(bill.lines().get(1));
        assertEquals("Three.", bill.lines().get(2), "the question after a failure");
        assertDollars("0.22", bill);
    }
}
