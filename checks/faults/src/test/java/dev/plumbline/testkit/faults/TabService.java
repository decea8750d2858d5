package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.time.Subscription;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A provider of a tenth author for lines with tabs over HTTP, or one of its faults by number. */
final class TabService implements AiProvider {
    private final URI base;
    private final int wrong;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger users = new AtomicInteger();

    TabService(int wrong, URI base) {
        this.wrong = wrong;
        this.base = base;
    }

    @Override
    public String id() {
        return "tabs";
    }

    @Override
    public String defaultModel() {
        return "tab-1";
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
        Subscription cancelled = call.cancellation().onCancel(() -> {
            if (wrong != 11) {
                shut(socket);
            }
        });
        try {
            error = exchange(socket, call, answer);
        } catch (IOException | JsonException | IndexOutOfBoundsException | NumberFormatException e) {
            error = Optional.of(
                    answer.isEmpty()
                            ? AiError.of(Category.NETWORK, "network", "the service cannot be reached")
                            : AiError.of(Category.TRUNCATED, "cut", "the answer ended early"));
        } finally {
            cancelled.close();
            shut(socket);
        }
        if (call.cancellation().isCancelled()) {
            error = Optional.of(AiError.of(Category.CANCELLED, "cancelled", "the call was cancelled"));
        }
        AiReturn ret = AiReturn.builder().deltas(answer).model(call.model()).build();
        return error.map(ret::withError).orElse(ret);
    }

    private void shut(Socket socket) {
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
        String head = "POST /tabs HTTP/1.1\r\nHost: " + base.getAuthority() + "\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length + "\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(body);
        socket.getOutputStream().flush();
        InputStream in = new BufferedInputStream(socket.getInputStream());
        String[] status = line(in).split(" ");
        Map<String, String> headers = new HashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int code = Integer.parseInt(status[1]);
        if (code != 200) {
            return Optional.of(refused(code));
        }
        if (wrong == 11) {
            call.cancellation().onCancel(() -> shut(socket));
        }
        InputStream content = new Content(in, headers);
        while (true) {
            String line = line(content, wrong == 13);
            if (line.isEmpty() && wrong == 13) {
                return Optional.empty();
            }
            AiDelta delta = delta(line.split("\t", -1));
            answer.add(delta); // the return is the fold of what was pushed
            call.sink().accept(delta);
            if (delta instanceof AiDelta.Finish) {
                return Optional.empty();
            }
        }
    }

    private static AiDelta delta(String[] field) throws IOException {
        return switch (field[0]) {
            case "say" -> new AiDelta.Text(Json.parse(field[1]).asText());
            case "think" -> new AiDelta.Reasoning(Json.parse(field[1]).asText());
            case "call" -> new AiDelta.ToolCallPart(Integer.parseInt(field[1]), field[2], field[3], "");
            case "args" ->
                new AiDelta.ToolCallPart(
                        Integer.parseInt(field[1]), "", "", Json.parse(field[2]).asText());
            case "use" ->
                new AiDelta.UsageReport(Usage.of(Long.parseLong(field[1]), Long.parseLong(field[2]))
                        .withCachedInput(Long.parseLong(field[3])));
            case "done" -> new AiDelta.Finish(finish(field[1]));
            default -> throw new ProtocolException("a line of an unknown kind");
        };
    }

    private static FinishReason finish(String reason) {
        return switch (reason) {
            case "stop" -> FinishReason.STOP;
            case "tools" -> FinishReason.TOOL_CALLS;
            case "length" -> FinishReason.LENGTH;
            case "filter" -> FinishReason.CONTENT_FILTER;
            default -> FinishReason.OTHER;
        };
    }

    private static AiError refused(int status) {
        Category category = switch (status) {
            case 401 -> Category.AUTHENTICATION;
            case 403 -> Category.PERMISSION;
            case 404 -> Category.NOT_FOUND;
            case 413 -> Category.TOO_LARGE;
            case 429 -> Category.RATE_LIMITED;
            case 503, 529 -> Category.OVERLOADED;
            default -> status >= 500 ? Category.SERVER : Category.INVALID_REQUEST;
        };
        return AiError.of(category, "http-" + status, "the service answered " + status)
                .withStatus(status);
    }

    private Json body(AiCall call) {
        Json params = Json.object();
        for (Map.Entry<String, Json> each : call.options().raw().entrySet()) {
            params = params.with(each.getKey(), each.getValue());
        }
        ModelOptions options = call.options();
        if (options.temperature().isPresent()) {
            params = params.with("temperature", options.temperature().getAsDouble());
        }
        if (options.topP().isPresent() && (wrong != 12 || options.temperature().isEmpty())) {
            params = params.with("topP", options.topP().getAsDouble());
        }
        if (options.maxOutputTokens().isPresent()) {
            params = params.with("limit", options.maxOutputTokens().getAsInt());
        }
        if (options.reasoning().isPresent()) {
            params = params.with("effort", options.reasoning().get().name());
        }
        if (options.toolChoice().isPresent()) {
            params = params.with("choice", options.toolChoice().get().name());
        }
        if (!options.stop().isEmpty()) {
            params = params.with("stop", options.stop());
        }
        if (options.seed().isPresent()) {
            call.addRemark("seed is not a setting of this service");
        }
        Json body = Json.object()
                .with("model", call.model().name())
                .with("said", call.effective().stream().map(Interaction::toJson).toList())
                .with(
                        "functions",
                        call.tools().stream()
                                .map(tool -> Json.object()
                                        .with("name", tool.name())
                                        .with("purpose", tool.description())
                                        .with("input", tool.inputSchema()))
                                .toList())
                .with("params", params);
        return call.outputSchema().isPresent()
                ? body.with("shape", call.outputSchema().get())
                : body;
    }

    private static String line(InputStream in) throws IOException {
        return line(in, false);
    }

    private static String line(InputStream in, boolean mayEnd) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 && mayEnd && line.size() == 0) {
                return "";
            }
            if (next < 0) {
                throw new EOFException("the stream ended");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private static final class Content extends InputStream {
        private final InputStream in;
        private final boolean chunked;
        private long left;
        private boolean begun;
        private boolean ended;

        Content(InputStream in, Map<String, String> headers) {
            this.in = in;
            this.chunked = headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked");
            this.left = chunked ? 0 : Long.parseLong(headers.getOrDefault("content-length", "" + Long.MAX_VALUE));
        }

        @Override
        public int read() throws IOException {
            if (chunked && left == 0 && !ended) {
                if (begun) {
                    line(in); // the end of the chunk before, when it is needed
                }
                begun = true;
                left = Long.parseLong(line(in).split(";")[0].strip(), 16);
                ended = left == 0;
            }
            if (left == 0) {
                return -1;
            }
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the stream ended");
            }
            left--;
            return next;
        }
    }

    @Override
    public Subscription retain() {
        users.incrementAndGet();
        AtomicBoolean ended = new AtomicBoolean();
        return () -> {
            if ((!ended.getAndSet(true) || wrong == 14) && users.decrementAndGet() == 0) {
                close();
            }
        };
    }

    @Override
    public void close() {
        List.copyOf(open).forEach(this::shut);
    }
}
