package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.laws.ChunkedBody;
import dev.plumbline.time.Subscription;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A provider of a twelfth author, or one of its faults by number, for a service that answers with frames: a letter, the number of bytes,
 * a colon, the bytes in UTF-8, a comma. t is text, r reasoning, c begins a tool call, a is a piece of its arguments, u the usage so far,
 * e the end, and f a failure in the middle of an answer.
 */
final class NetstringService implements AiProvider {
    private static final AiError CUT = AiError.of(Category.TRUNCATED, "cut", "the answer ended early");
    private static final AiError UNREACHED = AiError.of(Category.NETWORK, "network", "the service cannot be reached");
    private static final int LONGEST = 4_000_000;

    private final int wrong;
    private final URI base;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger users = new AtomicInteger();
    private final Usage[] ofAll = {Usage.NONE};

    NetstringService(int wrong, URI base) {
        this.wrong = wrong;
        this.base = base;
    }

    @Override
    public String id() {
        return "netstring";
    }

    @Override
    public String defaultModel() {
        return "plan-2";
    }

    @Override
    public String endpoint() {
        return base.toString();
    }

    @Override
    public AiReturn call(AiCall call) {
        List<AiDelta> answer = new ArrayList<>();
        Optional<AiError> error;
        Socket socket = new Socket();
        open.add(socket);
        Subscription cancelled = wrong == 12 ? () -> {} : call.cancellation().onCancel(() -> end(socket));
        try {
            error = exchange(socket, call, answer);
        } catch (IOException | JsonException | IllegalArgumentException e) {
            error = Optional.of(answer.isEmpty() ? UNREACHED : CUT);
        } finally {
            cancelled.close();
        }
        if (wrong != 10 || error.isEmpty()) {
            end(socket);
        }
        if (call.cancellation().isCancelled()) {
            error = Optional.of(AiError.of(Category.CANCELLED, "cancelled", "the call was cancelled"));
        }
        AiReturn ret = AiReturn.builder().deltas(answer).model(call.model()).build();
        return error.map(ret::withError).orElse(ret);
    }

    private void end(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            // it is closed all the same
        }
    }

    private Optional<AiError> exchange(Socket socket, AiCall call, List<AiDelta> answer) throws IOException {
        socket.connect(new InetSocketAddress(base.getHost(), base.getPort()), 10_000);
        socket.setSoTimeout(60_000);
        byte[] body = body(call).text().getBytes(StandardCharsets.UTF_8);
        String head = "POST /complete HTTP/1.1\r\nHost: " + base.getAuthority()
                + "\r\nContent-Type: application/json\r\n" + "Content-Length: " + body.length + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(body);
        socket.getOutputStream().flush();
        ChunkedBody in = new ChunkedBody(socket.getInputStream());
        if (in.status() == 0) {
            throw new EOFException();
        }
        if (in.status() != 200) {
            return Optional.of(refused(in.status()));
        }
        Subscription late = wrong == 12 ? call.cancellation().onCancel(() -> end(socket)) : () -> {};
        try {
            return frames(in, call, answer);
        } finally {
            late.close();
        }
    }

    private Optional<AiError> frames(InputStream in, AiCall call, List<AiDelta> answer) throws IOException {
        Usage[] known = wrong == 13 ? ofAll : new Usage[] {Usage.NONE};
        for (int kind = in.read(); kind >= 0; kind = in.read()) {
            byte[] bytes = in.readNBytes(length(in) + 1); // and the comma
            if (bytes.length == 0 || bytes[bytes.length - 1] != ',') {
                throw new EOFException();
            }
            String payload = new String(bytes, 0, bytes.length - 1, StandardCharsets.UTF_8);
            if (kind == 'f') {
                return Optional.of(failure(payload));
            }
            Optional<AiDelta> delta = delta(kind, payload, known);
            if (delta.isPresent()) {
                answer.add(delta.get());
                call.sink().accept(delta.get());
            }
            if (kind == 'e') {
                return Optional.empty();
            }
        }
        return Optional.of(CUT);
    }

    private static int length(InputStream in) throws IOException {
        int length = 0;
        for (int digit = in.read(); digit != ':'; digit = in.read()) {
            if (digit < '0' || digit > '9' || length > LONGEST) {
                throw new EOFException(); // the end, or not of this format
            }
            length = 10 * length + digit - '0';
        }
        return length;
    }

    private Optional<AiDelta> delta(int kind, String payload, Usage[] known) {
        switch (kind) {
            case 't':
                return Optional.of(new AiDelta.Text(payload));
            case 'r':
                return Optional.of(new AiDelta.Reasoning(payload));
            case 'c':
                Json call = Json.parse(payload);
                return Optional.of(new AiDelta.ToolCallPart(
                        call.get("n").asInt(),
                        call.get("id").asText(),
                        call.get("name").asText(),
                        ""));
            case 'a':
                int space = payload.indexOf(' ');
                int index = Integer.parseInt(payload.substring(0, space));
                return Optional.of(new AiDelta.ToolCallPart(index, "", "", payload.substring(space + 1)));
            case 'u':
                Json usage = Json.parse(payload);
                Usage now = Usage.of(usage.get("in").asLong(), usage.get("out").asLong())
                        .withCachedInput(usage.get("cached").asLong())
                        .withReasoning(usage.get("thought").asLong());
                Usage more = now.minus(known[0]); // reports add up, and the service says the sum so far
                known[0] = now;
                return Optional.of(new AiDelta.UsageReport(wrong == 15 ? now : more));
            case 'e':
                return Optional.of(new AiDelta.Finish(finish(payload)));
            default:
                return Optional.empty(); // a kind of a later version
        }
    }

    private static FinishReason finish(String end) {
        return switch (end) {
            case "done" -> FinishReason.STOP;
            case "calls" -> FinishReason.TOOL_CALLS;
            case "full" -> FinishReason.LENGTH;
            default -> FinishReason.OTHER;
        };
    }

    private static AiError failure(String code) {
        return code.equals("busy")
                ? AiError.of(Category.OVERLOADED, "busy", "the service is busy")
                : AiError.of(Category.SERVER, "failed", "the service failed");
    }

    private static AiError refused(int status) {
        Category category = switch (status) {
            case 401 -> Category.AUTHENTICATION;
            case 403 -> Category.PERMISSION;
            case 404 -> Category.NOT_FOUND;
            case 413 -> Category.TOO_LARGE;
            case 429 -> Category.RATE_LIMITED;
            case 503 -> Category.OVERLOADED;
            default -> status >= 500 ? Category.SERVER : Category.INVALID_REQUEST;
        };
        return AiError.of(category, "http-" + status, "the service answered " + status)
                .withStatus(status);
    }

    private Json body(AiCall call) {
        ModelOptions options = call.options();
        Map<String, Object> settings = new LinkedHashMap<>(options.raw());
        options.temperature().ifPresent(value -> settings.put("temperature", value));
        if (wrong != 11 || options.temperature().isEmpty()) {
            options.topP().ifPresent(value -> settings.put("top_p", value));
        }
        options.maxOutputTokens().ifPresent(value -> settings.put("max_tokens", value));
        options.seed().ifPresent(value -> settings.put("seed", value));
        options.reasoning().ifPresent(value -> settings.put("reasoning", value.name()));
        options.toolChoice().ifPresent(value -> settings.put("tool_choice", value.name()));
        call.outputSchema().ifPresent(value -> settings.put("schema", value));
        if (!options.stop().isEmpty()) {
            settings.put("stop", options.stop());
        }
        Json body = Json.object()
                .with("model", call.model().name())
                .with(
                        "messages",
                        call.effective().stream().map(Interaction::toJson).toList())
                .with("tools", call.tools().stream().map(NetstringService::tool).toList());
        for (Map.Entry<String, Object> each : settings.entrySet()) {
            body = body.with(each.getKey(), each.getValue());
        }
        return body;
    }

    private static Json tool(ToolDefinition tool) {
        return Json.object()
                .with("name", tool.name())
                .with("about", tool.description())
                .with("input", tool.inputSchema());
    }

    @Override
    public Subscription retain() {
        users.incrementAndGet();
        AtomicBoolean ended = new AtomicBoolean();
        return () -> {
            if ((wrong == 14 || !ended.getAndSet(true)) && users.decrementAndGet() == 0) {
                close();
            }
        };
    }

    @Override
    public void close() {
        open.forEach(this::end);
    }
}
