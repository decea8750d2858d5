package dev.plumbline.providers;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.util.List;

/** The laws of every provider, with streams that are written from the service's documentation. */
class GeminiGenerateContentLawsTest implements ProviderLaws {

    @Override
    public AiProvider provider(ScriptedServer server) {
        return GeminiGenerateContent.builder("gemini-3.8-flash")
                .baseUrl(server.address().toString())
                .build();
    }

    @Override
    public List<ServerResponse> streams() {
        return List.of(
                ServerResponse.sse(List.of(
                        part("{\"text\":\"A room of \"}"),
                        part("{\"text\":\"5 by 4 m, 20 m² 😀.\",\"thoughtSignature\":\"c2ln\"}"),
                        "{\"candidates\":[{\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":8}}")),
                ServerResponse.sse(List.of(
                        part("{\"text\":\"Two calls.\",\"thought\":true}"),
                        part("{\"functionCall\":{\"id\":\"a\",\"name\":\"f\",\"args\":{\"x\":1}},"
                                + "\"thoughtSignature\":\"b25l\"},{\"functionCall\":{\"name\":\"g\",\"args\":{}}}"),
                        "{\"candidates\":[{\"finishReason\":\"STOP\"}]}")));
    }

    private static String part(String parts) {
        return "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[" + parts + "]}}]}";
    }
}
