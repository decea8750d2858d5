package dev.plumbline.comparison.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The baseline of the comparison: the JDK's client, a request built as text, and an answer searched with {@code
 * indexOf}. It detects no failures, checks nothing, and does not survive the faults.
 */
public final class BaselinePeer implements Peer {
    private static final String CONTENT = "\"content\":\"";
    private static final String TOOLS =
            ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"wall\",\"description\":"
                    + "\"Draws a wall.\",\"parameters\":{\"type\":\"object\",\"properties\":{\"length\":{\"type\":\"integer\"}},"
                    + "\"required\":[\"length\"]}}}]";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final PeerConfig config;
    private final PeerTools peerTools;

    private BaselinePeer(PeerConfig config, PeerTools peerTools) {
        this.config = config;
        this.peerTools = peerTools;
    }

    /** Runs this peer as a {@link PeerMain}. */
    public static void main(String[] args) throws Exception {
        PeerMain.run(args, BaselinePeer::new);
    }

    @Override
    public String ask(String question) throws IOException, InterruptedException {
        return plain(message("user", question), "");
    }

    private String plain(String messages, String more) throws IOException, InterruptedException {
        return text(answer(messages, more));
    }

    private String answer(String messages, String more) throws IOException, InterruptedException {
        return client.send(request(messages, more), BodyHandlers.ofString()).body();
    }

    private HttpRequest request(String messages, String more) {
        return HttpRequest.newBuilder(URI.create(config.base() + "/chat/completions"))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + config.key())
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\":\"m\",\"messages\":[" + messages + "]" + more + "}"))
                .build();
    }

    private static String text(String json) {
        int from = json.indexOf(CONTENT) + CONTENT.length();
        return json.substring(from, json.indexOf('"', from));
    }

    @Override
    public String stream(String question, Consumer<String> pieces) throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder();
        try (Stream<String> lines = lines(question)) {
            lines.filter(line -> line.contains(CONTENT)).map(BaselinePeer::text).forEach(piece -> {
                text.append(piece);
                pieces.accept(piece);
            });
        }
        return text.toString();
    }

    private Stream<String> lines(String question) throws IOException, InterruptedException {
        return client.send(request(message("user", question), ",\"stream\":true"), BodyHandlers.ofLines())
                .body();
    }

    @Override
    public long giveUp(String question) throws IOException, InterruptedException {
        try (Stream<String> lines = lines(question)) {
            Iterator<String> each = lines.iterator();
            each.next();
        }
        return 0;
    }

    @Override
    public PeerSession talk(List<String> said, boolean streamed) {
        List<String> messages = new ArrayList<>(said);
        return words -> {
            messages.add(words);
            String reply = turn(encoded(messages));
            messages.add(reply);
            return reply;
        };
    }

    private String turn(String messages) throws IOException, InterruptedException {
        String answer = answer(messages, TOOLS);
        if (!answer.contains("\"tool_calls\"")) {
            return text(answer);
        }
        StringBuilder results = new StringBuilder(messages);
        int from = answer.indexOf("\"tool_calls\":") + "\"tool_calls\":".length();
        results.append(",{\"role\":\"assistant\",\"tool_calls\":")
                .append(answer, from, answer.indexOf("}}]", from) + 3)
                .append('}');
        for (int at = answer.indexOf("call_", from); at >= 0; at = answer.indexOf("call_", at + 1)) {
            int length = answer.indexOf("length\\\":", at) + "length\\\":".length();
            String result = peerTools.wall(Integer.parseInt(answer.substring(length, answer.indexOf('}', length))));
            results.append(",{\"role\":\"tool\",\"tool_call_id\":\"")
                    .append(answer, at, answer.indexOf('"', at))
                    .append("\",\"content\":\"")
                    .append(result)
                    .append("\"}");
        }
        return plain(results.toString(), TOOLS);
    }

    @Override
    public PeerSession behind(List<String> said) {
        return words -> {
            List<String> messages = new ArrayList<>(said);
            messages.add(words);
            return plain(encoded(messages), "");
        };
    }

    private static String encoded(List<String> messages) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < messages.size(); i++) {
            all.append(i == 0 ? "" : ",").append(message(i % 2 == 0 ? "user" : "assistant", messages.get(i)));
        }
        return all.toString();
    }

    private static String message(String role, String content) {
        return "{\"role\":\"" + role + "\",\"content\":\""
                + content.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"}";
    }

    @Override
    public void close() {
        // the JDK's client of Java 17 cannot be closed
    }
}
