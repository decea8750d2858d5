package dev.plumbline.examples.sweethome3d;

import java.awt.Component;
import java.awt.GridLayout;
import java.util.Arrays;
import javax.swing.JLabel;
import javax.swing.JOptionPane;
import javax.swing.JPanel;
import javax.swing.JPasswordField;
import javax.swing.JTextField;

/** Where one says who is asked. A key that is typed in is kept until the desk is closed, and never written down. */
final class SettingsDialog {
    private final Component parent;
    private final AiDesk desk;
    private final DeskSettings before = DeskSettings.load();
    private final JTextField url = new JTextField(before.url(), 30);
    private final JTextField model = new JTextField(before.model());
    private final JTextField variable = new JTextField(before.key());
    private final JPasswordField key = new JPasswordField();

    SettingsDialog(Component parent, AiDesk desk) {
        this.parent = parent;
        this.desk = desk;
    }

    void show() {
        JPanel form = new JPanel(new GridLayout(0, 1, 0, 2));
        row(form, "Address of the service, with /v1", url);
        row(form, "Model", model);
        row(form, "Environment variable that holds the key; empty for none", variable);
        row(form, "Or the key itself, for this session", key);
        int chosen = JOptionPane.showConfirmDialog(
                parent, form, "AI desk", JOptionPane.OK_CANCEL_OPTION, JOptionPane.PLAIN_MESSAGE);
        if (chosen == JOptionPane.OK_OPTION) {
            take();
        }
    }

    private static void row(JPanel form, String label, JTextField field) {
        form.add(new JLabel(label));
        form.add(field);
    }

    private void take() {
        new DeskSettings(
                        url.getText().strip(),
                        model.getText().strip(),
                        variable.getText().strip())
                .save();
        char[] typed = key.getPassword();
        if (typed.length > 0) {
            desk.keys().take(typed);
        }
        Arrays.fill(typed, ' ');
        desk.restart();
    }
}
