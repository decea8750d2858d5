package dev.plumbline.integration.docs;

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
import dev.plumbline.time.Subscription;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.io.CloseMode;

/**
 * The model of a company. It answers with lines of JSON: {"say":"Two walls."}, {"do":"drawWall","id":"1","with":{}},
 * {"tokens":[40,3]} and, at the end, {"end":"stop"}, "tools" or "length".
 */
final class LineService implements AiProvider {
    private static final AiError CUT = AiError.of(Category.TRUNCATED, "cut", "the answer ended early");
    private static final AiError UNREACHED = AiError.of(Category.NETWORK, "network", "the service cannot be reached");

    private final URI base;
    private final Set<DefaultBHttpClientConnection> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger users = new AtomicInteger();

    LineService(URI base) {
        this.base = base;
    }

    @Override
    public String id() {
        return "company";
    }

    @Override
    public String defaultModel() {
        return "model-1";
    }

    @Override
    public String endpoint() { // part of the cache key
        return base.toString();
    }

    @Override
    public AiReturn call(AiCall call) {
        List<AiDelta> answer = new ArrayList<>();
        Optional<AiError> error;
        try (DefaultBHttpClientConnection connection = connect()) {
            Subscription cancelled = call.cancellation().onCancel(() -> connection.close(CloseMode.IMMEDIATE));
            try {
                error = exchange(connection, call, answer);
            } finally {
                cancelled.close();
            }
        } catch (IOException | HttpException | JsonException e) { // a failure is a value beside what had arrived
            error = Optional.of(answer.isEmpty() ? UNREACHED : CUT);
        }
        open.removeIf(connection -> !connection.isOpen());
        if (call.cancellation().isCancelled()) {
            error = Optional.of(AiError.of(Category.CANCELLED, "cancelled", "the call was cancelled"));
        }
        AiReturn ret = AiReturn.builder().deltas(answer).model(call.model()).build();
        return error.map(ret::withError).orElse(ret);
    }

    private DefaultBHttpClientConnection connect() throws IOException {
        Socket socket = new Socket(); // for https: SSLSocketFactory.getDefault().createSocket(), which checks the name
        socket.connect(new InetSocketAddress(base.getHost(), base.getPort()), 10_000);
        socket.setSoTimeout(60_000);
        DefaultBHttpClientConnection connection = new DefaultBHttpClientConnection(Http1Config.DEFAULT);
        connection.bind(socket);
        open.add(connection);
        return connection;
    }

    private Optional<AiError> exchange(DefaultBHttpClientConnection connection, AiCall call, List<AiDelta> answer)
            throws IOException, HttpException {
        byte[] body = body(call).text().getBytes(StandardCharsets.UTF_8);
        BasicClassicHttpRequest request = new BasicClassicHttpRequest("POST", base.resolve("/ask"));
        request.setHeader("Content-Type", "application/json");
        request.setHeader("Content-Length", body.length);
        request.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
        connection.sendRequestHeader(request);
        connection.sendRequestEntity(request);
        connection.flush();
        ClassicHttpResponse response = connection.receiveResponseHeader();
        if (response.getCode() != 200) {
            return Optional.of(refused(response.getCode()));
        }
        connection.receiveResponseEntity(response);
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(response.getEntity().getContent(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Json item = Json.parse(line);
            for (AiDelta delta : deltas(item, answer)) {
                answer.add(delta); // the return is the fold of what was pushed
                call.sink().accept(delta); // now, not when the answer is whole
            }
            if (item.get("end").exists()) {
                return Optional.empty();
            }
        }
        return Optional.of(CUT); // without its end an answer is never complete
    }

    private static List<AiDelta> deltas(Json item, List<AiDelta> answer) {
        if (item.get("say").exists()) {
            return List.of(new AiDelta.Text(item.get("say").asText()));
        }
        if (item.get("do").exists()) { // pieces of one tool call have the same index
            int index = (int) answer.stream()
                    .filter(AiDelta.ToolCallPart.class::isInstance)
                    .count();
            String arguments = item.get("with").text();
            return List.of(new AiDelta.ToolCallPart(
                    index, item.get("id").asText(), item.get("do").asText(), arguments));
        }
        if (item.get("tokens").exists()) {
            List<Json> tokens = item.get("tokens").elements();
            return List.of(new AiDelta.UsageReport(
                    Usage.of(tokens.get(0).asLong(), tokens.get(1).asLong())));
        }
        return item.get("end").exists()
                ? List.of(new AiDelta.Finish(finish(item.get("end").asText())))
                : List.of();
    }

    private static FinishReason finish(String end) {
        return switch (end) {
            case "stop" -> FinishReason.STOP;
            case "tools" -> FinishReason.TOOL_CALLS;
            case "length" -> FinishReason.LENGTH;
            default -> FinishReason.OTHER;
        };
    }

    private static AiError refused(int status) {
        Category category = switch (status) { // which decides whether the call is sent again
            case 401 -> Category.AUTHENTICATION;
            case 403 -> Category.PERMISSION;
            case 404 -> Category.NOT_FOUND;
            case 429 -> Category.RATE_LIMITED;
            case 503 -> Category.OVERLOADED;
            default -> status >= 500 ? Category.SERVER : Category.INVALID_REQUEST;
        };
        return AiError.of(category, "http-" + status, "the service answered " + status)
                .withStatus(status);
    }

    private static Json body(AiCall call) {
        Json body = Json.object()
                .with("model", call.model().name())
                .with(
                        "items",
                        call.effective().stream().map(Interaction::toJson).toList())
                .with("tools", call.tools().stream().map(LineService::tool).toList());
        Map<String, Object> settings = new LinkedHashMap<>(call.options().raw());
        ModelOptions options = call.options();
        options.temperature().ifPresent(value -> settings.put("temperature", value));
        options.topP().ifPresent(value -> settings.put("top_p", value));
        options.maxOutputTokens().ifPresent(value -> settings.put("max_tokens", value));
        options.reasoning().ifPresent(value -> settings.put("reasoning", value.name()));
        options.toolChoice().ifPresent(value -> settings.put("tool_choice", value.name()));
        call.outputSchema().ifPresent(value -> settings.put("schema", value));
        if (!options.stop().isEmpty()) {
            settings.put("stop", options.stop());
        }
        if (options.seed().isPresent()) { // what a service does not take is left out, with a remark in the trace
            call.addRemark("seed is not a setting of this service");
        }
        for (Map.Entry<String, Object> each : settings.entrySet()) {
            body = body.with(each.getKey(), each.getValue());
        }
        return body;
    }

    private static Json tool(ToolDefinition tool) {
        return Json.object()
                .with("name", tool.name())
                .with("description", tool.description())
                .with("parameters", tool.inputSchema());
    }

    @Override
    public Subscription retain() { // runtimes share a provider: its connections end with the last of them
        users.incrementAndGet();
        AtomicBoolean ended = new AtomicBoolean();
        return () -> {
            if (!ended.getAndSet(true) && users.decrementAndGet() == 0) {
                close();
            }
        };
    }

    @Override
    public void close() { // ends the calls that run
        open.forEach(connection -> connection.close(CloseMode.IMMEDIATE));
    }
}
