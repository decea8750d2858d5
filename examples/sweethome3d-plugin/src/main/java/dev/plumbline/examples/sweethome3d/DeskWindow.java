package dev.plumbline.examples.sweethome3d;

import dev.plumbline.event.AiError;
import dev.plumbline.ui.Question;
import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.Rectangle;
import java.awt.Window;
import java.util.Locale;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JDialog;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JProgressBar;
import javax.swing.JScrollPane;
import javax.swing.JTextField;
import javax.swing.WindowConstants;
import org.jspecify.annotations.Nullable;

/** The desk as one sees it: what was said, what is going on, what to say next. */
final class DeskWindow {
    private final AiDesk desk;
    private final JDialog dialog;
    private final TranscriptPane transcript;
    private final QuestionBar question = new QuestionBar();
    private final JProgressBar progress = new JProgressBar();
    private final JLabel status = named(new JLabel("What should the plan look like?"), "status");
    private final JButton cancel = named(new JButton("Cancel"), "cancel");
    private final JTextField wish = named(new JTextField(), "wish");

    DeskWindow(@Nullable Window owner, AiDesk desk, Locale locale) {
        this.desk = desk;
        this.transcript = new TranscriptPane(error -> sentence(error, locale));
        this.dialog = new JDialog(owner, "AI desk");
        dialog.setName("ai-desk");
        dialog.setDefaultCloseOperation(WindowConstants.DISPOSE_ON_CLOSE);
        dialog.getContentPane().add(content());
        place(owner);
        wish.addActionListener(entered -> send());
        cancel.addActionListener(pressed -> desk.cancel());
        idle(status.getText());
    }

    /** What happened, what one can do, and whether a stored answer could have helped. */
    private static String sentence(AiError error, Locale locale) {
        String said = error.userMessage(locale);
        return switch (error.category()) {
            case NETWORK, TIMEOUT_CONNECT, PROXY, TLS ->
                said + " There is no stored answer to this question for the plan as it is now.";
            default -> said;
        };
    }

    private static <C extends Component> C named(C component, String name) {
        component.setName(name);
        return component;
    }

    private JPanel content() {
        JPanel doing = new JPanel(new BorderLayout(8, 0));
        doing.add(progress, BorderLayout.WEST);
        doing.add(status, BorderLayout.CENTER);
        doing.add(cancel, BorderLayout.EAST);
        JButton settings = named(new JButton("Settings…"), "settings");
        settings.addActionListener(pressed -> new SettingsDialog(dialog, desk).show());
        JPanel saying = new JPanel(new BorderLayout(8, 0));
        saying.add(wish, BorderLayout.CENTER);
        saying.add(settings, BorderLayout.EAST);
        JPanel below = new JPanel(new BorderLayout(0, 6));
        below.add(question, BorderLayout.NORTH);
        below.add(doing, BorderLayout.CENTER);
        below.add(saying, BorderLayout.SOUTH);
        JPanel all = new JPanel(new BorderLayout(0, 6));
        all.setBorder(BorderFactory.createEmptyBorder(8, 8, 8, 8));
        all.add(new JScrollPane(transcript), BorderLayout.CENTER);
        all.add(below, BorderLayout.SOUTH);
        return all;
    }

    /** Over the lower right corner of the home's window, where the plan stays to be seen. */
    private void place(@Nullable Window owner) {
        dialog.setSize(new Dimension(360, 340));
        dialog.setLocationRelativeTo(owner);
        if (owner != null) {
            Rectangle home = owner.getBounds();
            dialog.setLocation(
                    home.x + home.width - dialog.getWidth() - 24, home.y + home.height - dialog.getHeight() - 24);
        }
    }

    JDialog dialog() {
        return dialog;
    }

    TranscriptPane transcript() {
        return transcript;
    }

    void show() {
        dialog.setVisible(true);
        dialog.toFront();
        wish.requestFocusInWindow();
    }

    private void send() {
        String words = wish.getText().strip();
        if (!words.isEmpty() && !cancel.isEnabled()) {
            wish.setText("");
            desk.ask(words);
        }
    }

    void ask(Question asked) {
        question.show(asked);
    }

    /** Something goes on that nobody can tell the end of. */
    void busy(String what) {
        progress.setVisible(true);
        progress.setIndeterminate(true);
        cancel.setEnabled(true);
        status.setText(what);
    }

    void progress(double fraction, String note) {
        progress.setIndeterminate(false);
        progress.setValue((int) Math.round(fraction * 100));
        status.setText(note);
    }

    void idle(String outcome) {
        progress.setIndeterminate(false);
        progress.setVisible(false);
        cancel.setEnabled(false);
        status.setText(outcome);
    }

    void dispose() {
        dialog.dispose();
    }
}
