package task.t07;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import task.Seen;

class CustomerNamesTest {
    private static final List<String> CUSTOMERS = List.of("Nordlicht Bau", "Hansen");
    private static final Pattern QUESTION = Pattern.compile("note about (.+) and about (.+)\\?");

    private final List<String> sent = Collections.synchronizedList(new ArrayList<>());
    private final List<String> lookedUp = Collections.synchronizedList(new ArrayList<>());
    private final List<String> called = Collections.synchronizedList(new ArrayList<>());

    private String note(String customer) {
        lookedUp.add(customer);
        return customer.equals("Hansen")
                ? "Hansen is a friend of Nordlicht Bau."
                : "Write to Mia at mia@nordlicht.example.";
    }

    /** Calls the tool for both customers, by the words of the question, and repeats what it has read. */
    private final class Parrot implements AiProvider {
        @Override
        public String id() {
            return "parrot";
        }

        @Override
        public String defaultModel() {
            return "grey";
        }

        @Override
        public AiReturn call(AiCall call) {
            sent.add(Seen.sent(call));
            List<String> notes = call.effective().stream()
                    .filter(Interaction.ToolResult.class::isInstance)
                    .map(item -> ((Interaction.ToolResult) item)
                            .envelope()
                            .result()
                            .get("value")
                            .asText())
                    .toList();
            String question = call.effective().stream()
                    .filter(Interaction.User.class::isInstance)
                    .map(Interaction::text)
                    .findFirst()
                    .orElseThrow();
            Matcher names = QUESTION.matcher(question);
            assertTrue(names.find(), "the question was changed beyond its names");
            if (notes.isEmpty()) {
                called.addAll(List.of(names.group(1), names.group(2)));
                return AiReturn.builder()
                        .interactions(List.of(
                                new Interaction.ToolCall(
                                        "1", "customerNote", Json.object().with("customer", names.group(1))),
                                new Interaction.ToolCall(
                                        "2", "customerNote", Json.object().with("customer", names.group(2)))))
                        .build();
            }
            return AiReturn.builder()
                    .interactions(List.of(new Interaction.Assistant(
                            List.of(Part.text(names.group(1) + ": " + String.join(" ", notes))))))
                    .build();
        }
    }

    private String ask() {
        return CustomerNames.ask(
                new Parrot(), CUSTOMERS, this::note, "What is the note about Nordlicht Bau and about Hansen?");
    }

    @Test
    void the_model_sees_no_name_and_no_address() {
        ask();
        assertEquals(2, sent.size(), "the requests");
        for (String request : sent) {
            assertFalse(request.contains("Nordlicht"), "a name was sent: " + request);
            assertFalse(request.contains("Hansen"), "a name was sent: " + request);
            assertFalse(request.contains("mia@"), "an address was sent: " + request);
        }
        assertNotEquals(called.get(0), called.get(1), "the model cannot distinguish two customers");
    }

    @Test
    void the_tool_gets_real_names() {
        ask();
        assertEquals(List.of("Nordlicht Bau", "Hansen"), lookedUp, "what the tool has looked up");
    }

    @Test
    void the_user_reads_real_names() {
        assertEquals(
                "Nordlicht Bau: Write to Mia at mia@nordlicht.example. Hansen is a friend of Nordlicht Bau.",
                ask(),
                "the answer");
    }
}
