package dev.plumbline.assistant;

import dev.plumbline.body.Selector;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcp.McpClientActivity;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolRuntime;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.HostApplication.WindowCloseListener;
import dev.plumbline.ui.Question;
import dev.plumbline.views.ChatPanel.QuestionDialog;
import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.GridLayout;
import java.awt.Window;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JComponent;
import javax.swing.JDialog;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.SwingUtilities;
import javax.swing.Timer;
import javax.swing.WindowConstants;
import org.jspecify.annotations.Nullable;

/**
 * A component with which a user lets agents of other programs use the tools of a document, over MCP: a switch, who is connected
 * and what they do, the questions about their calls, and a button that stops them all. No model and no key is needed. It needs
 * the module {@code sdk-mcp}. Used on the event dispatch thread; nothing of it waits.
 */
public final class AgentsPanel {
    private static final int REFRESH_MILLIS = 300;

    private final AssistantDocument document;
    private final McpOptions.Builder options;
    private final AssistantWords words = AssistantWords.of(JComponent.getDefaultLocale());
    private final JPanel panel = new JPanel(new BorderLayout(0, 6));
    private final JCheckBox allowed = named(new JCheckBox(words.say("agents.allow")), "allowed");
    private final JButton stop = new JButton();
    private final JLabel status = new JLabel();
    private final JTextArea clients = named(new JTextArea(4, 34), "clients");
    private final JTextArea offered = named(new JTextArea(4, 34), "tools");
    private final JPanel question = new JPanel(new BorderLayout());
    private final Deque<Question> waiting = new ArrayDeque<>();
    private final Timer refresh = new Timer(REFRESH_MILLIS, tick -> showClients());
    private @Nullable CompletableFuture<Running> server;
    private boolean stopped;

    private AgentsPanel(AssistantDocument document, McpOptions.Builder options) {
        this.document = document;
        this.options = options;
        layOut();
        allowed.addActionListener(pressed -> allow(allowed.isSelected()));
        stop.addActionListener(pressed -> stop(!stopped));
        showClients();
    }

    /**
     * Returns a component whose switch is off.
     *
     * @param document has the tools; destructive ones need an approval
     * @param options the name of the program, and for example its instructions and how calls become undo steps; host and
     *     questions are set here
     */
    public static AgentsPanel create(AssistantDocument document, McpOptions.Builder options) {
        return new AgentsPanel(document, options);
    }

    private static <C extends Component> C named(C component, String name) {
        component.setName("agents-" + name);
        return component;
    }

    private void layOut() {
        named(stop, "stop");
        named(status, "status");
        for (JTextArea text : List.of(clients, offered)) {
            text.setEditable(false);
            text.setLineWrap(true);
            text.setWrapStyleWord(true);
        }
        JPanel top = new JPanel(new BorderLayout(8, 4));
        top.add(allowed, BorderLayout.CENTER);
        top.add(stop, BorderLayout.EAST);
        top.add(status, BorderLayout.SOUTH);
        JPanel middle = new JPanel(new GridLayout(0, 1, 0, 6));
        middle.add(new JScrollPane(clients));
        middle.add(new JScrollPane(offered));
        panel.setBorder(BorderFactory.createEmptyBorder(8, 8, 8, 8));
        panel.add(top, BorderLayout.NORTH);
        panel.add(middle, BorderLayout.CENTER);
        panel.add(question, BorderLayout.SOUTH);
        question.setVisible(false);
    }

    /** Returns the component to add to a window. */
    public JComponent component() {
        return panel;
    }

    /**
     * Returns a dialog with the component, which ends the server when it is closed.
     *
     * @param owner the window above which it is shown; null for none
     */
    public JDialog dialog(@Nullable Window owner) {
        JDialog window = new JDialog(owner, words.say("agents.title"));
        window.setDefaultCloseOperation(WindowConstants.DISPOSE_ON_CLOSE);
        window.getContentPane().add(panel);
        window.pack();
        window.setLocationRelativeTo(owner);
        Subscription unused = WindowCloseListener.of(window, this::close);
        return window;
    }

    private void allow(boolean on) {
        end();
        if (on) {
            server = Background.compute(this::start);
            refresh.start();
        }
        showClients();
    }

    private Running start() {
        HostApplication host = HostApplication.swing().withLocale(words.locale());
        ToolRuntime tools = ToolRuntime.builder(JsonSchemas.service())
                .addTools(AiTool.allOf(document.tools()), "")
                .host(host)
                .approvals(
                        ApprovalRules.builder().allow("*").ask("#destructive").build())
                .questionHandler(this::ask)
                .build();
        McpOptions served = options.host(host).questionHandler(this::ask).build();
        return new Running(McpServer.serve(tools, served), tools);
    }

    private void stop(boolean on) {
        Running now = running();
        if (now != null) {
            stopped = on;
            if (on) {
                now.server.stopCalls();
            } else {
                now.server.resume();
            }
            showClients();
        }
    }

    private @Nullable Running running() {
        return server != null && server.isDone() && !server.isCompletedExceptionally() ? server.join() : null;
    }

    private void showClients() {
        Running now = running();
        List<McpClientActivity> connected = now == null ? List.of() : now.server.clients();
        stop.setEnabled(now != null);
        stop.setText(words.say(stopped ? "agents.go-on" : "agents.stop"));
        status.setText(state(now, connected.size()));
        String text = connected.stream().map(AgentsPanel::line).collect(Collectors.joining("\n"));
        if (!text.equals(clients.getText())) {
            clients.setText(text);
        }
        if (now == null) {
            offered.setText("");
        } else if (offered.getText().isEmpty()) {
            offered.setText(words.say("agents.tools", now.toolNames()));
        }
    }

    private String state(@Nullable Running now, int count) {
        if (now == null) {
            boolean failed = server != null && server.isCompletedExceptionally();
            return words.say(failed ? "agents.failed" : server == null ? "agents.off" : "agents.starting");
        }
        if (stopped) {
            return words.say("agents.stopped");
        }
        return count == 0
                ? words.say("agents.waiting")
                : count == 1 ? words.say("agents.one") : words.say("agents.more", count);
    }

    private static String line(McpClientActivity client) {
        return client.client() + (client.running().isEmpty() ? "" : ": " + String.join(", ", client.running()));
    }

    /** Shows one question at a time, in their order. */
    void ask(Question asked) {
        waiting.add(asked);
        asked.onClosed(() -> SwingUtilities.invokeLater(() -> {
            waiting.remove(asked);
            showQuestion();
        }));
        showQuestion();
    }

    private void showQuestion() {
        Question first = waiting.peek();
        question.removeAll();
        question.setVisible(first != null);
        if (first != null) {
            question.add(QuestionDialog.panel(first), BorderLayout.CENTER);
        }
        Window window = SwingUtilities.getWindowAncestor(panel);
        if (window != null) {
            window.pack(); // at once, because a button that moves later is missed by a click
        }
    }

    private void end() {
        refresh.stop();
        stopped = false;
        if (server != null) {
            CompletableFuture<Void> unused = server.thenCompose(running -> Background.compute(() -> {
                running.close();
                return null;
            }));
            server = null;
        }
    }

    /** Ends the server; returns at once. Idempotent. */
    public void close() {
        end();
    }

    /** A server, with what runs its calls. */
    private record Running(McpServer server, ToolRuntime tools) {
        /** Returns what is offered, with a star at what the user is asked about. */
        String toolNames() {
            return tools.definitions(Selector.ALL).stream()
                    .map(tool -> tool.name() + (tool.isDestructive() ? "*" : ""))
                    .collect(Collectors.joining(", "));
        }

        void close() {
            server.close();
            tools.close();
        }
    }
}
