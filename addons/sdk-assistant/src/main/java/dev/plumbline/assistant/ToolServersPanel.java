package dev.plumbline.assistant;

import dev.plumbline.http.NetworkSettings;
import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.FlowLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.swing.BoxLayout;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;

/**
 * The list of servers of tools in the set-up: each with a switch, a test and a button that removes it, and a field for the JSON of
 * further ones. What is done here is kept at once. Used on the event dispatch thread; nothing of it waits.
 */
final class ToolServersPanel {
    private final ToolServers servers;
    private final Supplier<Supplier<NetworkSettings>> network;
    private final AssistantWords words;
    private final JPanel panel = new JPanel(new BorderLayout(4, 4));
    private final JPanel list = new JPanel();
    private final JTextArea text = new JTextArea(5, 28);
    private final JLabel result = new JLabel(" ");
    private final Map<String, String> states = new LinkedHashMap<>();

    ToolServersPanel(ToolServers servers, Supplier<Supplier<NetworkSettings>> network, AssistantWords words) {
        this.servers = servers;
        this.network = network;
        this.words = words;
        list.setLayout(new BoxLayout(list, BoxLayout.Y_AXIS));
        named(text, "text").setToolTipText(words.say("servers.paste"));
        text.getAccessibleContext().setAccessibleName(words.say("servers.paste"));
        named(result, "result");
        JPanel adding = new JPanel(new BorderLayout(4, 4));
        JLabel paste = new JLabel(words.say("servers.paste"));
        paste.setLabelFor(text);
        adding.add(paste, BorderLayout.NORTH);
        adding.add(new JScrollPane(text), BorderLayout.CENTER);
        JPanel buttons = new JPanel(new FlowLayout(FlowLayout.TRAILING, 4, 0));
        buttons.add(button("add", "", this::add));
        adding.add(buttons, BorderLayout.SOUTH);
        adding.setVisible(false);
        JButton more = button("more", "", () -> {
            adding.setVisible(!adding.isVisible());
            panel.revalidate();
            text.requestFocusInWindow();
        });
        JPanel top = new JPanel(new BorderLayout(4, 4));
        top.add(new JLabel(words.say("servers.title")), BorderLayout.CENTER);
        top.add(more, BorderLayout.EAST);
        JPanel below = new JPanel(new BorderLayout());
        below.add(adding, BorderLayout.CENTER);
        below.add(result, BorderLayout.SOUTH);
        panel.add(top, BorderLayout.NORTH);
        panel.add(list, BorderLayout.CENTER);
        panel.add(below, BorderLayout.SOUTH);
        show();
    }

    JComponent component() {
        return panel;
    }

    private static <C extends Component> C named(C component, String name) {
        component.setName("servers-" + name);
        return component;
    }

    private JButton button(String name, String server, Runnable action) {
        JButton button =
                named(new JButton(words.say("servers." + name)), name + (server.isEmpty() ? "" : "-" + server));
        if (!server.isEmpty()) {
            button.getAccessibleContext().setAccessibleName(words.say("servers." + name) + ": " + server);
        }
        button.addActionListener(pressed -> action.run());
        return button;
    }

    private void show() {
        list.removeAll();
        List<ToolServer> all = servers.list();
        all.forEach(server -> list.add(row(server)));
        list.revalidate();
        list.repaint();
    }

    private JComponent row(ToolServer server) {
        JCheckBox on = named(new JCheckBox(server.name(), !server.off()), "on-" + server.name());
        on.setToolTipText(server.display());
        on.addActionListener(pressed -> servers.setOff(server, !on.isSelected()));
        JPanel buttons = new JPanel(new FlowLayout(FlowLayout.TRAILING, 4, 0));
        buttons.add(button("test", server.name(), () -> test(server)));
        buttons.add(button("remove", server.name(), () -> remove(server)));
        JPanel row = new JPanel(new BorderLayout(4, 0));
        row.add(on, BorderLayout.CENTER);
        row.add(buttons, BorderLayout.EAST);
        String state = states.getOrDefault(server.name(), "");
        if (!state.isEmpty()) {
            JTextArea shown = new JTextArea(state);
            shown.setEditable(false);
            shown.setOpaque(false);
            shown.setLineWrap(true);
            shown.setWrapStyleWord(true);
            row.add(shown, BorderLayout.SOUTH);
        }
        return row;
    }

    private void add() {
        String typed = text.getText();
        Background.run(() -> servers.add(typed), (allKept, failure) -> {
            if (failure != null) {
                result.setText(Faults.sentence(failure, words)); // and the text stays
            } else {
                text.setText("");
                result.setText(Boolean.TRUE.equals(allKept) ? " " : words.say("servers.for-session"));
                show();
            }
        });
    }

    private void remove(ToolServer server) {
        Background.run(
                () -> {
                    servers.remove(server);
                    return server;
                },
                (removed, failure) -> show());
    }

    private void test(ToolServer server) {
        state(server, words.say("servers.testing"));
        Supplier<NetworkSettings> over = network.get();
        Background.run(() -> ToolServerLinks.test(servers.withSecrets(server), over), (tools, failure) -> {
            if (tools != null) {
                state(server, words.say("servers.tools", tools.size(), String.join(", ", tools)));
            } else if (failure != null) {
                state(server, ToolServers.sentence(server, failure, words));
            }
        });
    }

    private void state(ToolServer server, String sentence) {
        states.put(server.name(), sentence);
        show();
    }
}
