package dev.plumbline.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an outcome says, and that it says nothing else. */
class ToolEnvelopeTest {
    private static final ToolEnvelope OK = ToolEnvelope.ok("drawn");
    private static final ToolEnvelope FAILED = ToolEnvelope.failed(Code.DENIED, "Not today.");

    @Test
    void result_isReplacedWhereThereIsOne() {
        assertThat(OK.withResult(5).result()).isEqualTo(Json.object().with("value", 5));
        assertThat(FAILED.withResult(5)).isEqualTo(FAILED);
    }

    @Test
    void notes_areReplacedAsAWhole() {
        Json notes = Json.object().with("truncated", true);

        assertThat(OK.withMeta("old", 1).withMeta(notes).meta()).isEqualTo(notes);
        assertThat(OK.withMeta("old", 1).withMeta("new", 2).meta())
                .isEqualTo(Json.object().with("old", 1).with("new", 2));
        assertThat(OK.toJson().get("meta").exists()).isFalse();
    }

    @Test
    void turn_goesOnUnlessSaidOtherwise() {
        assertThat(OK.stopsTurn()).isFalse();
        assertThat(OK.withStopsTurn(true).stopsTurn()).isTrue();
    }

    @Test
    void failure_showsItsKindAndLengthOnly() {
        assertThat(FAILED.failure().orElseThrow()).hasToString("DENIED[10 characters]");
    }

    @Test
    void length_isThatOfWhatTheModelSees() {
        for (ToolEnvelope envelope :
                new ToolEnvelope[] {OK, FAILED, OK.withMeta("truncated", "ä"), FAILED.withMeta("n", 1)}) {
            assertThat(envelope.utf8Length()).isEqualTo(envelope.toJson().utf8Length());
        }
    }

    @ParameterizedTest
    @Tag("F135")
    @ValueSource(
            strings = {
                "{\"ok\":true,\"result\":{},\"more\":1}",
                "{\"ok\":true,\"result\":[]}",
                "{\"ok\":true,\"result\":{},\"meta\":1}",
                "{\"ok\":false,\"error\":{\"code\":\"DENIED\",\"message\":\"\",\"retryable\":false,\"effect\":\"not_started\",\"more\":1}}",
                "{\"ok\":false,\"error\":{\"code\":\"NOBODY\",\"message\":\"\",\"retryable\":false,\"effect\":\"not_started\"}}",
                "{\"ok\":false,\"result\":{}}"
            })
    void envelope_ofAnotherFormIsRefused(String text) {
        assertThatThrownBy(() -> ToolEnvelope.from(Json.parse(text))).isInstanceOf(JsonException.class);
    }

    @Test
    void envelope_isReadAsItIsWritten() {
        for (ToolEnvelope envelope : new ToolEnvelope[] {OK, FAILED, OK.withMeta("truncated", true)}) {
            assertThat(ToolEnvelope.from(envelope.toJson())).isEqualTo(envelope);
        }
    }
}
