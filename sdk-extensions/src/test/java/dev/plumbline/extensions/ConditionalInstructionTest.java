package dev.plumbline.extensions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.policy.RequestPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionalInstructionTest {
    private static final RequestPolicy ANALYSIS = RecordingContributions.from(Extensions.analysis(
                    ConditionalInstruction.whenLongerThan(3, "Be brief."),
                    ConditionalInstruction.whenRepeated(2, "Say it in another way."),
                    new ConditionalInstruction(
                            "polite", sent -> sent.get(0).text().contains("please"), "Thank them.")))
            .requests
            .get(0);

    private static List<String> added(String... said) {
        AiBody.Builder body = AiBody.builder().addSystem("You draw.");
        for (String words : said) {
            body.addUser(words).addAssistant("Yes.");
        }
        AiCall before = AiCall.of(body.addUser("The end").build(), ModelId.parse("any:model"));
        AiCall after = ANALYSIS.onRequest(before);
        assertThat(after.body()).isEqualTo(before.body());
        return after.effective().stream()
                .filter(Interaction.System.class::isInstance)
                .map(Interaction::text)
                .skip(1)
                .toList();
    }

    @Test
    void advice_isAddedWhereItApplies() {
        assertThat(added("One")).isEmpty();
        assertThat(added("One", "Two")).containsExactly("Be brief.");
        assertThat(added(" THE END ")).containsExactly("Say it in another way.");
        assertThat(added("One", "the end")).containsExactly("Be brief.", "Say it in another way.");
    }

    @Test
    void advice_mayLookAtAnything_andShowsNoWords() {
        AiCall call = AiCall.of(AiBody.of("A wall, please."), ModelId.parse("any:model"));
        assertThat(ANALYSIS.onRequest(call).effective())
                .anyMatch(said -> said.text().equals("Thank them."));
        assertThat(ConditionalInstruction.whenRepeated(2, "secret"))
                .hasToString("ConditionalInstruction[repeated-2, 6 characters]");
    }
}
