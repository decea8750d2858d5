package dev.plumbline.examples.sweethome3d;

import dev.plumbline.ui.Question;
import dev.plumbline.views.ChatPanel.QuestionDialog;
import java.awt.BorderLayout;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;
import org.jspecify.annotations.Nullable;

/** A question to the user in the desk's own window: nothing is blocked while it stands. */
final class QuestionBar extends JPanel {
    private static final long serialVersionUID = 1L;

    private transient Runnable sized = () -> {};
    private @Nullable transient Question shown;

    QuestionBar() {
        super(new BorderLayout());
        setVisible(false);
    }

    /** Sets what is run each time a question is shown or the bar is hidden: it then needs more place or less. */
    void onShownOrHidden(Runnable action) {
        sized = action;
    }

    void show(Question question) {
        shown = question;
        removeAll();
        add(QuestionDialog.panel(question), BorderLayout.CENTER);
        setVisible(true);
        revalidate();
        sized.run();
        question.onClosed(() -> SwingUtilities.invokeLater(() -> done(question)));
    }

    /** Hides the bar, unless it shows another question by now. */
    private void done(Question closed) {
        if (closed.equals(shown)) {
            shown = null;
            setVisible(false);
            removeAll();
            sized.run();
        }
    }
}
