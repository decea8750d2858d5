package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.provider.AiProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** The least that keeps the laws of providers, on a bare socket; each vice breaks one of them. */
final class TinyChatProvider implements AiProvider {
    private final URI server;
    private final Set<Vice> vices;

    /** The sockets left open; the garbage collector closes those that nobody holds. */
    private final List<Socket> left = new CopyOnWriteArrayList<>();

    TinyChatProvider(URI server, Vice... vices) {
        this.server = server;
        this.vices = Set.of(vices);
    }

    enum Vice {
        RETURNS_MORE_THAN_IT_PUSHED,
        TAKES_A_CUT_FOR_THE_END,
        DEAF_TO_CANCEL,
        LEAVES_THE_SOCKET_OPEN
    }

    @Override
    public String id() {
        return "tiny";
    }

    @Override
    public String defaultModel() {
        return "tiny";
    }

    @Override
    public String endpoint() {
        return server.toString();
    }

    @Override
    public AiReturn call(AiCall call) {
        List<AiDelta> pushed = new ArrayList<>();
        boolean ended = false;
        int status = 200;
        try {
            Socket socket = new Socket(server.getHost(), server.getPort());
            left.add(socket);
            call.cancellation().onCancel(() -> end(socket));
            ChunkedBody answer = ask(socket, call);
            status = answer.status();
            ended = read(answer, call, pushed);
            if (!vices.contains(Vice.LEAVES_THE_SOCKET_OPEN)) {
                socket.close();
            }
        } catch (IOException | JsonException cut) {
            // what the world does is a value, below
        }
        AiReturn ret = judged(call, pushed, ended);
        return status < 400
                ? ret
                : ret.withError(AiError.of(AiError.Category.SERVER, "status", "it was refused")
                        .withStatus(status)
                        .withRetryable(status == 429 || status >= 500));
    }

    @Override
    public void close() {
        for (Socket socket : left) {
            try {
                socket.close();
            } catch (IOException alreadyGone) {
                // gone is what was wanted
            }
        }
    }

    private AiReturn judged(AiCall call, List<AiDelta> pushed, boolean ended) {
        List<AiDelta> said = new ArrayList<>(pushed);
        if (vices.contains(Vice.RETURNS_MORE_THAN_IT_PUSHED)) {
            said.add(new AiDelta.Text("!"));
        }
        AiReturn ret = AiReturn.builder().deltas(said).model(call.model()).build();
        if (call.cancellation().isCancelled()) {
            return ret.withError(AiError.of(AiError.Category.CANCELLED, "cancelled", "the call was cancelled"));
        }
        return ended || vices.contains(Vice.TAKES_A_CUT_FOR_THE_END)
                ? ret
                : ret.withError(AiError.of(AiError.Category.TRUNCATED, "cut", "the stream ended early"));
    }

    private void end(Socket socket) {
        try {
            if (vices.contains(Vice.LEAVES_THE_SOCKET_OPEN)) {
                socket.shutdownInput();
            } else if (!vices.contains(Vice.DEAF_TO_CANCEL)) {
                socket.close();
            }
        } catch (IOException alreadyGone) {
            // gone is what was wanted
        }
    }

    private static ChunkedBody ask(Socket socket, AiCall call) throws IOException {
        List<Json> messages = call.effective().stream().map(Interaction::toJson).toList();
        byte[] body = Json.object()
                .with("stream", true)
                .with("messages", messages)
                .text()
                .getBytes(StandardCharsets.UTF_8);
        OutputStream out = socket.getOutputStream();
        out.write(("POST /v1/chat/completions HTTP/1.1\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        return new ChunkedBody(socket.getInputStream());
    }

    /** Whether the finish reason came. Lines of chunk sizes and headers do not begin with data. */
    private boolean read(ChunkedBody chunks, AiCall call, List<AiDelta> pushed) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(chunks, StandardCharsets.UTF_8));
        boolean finished = false;
        for (String line = lines.readLine(); line != null && !line.equals("data: [DONE]"); line = lines.readLine()) {
            if (line.startsWith("data: {") && line.endsWith("}")) {
                finished |= event(Json.parse(line.substring(6)), call, pushed);
            }
        }
        return finished;
    }

    private static boolean event(Json event, AiCall call, List<AiDelta> pushed) {
        Json delta = event.at("/choices/0/delta");
        if (delta.get("content").kind() == Json.Kind.STRING) {
            push(new AiDelta.Text(delta.get("content").asText()), call, pushed);
        }
        if (delta.get("tool_calls").exists()) {
            delta.get("tool_calls").elements().forEach(part -> push(part(part), call, pushed));
        }
        if (event.get("usage").exists()) {
            push(new AiDelta.UsageReport(usage(event.get("usage"))), call, pushed);
        }
        Json reason = event.at("/choices/0/finish_reason");
        boolean finished = reason.kind() == Json.Kind.STRING;
        if (finished) {
            push(new AiDelta.Finish(finish(reason.asText())), call, pushed);
        }
        return finished;
    }

    private static FinishReason finish(String reason) {
        return Stream.of(FinishReason.values())
                .filter(each -> each.name().equals(reason.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElse(FinishReason.OTHER);
    }

    private static AiDelta part(Json part) {
        Json function = part.get("function");
        return new AiDelta.ToolCallPart(
                part.get("index").asInt(),
                text(part.get("id")),
                text(function.get("name")),
                text(function.get("arguments")));
    }

    private static String text(Json json) {
        return json.exists() ? json.asText() : "";
    }

    private static Usage usage(Json json) {
        Json input = json.get("prompt_tokens_details");
        return Usage.of(
                        json.get("prompt_tokens").asLong(),
                        json.get("completion_tokens").asLong())
                .withCachedInput(input.get("cached_tokens").asLong())
                .withCacheWrites(input.get("cache_write_tokens").asLong())
                .withReasoning(
                        json.at("/completion_tokens_details/reasoning_tokens").asLong());
    }

    private static void push(AiDelta delta, AiCall call, List<AiDelta> pushed) {
        pushed.add(delta);
        call.sink().accept(delta);
    }
}
