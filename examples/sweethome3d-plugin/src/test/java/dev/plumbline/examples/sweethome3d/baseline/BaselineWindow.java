package dev.plumbline.examples.sweethome3d.baseline;

import java.awt.BorderLayout;
import java.awt.EventQueue;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import javax.swing.JDialog;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.JTextField;

/** Sends the words and shows what comes, as it comes: no retry, no tools, no cancel, no undo. */
final class BaselineWindow {
    private static final String BEGINS = "\"content\":\"";

    private final HttpClient client = HttpClient.newHttpClient();
    private final JTextArea conversation = new JTextArea();
    private final JTextField field = new JTextField();
    private final JDialog dialog = new JDialog((java.awt.Frame) null, "Floor desk");
    private final URI service;

    BaselineWindow(String url) {
        service = URI.create(url + "/chat/completions");
        conversation.setName("conversation");
        field.setName("message");
        field.addActionListener(entered -> ask(field.getText()));
        dialog.add(new JScrollPane(conversation), BorderLayout.CENTER);
        dialog.add(field, BorderLayout.SOUTH);
        dialog.setSize(360, 340);
    }

    void show() {
        dialog.setVisible(true);
        field.requestFocusInWindow();
    }

    private void ask(String words) {
        field.setText("");
        HttpRequest request = HttpRequest.newBuilder(service)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\":\"plan\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"" + words
                                + "\"}]}"))
                .build();
        client.sendAsync(request, BodyHandlers.ofLines())
                .thenAccept(answer -> answer.body().forEach(this::line));
    }

    private void line(String line) {
        int from = line.indexOf(BEGINS);
        if (from >= 0) {
            String text = line.substring(from + BEGINS.length(), line.indexOf('"', from + BEGINS.length()));
            EventQueue.invokeLater(() -> conversation.append(text));
        }
    }
}
