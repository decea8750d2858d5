package dev.plumbline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RequestPolicyTest {
    private static final RequestPolicy BRIEF =
            RequestPolicy.instructionIf(call -> call.effective().size() > 2, "Be brief.");

    @Test
    @Tag("C101")
    void instructionIf_addsToTheConversationWhileTheConditionHolds() {
        AiBody body = AiBody.builder()
                .addUser("A wall")
                .addAssistant("Done.")
                .addUser("A door")
                .build();
        AiCall call = AiCall.of(body, ModelId.parse("any:model"));

        AiCall sent = BRIEF.onRequest(call);

        assertThat(sent.effective()).containsAll(body.interactions()).contains(new Interaction.System("Be brief."));
        assertThat(sent.body()).isEqualTo(body);
    }

    @Test
    void instructionIf_leavesOtherCallsAlone() {
        AiCall call = AiCall.of(AiBody.of("A wall"), ModelId.parse("any:model"));

        assertThat(BRIEF.onRequest(call)).isSameAs(call);
    }
}
