package dev.plumbline.examples.jedit;

import dev.plumbline.assistant.SetupPanel;
import java.util.concurrent.CompletableFuture;
import org.gjt.sp.jedit.AbstractOptionPane;
import org.jspecify.annotations.Nullable;

/** The page in the host's options. */
public final class AskOptions extends AbstractOptionPane {
    private static final long serialVersionUID = 1L;

    private transient @Nullable SetupPanel setup;

    /** Made by the host. */
    public AskOptions() {
        super("plumbline");
    }

    @Override
    protected void _init() {
        setup = AskPlugin.assistant().setup();
        addComponent(setup.component());
    }

    @Override
    protected void _save() {
        if (setup != null) {
            CompletableFuture<Boolean> unused = setup.save();
        }
    }
}
