package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.client.AttachmentFilter;
import dev.plumbline.providers.format.ServerDialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of the user: text is text, and what no model reads is refused. */
class FilePartTest {
    private static final ModelId MODEL = new ModelId("scripted", "claude-opus-4-8");

    @TempDir
    private Path folder;

    private static RequestRoundTrip form(ApiFormat format) {
        return new RequestRoundTrip(
                format, format == ApiFormat.MESSAGES ? ServerDialect.ANTHROPIC : ServerDialect.OPENAI);
    }

    private Part file(String name, byte[] content) throws IOException {
        return Part.file(Files.write(folder.resolve(name), content));
    }

    @ParameterizedTest
    @EnumSource(ApiFormat.class)
    @DisplayName("N8 text is sent as text with its name, whatever the name")
    void n8_textFile_isSentAsTextWithItsName(ApiFormat format) throws IOException {
        for (String name : new String[] {"walls.csv", "notes.md", "plan.json", "walls.unknown"}) {
            Part file = file(name, "W1;3,5 m – Küche".getBytes(StandardCharsets.UTF_8));
            AiBody body = AiBody.builder().addUser(Part.text("Read it."), file).build();
            String sent =
                    Json.parse(form(format).encode(AiCall.of(body, MODEL))).text();
            assertThat(sent).contains("W1;3,5 m – Küche", name).doesNotContain("base64", "left out");
        }
    }

    @ParameterizedTest
    @CsvSource({"'a\tb\n',text/plain", "'',text/plain", "'a\0b',application/octet-stream"})
    void n8_mediaType_comesFromTheContent(String content, String type) throws IOException {
        byte[] bytes = content.replace("\\t", "\t")
                .replace("\\n", "\n")
                .replace("\\0", "\0")
                .getBytes(StandardCharsets.UTF_8);
        assertThat(Blob.read(Files.write(folder.resolve("f"), bytes)).mediaType())
                .isEqualTo(type);
        assertThat(Blob.read(Files.write(folder.resolve("latin"), new byte[] {'K', (byte) 0xFC}))
                        .mediaType())
                .isEqualTo("application/octet-stream");
    }

    @Test
    void n8_binaryFile_isRefusedBeforeItIsSent() throws IOException {
        try (ProviderFixture calls = new ProviderFixture()) {
            AiBody body = AiBody.builder()
                    .addUser(Part.text("Read it."), file("plan.dwg", new byte[] {'A', 'C', 0, 1}))
                    .build();
            AiReturn ret = calls.provider.call(AiCall.of(body, ModelId.parse("openai:m")));
            AiError error = ret.error().orElseThrow();
            assertThat(error.category()).isEqualTo(AiError.Category.CAPABILITY);
            assertThat(error.code()).isEqualTo("file-type");
            assertThat(error.message()).contains("application/octet-stream", "text and PDF");
            assertThat(calls.server.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(ApiFormat.class)
    void n8_olderBinaryFile_stopsNoConversation(ApiFormat format) throws IOException {
        AiBody body = AiBody.builder()
                .addUser(file("plan.dwg", new byte[] {'A', 'C', 0, 1}))
                .addAssistant("I cannot read it.")
                .addUser("Never mind.")
                .build();
        new AttachmentFilter(format, form(format).dialect()).sendable(AiCall.of(body, MODEL));
        assertThat(Json.parse(form(format).encode(AiCall.of(body, MODEL))).text())
                .contains("is left out");
    }
}
