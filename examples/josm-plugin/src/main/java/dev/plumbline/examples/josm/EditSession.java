package dev.plumbline.examples.josm;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.SecretStore;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.HostApplication;
import java.util.concurrent.CompletableFuture;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.spi.preferences.Config;

/** A conversation about one data set. Nothing is left of it when it is closed. Used on the UI thread. */
final class EditSession implements AutoCloseable {
    private final AddWayTool ways;
    private final AiRuntime ai;
    private final ConversationSession session;

    private EditSession(DataSet data) {
        ways = new AddWayTool(data);
        ai = runtime(data, ways);
        session = ai.session(AiBody.builder()
                .addSystem("You draw on a map. Points are [latitude, longitude].")
                .toolFilter("*")
                .contextFilter("document")
                .build());
    }

    /**
     * Makes one beside the UI thread, because it loads many classes.
     *
     * @return fails with an {@link IllegalArgumentException} if the settings are not right
     */
    static CompletableFuture<EditSession> on(DataSet data) {
        return CompletableFuture.supplyAsync(() -> new EditSession(data), EditSession::beside);
    }

    private static void beside(Runnable work) {
        Thread thread = new Thread(work, "plumbline-session");
        thread.setDaemon(true);
        thread.start();
    }

    ConversationSession session() {
        return session;
    }

    /** Asks for something; what it draws is a step of its own. A message during a turn is added to it. */
    void ask(String words) {
        if (!(session.isRunning() && session.interject(words))) {
            ways.beginStep();
            CompletableFuture<AiReturn> unused = session.sendAsync(words); // the panel sees how it ends
        }
    }

    @Override
    public void close() {
        ai.close();
    }

    private static AiRuntime runtime(DataSet data, AddWayTool ways) {
        return AiRuntime.builder()
                .addProvider(provider())
                .host(HostApplication.swing())
                .addTools(ways)
                .addContext(ContextSource.document(
                        () -> Integer.toString(System.identityHashCode(data)),
                        () -> data.getNodes().size() + " nodes, "
                                + data.getWays().size() + " ways"))
                .build();
    }

    /** As the host's preferences say, whose proxies are followed by themselves; a service of one's own wants no key. */
    private static AiProvider provider() {
        String url = Config.getPref().get("plumbline.url");
        String key = Config.getPref().get("plumbline.key", url.isEmpty() ? "OPENAI_API_KEY" : "");
        String model = Config.getPref().get("plumbline.model");
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
}
