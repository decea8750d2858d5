package dev.plumbline.examples.imagej;

import dev.plumbline.mcp.McpClientActivity;
import dev.plumbline.views.ChatPanel.QuestionDialog;
import ij.IJ;
import ij.plugin.PlugIn;
import java.awt.BorderLayout;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.util.stream.Collectors;
import javax.swing.JButton;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.SwingUtilities;
import javax.swing.Timer;
import javax.swing.WindowConstants;

/** The item of the menu: agents may use ImageJ as long as its window is open. */
public final class AgentsPlugin implements PlugIn {
    private static final int REFRESH_MILLIS = 300;

    /** Made by the host. */
    public AgentsPlugin() {}

    @Override
    public void run(String argument) {
        try {
            ImageAgents agents = ImageAgents.start(options -> options.questionHandler(QuestionDialog::show));
            SwingUtilities.invokeLater(() -> show(agents));
        } catch (RuntimeException | LinkageError broken) {
            IJ.error("Agents", "The server cannot be started: " + broken.getMessage());
        }
    }

    private static void show(ImageAgents agents) {
        JFrame window = new JFrame("Agents");
        JLabel clients = new JLabel("Waiting for agents.");
        clients.setName("clients");
        JButton stop = new JButton("Stop all agents");
        stop.addActionListener(pressed -> agents.server().stopCalls());
        Timer refresh = new Timer(REFRESH_MILLIS, tick -> clients.setText(words(agents)));
        window.add(clients, BorderLayout.CENTER);
        window.add(stop, BorderLayout.SOUTH);
        window.setSize(300, 100);
        window.setDefaultCloseOperation(WindowConstants.DISPOSE_ON_CLOSE);
        window.addWindowListener(new WindowAdapter() {
            @Override
            public void windowClosed(WindowEvent closed) {
                refresh.stop();
                agents.close();
            }
        });
        window.setVisible(true);
        refresh.start();
    }

    private static String words(ImageAgents agents) {
        String names = agents.server().clients().stream()
                .map(McpClientActivity::client)
                .map(Object::toString)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "Waiting for agents." : names;
    }
}
