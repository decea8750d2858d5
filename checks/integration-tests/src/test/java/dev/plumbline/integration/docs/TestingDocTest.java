package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.cassette.Cassette;
import dev.plumbline.testkit.server.ServiceBill;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestingDocTest {
    @Test
    @Tag("parts")
    void programs_doWhatThePageSays() {
        TestingExamples.corrects_a_bad_wall();
        TestingExamples.tool_refusesInWords();
        TestingExamples.draws_the_door_that_the_user_chooses();
        TestingExamples.hook_stops_a_password();
        TestingExamples.goes_on_after_a_restart();
        TestingExamples.shows_failures_and_stops();
        TestingExamples.model_sees_no_address();
        ScriptedProvider model = ScriptedProvider.create().says("Drawn.").repeats();
        try (AiRuntime ai = AiRuntime.of(model)) {
            TestingExamples.serves_every_thread(ai);
        }
        assertThat(model.calls()).hasSize(8);
    }

    @Test
    @DisplayName("P1 the test of the page finds a policy that rewrites what was sent, and no other")
    void p1_policyThatRewrites_isFound() {
        TestingExamples.rewrites_nothing_that_was_sent(call -> call.withAdded(new Interaction.System("In metres.")));
        assertThatThrownBy(() -> TestingExamples.rewrites_nothing_that_was_sent(call -> {
                    List<Interaction> said = new ArrayList<>(call.effective());
                    said.set(0, Interaction.user(said.get(said.size() - 1).text()));
                    return call.withEffective(said);
                }))
                .hasMessageContaining("messages before message 2");
    }

    @Test
    @DisplayName("P9 the bill of the page reads what the first call has written, and has a price")
    void p9_bill() throws IOException {
        String manual = "A wall has a length and a thickness. ".repeat(500);
        ServiceBill bill = TestingExamples.bill_of_a_conversation(
                manual, Files.readAllBytes(Path.of("..", "..", "docs", "prices.json")));

        assertThat(bill.requests()).isEqualTo(2);
        assertThat(bill.usage().cacheWrites()).isGreaterThan(5_000);
        assertThat(bill.usage().cachedInput()).isGreaterThan(5_000);
        assertThat(bill.cost()).isPresent();
        assertThatThrownBy(() -> TestingExamples.bill_of_a_conversation(manual, new byte[0]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void answer_comesOverHttp() {
        assertThat(TestingExamples.answers_over_http().text()).isEqualTo("Twenty square metres.");
    }

    @Test
    void failure_comesOverHttp() {
        assertThat(TestingExamples.wrong_key_over_http().error())
                .map(AiError::category)
                .contains(AiError.Category.AUTHENTICATION);
        assertThat(TestingExamples.slow().size()).isPositive();
    }

    @Test
    void answer_comesOverTls() {
        assertThat(TestingExamples.answers_over_tls().text()).isEqualTo("Twenty square metres.");
    }

    @Test
    void cassette_isPlayedWithoutAKey(@TempDir Path folder) throws IOException {
        AiCall asked = AiCall.of(ComingFromExamples.body("A room."), ModelId.parse("scripted:script"));
        Redaction redaction = Redaction.of(RedactionOptions.ofDefaults(), Secret.of("not guessable".toCharArray()));
        try (AiProvider recording = Cassette.of(folder.resolve("room.json"), redaction.mask())
                .recording()
                .of(() -> ScriptedProvider.create().says("A room."))) {
            recording.call(asked);
        }

        try (AiProvider replay = TestingExamples.recorded(folder, redaction)) {
            assertThat(replay.call(asked).text()).isEqualTo("A room.");
        }
        TestingExamples.keeps_to_itself(folder);
        Files.writeString(folder.resolve("log.txt"), "walnut-4711");
        assertThatThrownBy(() -> TestingExamples.keeps_to_itself(folder)).hasMessageContaining("log.txt");
    }
}
