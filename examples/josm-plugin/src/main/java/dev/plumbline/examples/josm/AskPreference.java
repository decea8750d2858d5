package dev.plumbline.examples.josm;

import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.SetupPanel;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openstreetmap.josm.gui.preferences.DefaultTabPreferenceSetting;
import org.openstreetmap.josm.gui.preferences.PreferenceTabbedPane;

/** The page in the host's preferences where one says who is asked. */
final class AskPreference extends DefaultTabPreferenceSetting {
    private final Supplier<Assistant> assistant;
    private @Nullable SetupPanel page;

    AskPreference(Supplier<Assistant> assistant) {
        super("dialogs/plumbline", "Ask AI", "Which model is asked.");
        this.assistant = assistant;
    }

    @Override
    public void addGui(PreferenceTabbedPane gui) {
        page = assistant.get().setup();
        createPreferenceTabWithScrollPane(gui, page.component());
    }

    @Override
    public boolean ok() {
        if (page != null) {
            CompletableFuture<Boolean> unused = page.save();
        }
        return false; // JOSM need not be started again
    }
}
