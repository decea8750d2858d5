package dev.plumbline.sandbox.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.tool.ToolContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("57 pictures and files that are too much go by reference")
class AttachmentPolicyTest {
    private static final ToolContext CALL = SessionToolContexts.ofSession("s1");

    @TempDir
    private Path temp;

    private ToolSandbox sandbox;

    @BeforeEach
    void open() {
        ResultLimits small = ResultLimits.ofDefaults().withAttachedBytes(10);
        sandbox = new SandboxCallFixture()
                .sandbox(EgressRules.none())
                .tempFolder(temp)
                .resultLimits(small)
                .build();
    }

    @AfterEach
    void close() {
        sandbox.close();
    }

    private ToolEnvelope after(ToolEnvelope envelope) {
        ToolPolicy policy = sandbox.attachmentPolicy();
        return policy.around(CALL, call -> envelope);
    }

    private static Part image(int bytes) {
        return Part.image(Blob.of(new byte[bytes], "image/png"));
    }

    @Test
    void parts_thatFit_areLeftAlone() {
        ToolEnvelope envelope = ToolEnvelope.ok(Map.of("n", 1)).withParts(image(4), image(6));
        assertThat(after(envelope)).isSameAs(envelope);
    }

    @Test
    @Tag("SH81")
    void parts_beyondTheSize_areKept() throws Exception {
        ToolEnvelope whole = ToolEnvelope.ok(Map.of("n", 1))
                .withParts(image(4), image(8), new Part.File("x.step", Blob.of(new byte[20], "model/step")), image(6))
                .withMeta("note", "kept")
                .withStopsTurn(true);
        ToolEnvelope envelope = after(whole);
        assertThat(envelope.parts()).containsExactly(image(4), image(6));
        assertThat(envelope.result()).isEqualTo(whole.result());
        assertThat(envelope.stopsTurn()).isTrue();
        assertThat(envelope.meta().get("note").asText()).isEqualTo("kept");
        List<Json> references = envelope.meta().get("parts").elements();
        assertThat(references)
                .extracting(part ->
                        part.get("mediaType").asText() + " " + part.get("bytes").asInt())
                .containsExactly("image/png 8", "model/step 20");
        Json request = Json.object()
                .with("reference", references.get(0).get("reference").asText());
        ToolEnvelope read = (ToolEnvelope) sandbox.readResultTool().handler().call(request, CALL);
        assertThat(read).isNotNull();
        assertThat(read.parts()).containsExactly(image(8));
    }

    @Test
    void parts_ofAFailure_areLeftAlone() {
        ToolEnvelope failed =
                ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "no").withParts(image(100));
        assertThat(after(failed)).isSameAs(failed);
    }

    @Test
    void parts_thatCannotBeKept_areNamed() {
        sandbox.close();
        ToolEnvelope envelope = after(ToolEnvelope.ok(null).withParts(image(100)));
        assertThat(envelope.parts()).isEmpty();
        assertThat(envelope.meta().get("parts").text()).isEqualTo("[{\"mediaType\":\"image/png\",\"bytes\":100}]");
    }
}
