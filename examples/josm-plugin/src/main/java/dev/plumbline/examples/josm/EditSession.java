package dev.plumbline.examples.josm;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.HostApplication;
import java.util.concurrent.CompletableFuture;
import org.openstreetmap.josm.data.osm.DataSet;

/** A conversation about one data set. Nothing is left of it when it is closed. Used on the UI thread. */
final class EditSession implements AutoCloseable {
    private static final String INSTRUCTIONS = """
            You edit a map in JOSM. Points are [latitude, longitude] in degrees; tags are those of OpenStreetMap.
            The fact "map" says what is selected; that is what the user means by "this" and "these".
            Work with the tools, then say in a sentence what you did. The user uploads; you cannot.""";

    private final MapTools tools;
    private final MapContext context;
    private final AiRuntime ai;
    private final ConversationSession session;

    private EditSession(DataSet data) {
        tools = new MapTools(data);
        context = new MapContext(data, tools::selected);
        ai = AiRuntime.builder()
                .addProvider(AskSettings.load().provider())
                .host(HostApplication.swing())
                .addTools(tools)
                .addContext(context.document())
                .addContext(context.facts())
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

    /** Asks for something about what is selected now. A message during a turn is added to it. */
    void ask(String words) {
        tools.takeSelection();
        if (!(session.isRunning() && session.interject(words))) {
            CompletableFuture<AiReturn> unused = session.sendAsync(words); // the panel sees how it ends
        }
    }

    @Override
    public void close() {
        context.close();
        ai.close();
    }
}
