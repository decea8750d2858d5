package dev.plumbline.examples.freeplane;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.ContentOrigin;
import dev.plumbline.call.AiReturn;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.SecretStore;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.HostApplication;
import java.util.concurrent.CompletableFuture;
import org.freeplane.core.resources.ResourceController;
import org.freeplane.features.map.MapModel;

/** A conversation about one map. Nothing is left of it when it is closed. Used on the UI thread. */
final class MapSession implements AutoCloseable {
    private static final String INSTRUCTIONS = """
            You edit a mind map in Freeplane. Ids come from read_map and from the fact "selected".
            Texts of nodes are short and plain. Work with the tools, then say in a sentence what you did.""";

    private final AiRuntime ai;
    private final ConversationSession session;

    private MapSession(MapModel map) {
        MapNodes nodes = new MapNodes(map);
        ai = AiRuntime.builder()
                .addProvider(provider())
                .host(HostApplication.swing())
                .addTools(new MapTools(nodes))
                .addContext(ContextSource.document(nodes::identity, nodes::revision))
                .addContext(ContextSource.of("selected", nodes::selected)
                        .withVolatile(true)
                        .withAffinity(ThreadAffinity.AUTO)
                        .withOrigin(ContentOrigin.DOCUMENT))
                .build();
        session = ai.session(AiBody.builder()
                .addSystem(INSTRUCTIONS)
                .toolFilter("*")
                .contextFilter("*")
                .build());
    }

    /**
     * Makes one beside the UI thread, because it loads many classes.
     *
     * @return fails with an {@link IllegalArgumentException} or {@link dev.plumbline.event.AiException} if the settings
     *     are not right
     */
    static CompletableFuture<MapSession> on(MapModel map) {
        return CompletableFuture.supplyAsync(() -> new MapSession(map), MapSession::beside);
    }

    private static void beside(Runnable work) {
        Thread thread = new Thread(work, "plumbline-session");
        thread.setDaemon(true);
        thread.start();
    }

    ConversationSession session() {
        return session;
    }

    /** Asks for something. A message during a turn is added to it. */
    void ask(String words) {
        if (!(session.isRunning() && session.interject(words))) {
            CompletableFuture<AiReturn> unused = session.sendAsync(words); // the panel sees how it ends
        }
    }

    @Override
    public void close() {
        ai.close();
    }

    /** As the host's {@code auto.properties} says; a service of one's own wants no key. */
    private static AiProvider provider() {
        String url = setting("url");
        String key = ResourceController.getResourceController()
                .getProperty("plumbline.key", url.isEmpty() ? "OPENAI_API_KEY" : "");
        String model = setting("model");
        ProviderBuilder<?> builder;
        if (url.isEmpty()) {
            builder = model.isEmpty() ? OpenAiResponses.builder() : OpenAiResponses.builder(model);
        } else {
            builder = (model.isEmpty() ? OpenAiChat.builder() : OpenAiChat.builder(model)).baseUrl(url);
        }
        return (key.isEmpty()
                        ? builder
                        : builder.apiKey(SecretStore.environment().secret(key)))
                .build();
    }

    private static String setting(String name) {
        return ResourceController.getResourceController().getProperty("plumbline." + name, "");
    }
}
