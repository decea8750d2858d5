package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.Secret;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which attachments each provider sends, read from its requests: the table of docs/pictures.md. */
final class SentMedia {
    private static final Map<String, Part> PARTS = parts();

    private SentMedia() {}

    private static Map<String, Part> parts() {
        Map<String, Part> all = new LinkedHashMap<>();
        all.put("PNG, JPEG, WebP", Part.image(blob("image/png")));
        all.put("GIF", Part.image(blob("image/gif")));
        all.put("PDF", new Part.File("plan.pdf", blob("application/pdf")));
        all.put("text", new Part.File("walls.csv", blob("text/plain")));
        all.put("sound in WAV, MP3", new Part.Audio(blob("audio/wav")));
        return all;
    }

    private static Blob blob(String mediaType) {
        return Blob.of("canary-4711".getBytes(StandardCharsets.UTF_8), mediaType);
    }

    /** Returns the table as the page has it. */
    static String table() {
        StringBuilder table = new StringBuilder("| provider | " + String.join(" | ", PARTS.keySet()) + " |\n|"
                + "---|".repeat(PARTS.size() + 1) + "\n");
        SentSettings.PROVIDERS.forEach((name, provider) -> {
            try (ScriptedServer server = ScriptedServer.onPort(0);
                    AiRuntime ai = AiRuntime.of(provider.apiKey(Secret.of("key".toCharArray()))
                            .baseUrl(server.address().toString())
                            .build())) {
                server.otherwise(request -> ServerResponse.json("{}").withStatus(400));
                table.append("| ").append(name);
                PARTS.values().forEach(part -> table.append(" | ").append(cell(part, ai, server)));
                table.append(" |\n");
            }
        });
        return table.toString();
    }

    private static String cell(Part part, AiRuntime ai, ScriptedServer server) {
        int before = server.requests().size();
        AiReturn ret =
                ai.send(AiBody.builder().addUser(Part.text("What is it?"), part).build());
        AiError error = ret.error().orElseThrow();
        if (server.requests().size() == before) {
            return "`" + error.code() + "`";
        }
        String sent = server.requests().get(before).text();
        boolean there = sent.contains("canary-4711") || sent.contains("Y2FuYXJ5LTQ3MTE");
        return there ? "yes" : "a sentence";
    }
}
