package dev.plumbline.comparison.plumbline;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.comparison.harness.CadSession;
import dev.plumbline.comparison.harness.SessionPeer;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.ConversationSession.SideTurn;
import dev.plumbline.tool.AiTool;
import java.util.ArrayList;
import java.util.List;

/** Plumbline with its defaults: caching is on in conversations, facts are context, and the summary is a side turn. */
public final class PlumblineSession implements SessionPeer {
    private final AiRuntime ai;
    private final ConversationSession session;
    private CadSession.Question now = CadSession.questions().get(0);

    private PlumblineSession(Config config) {
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(provider(config))
                .addContext("selection", () -> Json.parse(now.selection()))
                .addContext("drawing", () -> Json.parse(now.drawing()));
        List<AiTool> tools = new ArrayList<>();
        for (CadSession.CadTool tool : CadSession.TOOLS) {
            tools.add(AiTool.of(
                    tool.name(),
                    tool.description(),
                    SCHEMA,
                    (arguments, context) -> Json.parse(CadSession.result(
                            tool.name(),
                            arguments.get("element").asText(),
                            arguments.get("millimetres").asInt()))));
        }
        ai = builder.addTools(tools).build();
        session = ai.session(AiBody.builder()
                .addSystem(CadSession.INSTRUCTIONS)
                .toolFilter("*")
                .contextFilter("*")
                .build());
    }

    private static final Json SCHEMA = Json.object()
            .with("type", "object")
            .with(
                    "properties",
                    Json.object()
                            .with(
                                    "element",
                                    Json.object()
                                            .with("type", "string")
                                            .with("description", CadSession.CadTool.ELEMENT))
                            .with(
                                    "millimetres",
                                    Json.object()
                                            .with("type", "integer")
                                            .with("description", CadSession.CadTool.MILLIMETRES)))
            .with("required", List.of("element", "millimetres"));

    private static AiProvider provider(Config config) {
        Secret key = Secret.of(Config.KEY.toCharArray());
        return config.service() == Service.ANTHROPIC
                ? AnthropicMessages.builder(config.model())
                        .apiKey(key)
                        .baseUrl(config.base().toString())
                        .build()
                : OpenAiResponses.builder(config.model())
                        .apiKey(key)
                        .baseUrl(config.base().toString())
                        .build();
    }

    /** Runs the session. */
    public static void main(String[] args) {
        SessionPeer.run(args, PlumblineSession::new);
    }

    @Override
    public String ask(CadSession.Question question) {
        now = question;
        Part words = new Part.Text(question.words());
        return question.pictureBytes()
                .map(png -> session.send(words, new Part.Image(Blob.of(png, "image/png"))))
                .orElseGet(() -> session.send(words))
                .orThrow()
                .text();
    }

    @Override
    public void sumUp() {
        session.runSideTurn(SideTurn.summary()).orThrow();
    }

    @Override
    public void close() {
        ai.close();
    }
}
