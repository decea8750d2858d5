package dev.plumbline.integration.lifecycle;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.Json;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.DiskResponseStore;
import dev.plumbline.tool.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A plugin with a life: opens all there is, talks, lets its tool run, asks a server that is not there, and closes. */
public final class UnloadablePlugin implements Runnable {
    private static final SessionOptions NOWHERE = SessionOptions.builder()
            .model(ModelOptions.of(new ModelId("nowhere", "m")))
            .build();

    private final Path folder;

    /** A plugin that keeps its conversations there. */
    public UnloadablePlugin(Path folder) {
        this.folder = folder;
    }

    /** What the model's words are to look like. */
    public record Wall(double length) {}

    /** A model that calls a tool once and then says what it was asked for. */
    static final class Model implements AiProvider {
        @Override
        public String id() {
            return "model";
        }

        @Override
        public String defaultModel() {
            return "plan";
        }

        @Override
        public AiReturn call(AiCall call) {
            Interaction last = call.effective().get(call.effective().size() - 1);
            return last instanceof Interaction.User
                    ? AiReturn.builder()
                            .interactions(List.of(
                                    new Interaction.ToolCall("", "draw", Json.parse("{\"length\":{\"length\":5}}"))))
                            .build()
                    : AiReturn.ofText("{\"length\":5}");
        }
    }

    /** Its tool. */
    public static final class Pen {
        @Tool("Draws a wall.")
        public double draw(Wall length) {
            return length.length();
        }
    }

    @Override
    public void run() {
        AiBody body = AiBody.builder().addSystem("You draw.").toolFilter("*").build();
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(new Model())
                        .addProvider(OpenAiChat.builder("m")
                                .id("nowhere")
                                .baseUrl("http://127.0.0.1:1/v1")
                                .build())
                        .addTools(new Pen())
                        .retry(new RetryOptions(2, Duration.ofMillis(2), Duration.ofMillis(2), Duration.ofSeconds(30)))
                        .cache(DiskResponseStore.of(folder.resolve("cache")))
                        .journal(folder.resolve("journal"))
                        .build();
                ConversationSession session = ai.session(body)) {
            require(session.send("A wall.", Wall.class).length() == 5);
            session.fork("side").sendAsync("Another one.").cancel(true);
            require(!session.send(Interaction.user("And you?"), NOWHERE).isOk());
        }
    }

    private static void require(boolean rule) {
        if (!rule) {
            throw new IllegalStateException("the guest does not live as it should");
        }
    }
}
