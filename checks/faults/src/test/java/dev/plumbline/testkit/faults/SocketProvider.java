package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.laws.ChunkedBody;
import dev.plumbline.time.Subscription;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** A provider of chat completions on a bare socket that keeps the laws; a fault replaces a part of it. */
class SocketProvider implements AiProvider {
    private final URI server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    SocketProvider(URI server) {
        this.server = server;
    }

    @Override
    public String id() {
        return "socket";
    }

    @Override
    public String defaultModel() {
        return "model";
    }

    @Override
    public String endpoint() {
        return server.toString();
    }

    @Override
    public AiReturn call(AiCall call) {
        List<AiDelta> pushed = pieces();
        Optional<AiError> error;
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            open.add(socket);
            Subscription cancelled = cancellation(call).onCancel(() -> end(socket));
            error = exchange(socket, call, pushed, cancelled);
            open.remove(socket);
        } catch (IOException | JsonException e) {
            error = failure(e);
        }
        AiReturn ret = AiReturn.builder()
                .deltas(pushed)
                .model(call.model())
                .ids(call.ids())
                .build();
        if (cancellation(call).isCancelled()) {
            return ret.withError(AiError.of(AiError.Category.CANCELLED, "cancelled", "the call was cancelled"));
        }
        return error.map(ret::withError).orElse(ret);
    }

    @Override
    public void close() {
        open.forEach(this::end);
    }

    private Optional<AiError> exchange(Socket socket, AiCall call, List<AiDelta> pushed, Subscription cancelled)
            throws IOException {
        byte[] body = request(call).text().getBytes(StandardCharsets.UTF_8);
        OutputStream out = socket.getOutputStream();
        out.write(("POST /v1/chat/completions HTTP/1.1\r\nHost: local\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
        ChunkedBody answer = new ChunkedBody(socket.getInputStream());
        begun(cancelled);
        answer.header("X-Request").ifPresent(this::named);
        Optional<AiError> refused = refusal(answer.status());
        return refused.isPresent()
                ? refused.map(error -> timed(error, answer, call))
                : ended(read(answer, call, pushed));
    }

    /** Returns the error with the time for which the service asks, by the clock of the call, if it has one. */
    private AiError timed(AiError error, ChunkedBody answer, AiCall call) {
        return call.attribute(AiCall.SCHEDULER)
                .flatMap(clock -> answer.header("Retry-After")
                        .map(wait -> error.withRetryAt(clock.instant().plus(until(Long.parseLong(wait))))))
                .orElse(error);
    }

    Duration until(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    /** Learns that the headers have come, with what ends the connection of a cancelled call. */
    void begun(Subscription cancelled) {}

    /** Learns the id that the service gives the request. */
    void named(String request) {}

    /** Learns that the service says in the stream that it has failed. */
    void failed(List<AiDelta> pushed) {}

    List<AiDelta> pieces() {
        return new ArrayList<>();
    }

    Cancellation cancellation(AiCall call) {
        return call.cancellation();
    }

    Optional<AiError> failure(Exception e) {
        return Optional.of(AiError.of(AiError.Category.NETWORK, "network", "the connection failed"));
    }

    Optional<AiError> refusal(int status) {
        return status == 200
                ? Optional.empty()
                : Optional.of(AiError.of(AiError.Category.SERVER, "status", "the service answered " + status)
                        .withStatus(status)
                        .withRetryable(status == 429 || status >= 500));
    }

    Optional<AiError> ended(boolean finished) {
        return finished
                ? Optional.empty()
                : Optional.of(AiError.of(AiError.Category.TRUNCATED, "cut", "the stream ended early"));
    }

    void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // gone is what was wanted
        }
    }

    Json request(AiCall call) {
        Json request = Json.object()
                .with("model", call.model().name())
                .with("stream", true)
                .with("max_tokens", call.options().maxOutputTokens().orElse(1000))
                .with(
                        "tools",
                        call.tools().stream().map(SocketProvider::defined).toList())
                .with("messages", sent(call).stream().map(Interaction::toJson).toList());
        return optional(request, call);
    }

    private static Json optional(Json request, AiCall call) {
        Json all = request;
        ModelOptions options = call.options();
        if (options.temperature().isPresent()) {
            all = all.with("temperature", options.temperature().getAsDouble());
        }
        if (options.topP().isPresent()) {
            all = all.with("top_p", options.topP().getAsDouble());
        }
        if (options.seed().isPresent()) {
            all = all.with("seed", options.seed().getAsLong());
        }
        all = options.stop().isEmpty() ? all : all.with("stop", options.stop());
        if (options.reasoning().isPresent()) {
            all = all.with("reasoning_effort", options.reasoning().get().name().toLowerCase(Locale.ROOT));
        }
        if (options.toolChoice().isPresent()) {
            all = all.with("tool_choice", options.toolChoice().get().name().toLowerCase(Locale.ROOT));
        }
        for (Map.Entry<String, Json> member : options.raw().entrySet()) {
            all = all.with(member.getKey(), member.getValue());
        }
        return call.outputSchema().isPresent()
                ? all.with("response_format", call.outputSchema().get())
                : all;
    }

    private static Json defined(ToolDefinition tool) {
        Json function = Json.object()
                .with("name", tool.name())
                .with("description", tool.description())
                .with("parameters", tool.inputSchema());
        return Json.object().with("type", "function").with("function", function);
    }

    List<Interaction> sent(AiCall call) {
        return call.effective();
    }

    Reader reader(InputStream in) {
        return new InputStreamReader(in, StandardCharsets.UTF_8);
    }

    /** Returns whether the reason of the end came. */
    private boolean read(InputStream in, AiCall call, List<AiDelta> pushed) throws IOException {
        BufferedReader lines = new BufferedReader(reader(in));
        boolean finished = false;
        for (String line = lines.readLine(); line != null && !line.equals("data: [DONE]"); line = lines.readLine()) {
            if (line.startsWith("data: ")) {
                finished |= event(Json.parse(line.substring(6)), call, pushed);
            }
        }
        return finished;
    }

    private boolean event(Json event, AiCall call, List<AiDelta> pushed) {
        if (event.get("error").exists()) {
            failed(pushed);
        }
        Json delta = event.at("/choices/0/delta");
        if (delta.get("content").kind() == Json.Kind.STRING) {
            push(new AiDelta.Text(delta.get("content").asText()), call, pushed);
        }
        if (delta.get("tool_calls").exists()) {
            delta.get("tool_calls").elements().forEach(part -> push(part(part), call, pushed));
        }
        if (event.get("usage").kind() == Json.Kind.OBJECT) {
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

    void push(AiDelta delta, AiCall call, List<AiDelta> pushed) {
        pushed.add(delta);
        call.sink().accept(delta);
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
        return json.kind() == Json.Kind.STRING ? json.asText() : "";
    }

    Usage usage(Json json) {
        Json input = json.get("prompt_tokens_details");
        Json output = json.get("completion_tokens_details");
        return Usage.of(
                        json.get("prompt_tokens").asLong(),
                        json.get("completion_tokens").asLong())
                .withCachedInput(number(input.get("cached_tokens")))
                .withCacheWrites(number(input.get("cache_write_tokens")))
                .withReasoning(number(output.get("reasoning_tokens")));
    }

    private static long number(Json json) {
        return json.kind() == Json.Kind.NUMBER ? json.asLong() : 0;
    }
}
