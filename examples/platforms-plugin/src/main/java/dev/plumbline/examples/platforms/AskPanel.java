package dev.plumbline.examples.platforms;

import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantDocument;
import dev.plumbline.assistant.AssistantPanel;
import dev.plumbline.assistant.AssistantSettings;
import dev.plumbline.runtime.AiRuntime.CloseReport;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.Tool;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import javax.swing.JComponent;

/** The same assistant in every host: a conversation about one text. Used on the event dispatch thread. */
final class AskPanel {
    private final Map<String, String> kept = new ConcurrentHashMap<>();
    private final Consumer<String> host;
    private final Assistant assistant;
    private final AssistantPanel panel;
    private volatile String text = "";

    /**
     * Opens it.
     *
     * @param name the name of the plug-in
     * @param host shows a text, and returns when it does; called on a thread of the runtime
     */
    AskPanel(String name, Consumer<String> host) {
        this.host = host;
        this.assistant = Assistant.builder(name)
                .settings(AssistantSettings.of(
                        key -> kept.getOrDefault(key, System.getProperty("plumbline." + key)), kept::put))
                .instructions("You write a text with the tool.")
                .build();
        this.panel = assistant.open(AssistantDocument.of(() -> name, () -> text, this));
        panel.component().setName(name);
    }

    /** Returns the version of the library that this plug-in brings. */
    static String libraryVersion() {
        return String.valueOf(Assistant.class.getPackage().getImplementationVersion());
    }

    JComponent component() {
        return panel.component();
    }

    @Tool(
            name = "write_text",
            value = "Writes the text, and returns what stands there.",
            affinity = ThreadAffinity.POOL)
    String write(@Param("the whole text") String whole) {
        text = whole + " " + libraryVersion();
        host.accept(text);
        return text;
    }

    void close() {
        CompletableFuture<CloseReport> unused = assistant.close();
    }
}
