package dev.plumbline.examples.josm;

import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.GridLayout;
import javax.swing.JComboBox;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextField;
import org.openstreetmap.josm.gui.preferences.DefaultTabPreferenceSetting;
import org.openstreetmap.josm.gui.preferences.PreferenceTabbedPane;

/** The page in the host's preferences where one says who is asked. Conversations begin anew when it has changed. */
final class AskPreference extends DefaultTabPreferenceSetting {
    private final AskSettings before = AskSettings.load();
    private final JComboBox<AskSettings.Service> service =
            named(new JComboBox<>(AskSettings.Service.values()), "service");
    private final JTextField url = named(new JTextField(before.url(), 30), "url");
    private final JTextField model = named(new JTextField(before.model(), 30), "model");
    private final JTextField key = named(new JTextField(before.key(), 30), "key");

    AskPreference() {
        super(
                "dialogs/plumbline",
                "Ask AI",
                "Which model is asked. After a change, the next message begins a new conversation.");
        service.setSelectedItem(before.service());
    }

    private static <C extends Component> C named(C field, String name) {
        field.setName("plumbline-" + name);
        return field;
    }

    @Override
    public void addGui(PreferenceTabbedPane gui) {
        JPanel page = new JPanel(new BorderLayout());
        page.add(form(), BorderLayout.NORTH);
        createPreferenceTabWithScrollPane(gui, page);
    }

    JPanel form() {
        JPanel form = new JPanel(new GridLayout(0, 1, 0, 4));
        row(form, "Service", service);
        row(form, "Address, with /v1; empty for the service's own", url);
        row(form, "Model; empty for the service's default", model);
        row(form, "Environment variable with the key; empty for the service's own", key);
        return form;
    }

    private static void row(JPanel form, String label, Component field) {
        form.add(new JLabel(label));
        form.add(field);
    }

    @Override
    public boolean ok() {
        Object chosen = service.getSelectedItem();
        AskSettings now = new AskSettings(
                chosen instanceof AskSettings.Service known ? known : before.service(),
                url.getText().strip(),
                model.getText().strip(),
                key.getText().strip());
        if (!now.equals(before)) {
            now.save();
        }
        return false; // JOSM need not be started again
    }
}
