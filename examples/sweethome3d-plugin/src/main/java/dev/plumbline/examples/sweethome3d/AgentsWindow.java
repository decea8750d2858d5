package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.plugin.Plugin;
import dev.plumbline.mcp.McpClientActivity;
import dev.plumbline.ui.HostApplication.WindowCloseListener;
import dev.plumbline.ui.Question;
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
 * The window in which a user lets agents use his home: a switch, who is connected and what they do, the questions about
 * their calls, and a button that stops them all. Closing it ends the server. Used on the UI thread.
 */
final class AgentsWindow implements AutoCloseable {
    private static final int REFRESH_MILLIS = 300;

    private final HomePlan plan;
    private final JComponent view;
    private final JDialog dialog;
    private final JCheckBox allowed = named(new JCheckBox("Agents may use this home"), "agents-allowed");
    private final JButton stop = named(new JButton("Stop all agents"), "agents-stop");
    private final JLabel status = named(new JLabel(), "agents-status");
    private final JTextArea clients = named(new JTextArea(4, 34), "agents-clients");
    private final JTextArea offered = named(new JTextArea(4, 34), "agents-tools");
    private final QuestionBar question = new QuestionBar();
    private final Deque<Question> waiting = new ArrayDeque<>();
    private final Timer refresh = new Timer(REFRESH_MILLIS, tick -> showClients());
    private @Nullable CompletableFuture<AgentServer> server;
    private boolean stopped;

    private AgentsWindow(HomePlan plan, JComponent home, JComponent view) {
        this.plan = plan;
        this.view = view;
        Window owner = SwingUtilities.getWindowAncestor(home);
        dialog = new JDialog(owner, "Agents");
        dialog.setDefaultCloseOperation(WindowConstants.DISPOSE_ON_CLOSE);
        dialog.getContentPane().add(content());
        dialog.pack();
        dialog.setLocationRelativeTo(owner);
        question.onShownOrHidden(dialog::pack); // at once, because a button that moves later is missed by a click
        allowed.addActionListener(pressed -> allow(allowed.isSelected()));
        stop.addActionListener(pressed -> stop(!stopped));
        showClients();
    }

    static AgentsWindow of(Plugin plugin) {
        HomePlan plan = HomePlan.of(plugin);
        JComponent home = (JComponent) plugin.getHomeController().getView();
        JComponent view =
                (JComponent) plugin.getHomeController().getPlanController().getView();
        AgentsWindow window = new AgentsWindow(plan, home, view);
        WindowCloseListener.of(window.dialog, window::close);
        return window;
    }

    private static <C extends Component> C named(C component, String name) {
        component.setName(name);
        return component;
    }

    private JPanel content() {
        clients.setEditable(false);
        offered.setEditable(false);
        offered.setLineWrap(true);
        offered.setWrapStyleWord(true);
        JPanel top = new JPanel(new BorderLayout(8, 4));
        top.add(allowed, BorderLayout.CENTER);
        top.add(stop, BorderLayout.EAST);
        top.add(status, BorderLayout.SOUTH);
        JPanel middle = new JPanel(new GridLayout(0, 1, 0, 6));
        middle.add(new JScrollPane(clients));
        middle.add(new JScrollPane(offered));
        JPanel all = new JPanel(new BorderLayout(0, 6));
        all.setBorder(BorderFactory.createEmptyBorder(8, 8, 8, 8));
        all.add(top, BorderLayout.NORTH);
        all.add(middle, BorderLayout.CENTER);
        all.add(question, BorderLayout.SOUTH);
        return all;
    }

    void show() {
        dialog.setVisible(true);
        dialog.toFront();
    }

    boolean isClosed() {
        return !dialog.isDisplayable();
    }

    private void allow(boolean on) {
        end();
        if (on) {
            CompletableFuture<AgentServer> starting = new CompletableFuture<>();
            server = starting;
            background(() -> start(starting), "plumbline-agents-start");
            refresh.start();
        }
        showClients();
    }

    private static void background(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void start(CompletableFuture<AgentServer> starting) {
        try {
            starting.complete(AgentServer.start(plan, view, this::ask));
        } catch (RuntimeException | LinkageError broken) { // the second when the plug-in's file was replaced meanwhile
            starting.completeExceptionally(broken);
        }
    }

    private void stop(boolean on) {
        AgentServer now = running();
        if (now != null) {
            stopped = on;
            if (on) {
                now.server().stopCalls();
            } else {
                now.server().resume();
            }
            showClients();
        }
    }

    private @Nullable AgentServer running() {
        return server != null && server.isDone() && !server.isCompletedExceptionally() ? server.join() : null;
    }

    private void showClients() {
        AgentServer now = running();
        List<McpClientActivity> connected =
                now == null ? List.of() : now.server().clients();
        stop.setEnabled(now != null);
        stop.setText(stopped ? "Let agents go on" : "Stop all agents");
        status.setText(words(now, connected));
        String text = connected.stream().map(AgentsWindow::line).collect(Collectors.joining("\n"));
        if (!text.equals(clients.getText())) {
            clients.setText(text);
        }
        offered.setText(now == null ? "" : "Tools: " + now.toolNames());
    }

    /** Shows one question at a time, in their order. */
    private void ask(Question asked) {
        waiting.add(asked);
        asked.onClosed(() -> SwingUtilities.invokeLater(() -> next(asked)));
        if (waiting.size() == 1) {
            question.show(asked);
        }
    }

    private void next(Question closed) {
        boolean shown = waiting.peek() == closed;
        waiting.remove(closed);
        Question then = waiting.peek();
        if (shown && then != null) {
            question.show(then);
        }
    }

    private String words(@Nullable AgentServer now, List<McpClientActivity> connected) {
        if (now == null) {
            boolean failed = server != null && server.isCompletedExceptionally();
            return failed ? "The server cannot be started." : server == null ? "No agent can connect." : "Starting…";
        }
        if (stopped) {
            return "All agents are stopped.";
        }
        int count = connected.size();
        return count == 0
                ? "Waiting for agents."
                : count == 1 ? "One agent is connected." : count + " agents are connected.";
    }

    private static String line(McpClientActivity client) {
        return client.client() + (client.running().isEmpty() ? "" : ": " + String.join(", ", client.running()));
    }

    private void end() {
        refresh.stop();
        stopped = false;
        if (server != null) {
            CompletableFuture<Void> unused =
                    server.thenAcceptAsync(AgentServer::close, task -> background(task, "plumbline-agents-end"));
            server = null;
        }
    }

    @Override
    public void close() {
        end();
        dialog.dispose();
    }
}
