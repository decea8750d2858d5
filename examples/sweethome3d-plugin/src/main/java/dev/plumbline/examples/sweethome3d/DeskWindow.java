package dev.plumbline.examples.sweethome3d;

import dev.plumbline.event.AiError;
import dev.plumbline.views.ChatPanel;
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
import javax.swing.WindowConstants;
import org.jspecify.annotations.Nullable;

/** The desk as one sees it: what was said, what is going on, what to say next. */
final class DeskWindow {
    private final AiDesk desk;
    private final JDialog dialog;
    private final ChatPanel chat;
    private final JProgressBar progress = new JProgressBar();
    private final JLabel status = named(new JLabel("What should the plan look like?"), "status");

    DeskWindow(@Nullable Window owner, AiDesk desk, Locale locale) {
        this.desk = desk;
        this.chat = ChatPanel.create(desk::ask, desk::cancel);
        chat.errorText(error -> sentence(error, locale));
        this.dialog = new JDialog(owner, "AI desk");
        dialog.setName("ai-desk");
        dialog.setDefaultCloseOperation(WindowConstants.DISPOSE_ON_CLOSE);
        dialog.getContentPane().add(content());
        place(owner);
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
        JButton settings = named(new JButton("Settings…"), "settings");
        settings.addActionListener(pressed -> new SettingsDialog(dialog, desk).show());
        JPanel doing = new JPanel(new BorderLayout(8, 0));
        doing.add(progress, BorderLayout.WEST);
        doing.add(status, BorderLayout.CENTER);
        doing.add(settings, BorderLayout.EAST);
        JPanel all = new JPanel(new BorderLayout(0, 6));
        all.setBorder(BorderFactory.createEmptyBorder(8, 8, 8, 8));
        all.add(chat.component(), BorderLayout.CENTER);
        all.add(doing, BorderLayout.SOUTH);
        return all;
    }

    /** Over the lower right corner of the home's window, where the plan stays to be seen. */
    private void place(@Nullable Window owner) {
        dialog.setSize(new Dimension(380, 400));
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

    ChatPanel chat() {
        return chat;
    }

    void show() {
        dialog.setVisible(true);
        dialog.toFront();
        chat.requestFocus();
    }

    /** Something goes on that nobody can tell the end of. */
    void busy(String what) {
        progress.setVisible(true);
        progress.setIndeterminate(true);
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
        status.setText(outcome);
    }

    void dispose() {
        dialog.dispose();
    }
}
