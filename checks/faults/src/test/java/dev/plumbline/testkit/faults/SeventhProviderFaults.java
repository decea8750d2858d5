package dev.plumbline.testkit.faults;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServiceScript;
import dev.plumbline.time.Subscription;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Providers with one error each, written by a seventh author from the contract without knowledge of the laws. */
final class SeventhProviderFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SeventhProviderFaults() {}

    static List<PlantedFault> all() {
        SeventhProviderFaults faults = new SeventhProviderFaults();
        faults.answers();
        faults.requests();
        faults.connections();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Function<URI, AiProvider> provider) {
        all.add(new PlantedFault(PlantedFault.Kind.PROVIDER, name, breaks, "", () -> new OfChat(provider)));
    }

    private void answers() {
        // AiDelta.java, ToolCallPart: "Pieces of one call have the same index."; docs/providers.md: "one call for each
        // `index`, in order of first appearance"
        add(
                "numbers tool calls by their place in the event",
                "Two calls that come in events of their own have the same number, and become one.",
                address -> new ChatClient(address) {
                    @Override
                    int indexOf(Json piece, int place) {
                        return place;
                    }
                });
        // docs/providers.md: "Each of the 68 streams gives the same answer for every split of its bytes into two parts,
        // and
        // byte by byte."
        add(
                "decodes each piece of the body by itself",
                "A character of several bytes that comes in two pieces is replaced.",
                address -> new ChatClient(address) {
                    @Override
                    Lines lines(Consumer<String> line) {
                        return new TextLines(line);
                    }
                });
    }

    private void requests() {
        // ModelOptions.java: "Returns the sampling temperature, 0 to 2."; "an unset field is taken from the next level,
        // and at
        // last from the provider"
        add(
                "takes a temperature of zero for one that is not set",
                "A call with the temperature 0 is sent without one, and the service takes its default.",
                address -> new ChatClient(address) {
                    @Override
                    boolean isSet(OptionalDouble option) {
                        return option.orElse(0) > 0;
                    }
                });
    }

    private void connections() {
        // docs/providers.md: "`Retry-After` (seconds, decimals, a date) and `retry-after-ms` set `retryAt`"
        add(
                "reads the seconds of Retry-After as milliseconds",
                "The time of the next attempt is a thousandth of the wait that the service asks for.",
                address -> new ChatClient(address) {
                    @Override
                    Duration secondsOf(double value) {
                        return Duration.ofNanos(Math.round(value * 1e6));
                    }
                });
        // AiProvider.java, close: "Frees its resources at once, even if it is in use; idempotent."
        add(
                "knows one connection for each model",
                "Of two calls of one model that run when it is closed, the first keeps its connection and goes on.",
                address -> new ChatClient(address) {
                    private final Map<String, Socket> byModel = new ConcurrentHashMap<>();

                    @Override
                    void opened(String model, Socket socket) {
                        byModel.put(model, socket);
                    }

                    @Override
                    void ended(String model, Socket socket) {
                        byModel.remove(model, socket);
                    }

                    @Override
                    List<Socket> connections() {
                        return List.copyOf(byModel.values());
                    }
                });
    }

    /** The laws of a client of chat completions. */
    private record OfChat(Function<URI, AiProvider> made) implements ProviderLaws {
        @Override
        public AiProvider provider(ScriptedServer server) {
            return made.apply(server.address());
        }

        @Override
        public Optional<ServiceScript<?>> script() {
            return Optional.of(OpenAiChatScript.create());
        }
    }

    /** A client of chat completions on a plain connection of its own for each call. */
    private static class ChatClient implements AiProvider {
        private static final int CONNECT_MILLIS = 10_000;
        private static final int IDLE_MILLIS = 30_000;
        private final URI address;
        private final Map<Socket, String> open = new ConcurrentHashMap<>();
        private volatile boolean closed;

        ChatClient(URI address) {
            this.address = address;
        }

        int indexOf(Json piece, int place) {
            Json index = piece.get("index");
            return index.kind() == Json.Kind.NUMBER ? index.asInt() : place;
        }

        Lines lines(Consumer<String> line) {
            return new ByteLines(line);
        }

        boolean isSet(OptionalDouble option) {
            return option.isPresent();
        }

        Duration secondsOf(double value) {
            return Duration.ofNanos(Math.round(value * 1e9));
        }

        void opened(String model, Socket socket) {
            open.put(socket, model);
        }

        void ended(String model, Socket socket) {
            open.remove(socket);
        }

        List<Socket> connections() {
            return List.copyOf(open.keySet());
        }

        @Override
        public String id() {
            return "chat";
        }

        @Override
        public String defaultModel() {
            return "chat-1";
        }

        @Override
        public String endpoint() {
            return address.toString();
        }

        @Override
        public void close() {
            closed = true;
            connections().forEach(ChatClient::shut);
        }

        private static void shut(Socket socket) {
            try {
                socket.close();
            } catch (IOException ignored) {
                // it is closed either way
            }
        }

        @Override
        public AiReturn call(AiCall call) {
            String model = call.model().name().isEmpty()
                    ? defaultModel()
                    : call.model().name();
            Answer answer = new Answer(this, call);
            Optional<AiError> error;
            if (call.cancellation().isCancelled()) {
                error = Optional.of(cancelled());
            } else if (closed) {
                error = Optional.of(isClosed());
            } else {
                error = send(call, model, answer);
            }
            answer.end();
            AiReturn.Builder ret = AiReturn.builder()
                    .deltas(answer.deltas)
                    .model(new ModelId(id(), model))
                    .ids(call.ids());
            answer.requestId.ifPresent(ret::requestId);
            error.ifPresent(ret::error);
            return ret.build();
        }

        private static AiError cancelled() {
            return AiError.of(Category.CANCELLED, "cancelled", "the call was cancelled");
        }

        private static AiError isClosed() {
            return AiError.of(Category.CANCELLED, "closed", "the provider was closed");
        }

        private Optional<AiError> send(AiCall call, String model, Answer answer) {
            byte[] body;
            try {
                body = new Request(this, call, model).json().text().getBytes(StandardCharsets.UTF_8);
            } catch (RefusedException e) {
                return Optional.of(e.error);
            }
            Socket socket = new Socket();
            opened(model, socket);
            Subscription cancelling = call.cancellation().onCancel(() -> shut(socket));
            try {
                if (closed) {
                    return Optional.of(isClosed());
                }
                Optional<AiError> error = exchange(socket, body, answer);
                return error.isPresent() && call.cancellation().isCancelled() ? Optional.of(cancelled()) : error;
            } catch (IOException e) {
                return Optional.of(why(call, answer, e));
            } finally {
                cancelling.close();
                ended(model, socket);
                shut(socket);
            }
        }

        private AiError why(AiCall call, Answer answer, IOException e) {
            if (call.cancellation().isCancelled()) {
                return cancelled();
            }
            if (closed) {
                return isClosed();
            }
            AiError error = e instanceof SocketTimeoutException
                    ? AiError.of(
                            answer.connected ? Category.TIMEOUT_IDLE : Category.TIMEOUT_CONNECT,
                            answer.connected ? "idle" : "connect",
                            address.getHost() + ": no answer in time")
                    : AiError.of(
                            answer.started ? Category.TRUNCATED : Category.NETWORK,
                            answer.started ? "cut" : "connection",
                            address.getHost() + ": the connection broke");
            return error.withCause(e).withRetryable(!answer.hasContent());
        }

        private Optional<AiError> exchange(Socket socket, byte[] body, Answer answer) throws IOException {
            int port = address.getPort() < 0 ? 80 : address.getPort();
            socket.connect(new InetSocketAddress(address.getHost(), port), CONNECT_MILLIS);
            socket.setSoTimeout(IDLE_MILLIS);
            socket.setTcpNoDelay(true);
            answer.connected = true;
            String path = address.getPath().replaceAll("/+$", "") + "/chat/completions";
            String head = "POST " + path + " HTTP/1.1\r\nHost: " + address.getHost() + ":" + port
                    + "\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: "
                    + body.length
                    + "\r\nConnection: close\r\n\r\n";
            OutputStream out = socket.getOutputStream();
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            whole.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
            whole.writeBytes(body);
            out.write(whole.toByteArray());
            out.flush();
            Head response = Head.read(new BufferedInputStream(socket.getInputStream()));
            answer.requestId = response.header("x-request-id");
            if (response.status != 200) {
                return Optional.of(refused(response));
            }
            answer.started = true;
            return response.header("content-type").orElse("").contains("json")
                    ? whole(response, answer)
                    : streamed(response, answer);
        }

        private Optional<AiError> whole(Head response, Answer answer) throws IOException {
            String text = new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
            try {
                Json json = Json.parse(text);
                Optional<AiError> error = answer.event(json);
                return error.isPresent() || json.get("choices").exists()
                        ? error
                        : Optional.of(AiError.of(Category.PROTOCOL, "json", "the body is no answer"));
            } catch (JsonException e) {
                return Optional.of(AiError.of(Category.PROTOCOL, "json", "the body is not JSON"));
            }
        }

        private Optional<AiError> streamed(Head response, Answer answer) throws IOException {
            Events events = new Events(answer);
            Lines lines = lines(events);
            InputStream in = response.body();
            byte[] buffer = new byte[8192];
            for (int n = in.read(buffer); n >= 0 && !events.isOver(); n = in.read(buffer)) {
                lines.accept(buffer, n);
                if (events.isOver()) {
                    return events.error;
                }
            }
            if (!events.isOver()) {
                lines.end();
                events.accept("");
            }
            if (events.isOver() || answer.finish.isPresent()) {
                return events.error;
            }
            return Optional.of(AiError.of(Category.TRUNCATED, "cut", "the answer ended before its end")
                    .withRetryable(!answer.hasContent()));
        }

        private AiError refused(Head response) {
            String text = "";
            try {
                text = new String(response.body().readNBytes(65_536), StandardCharsets.UTF_8);
            } catch (IOException e) {
                // the status says enough
            }
            Json error = Json.object();
            try {
                error = errorOf(Json.parse(text)).orElse(error);
            } catch (JsonException e) {
                // the status says enough
            }
            AiError refused = errorOf(error, response.status).withStatus(response.status);
            return retryAt(response).map(refused::withRetryAt).orElse(refused);
        }

        private Optional<Instant> retryAt(Head response) {
            Optional<Duration> millis = response.header("retry-after-ms")
                    .flatMap(ChatClient::number)
                    .map(ms -> Duration.ofNanos(Math.round(ms * 1e6)));
            Optional<Duration> seconds =
                    response.header("retry-after").flatMap(ChatClient::number).map(this::secondsOf);
            return millis.or(() -> seconds).map(wait -> Instant.now().plus(wait));
        }

        private static Optional<Double> number(String text) {
            try {
                double value = Double.parseDouble(text.trim());
                return value > 0 && value < 31_536_000_000d ? Optional.of(value) : Optional.empty();
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        private static Optional<Json> errorOf(Json body) {
            Json json = body.kind() == Json.Kind.ARRAY && !body.elements().isEmpty()
                    ? body.elements().get(0)
                    : body;
            if (json.kind() != Json.Kind.OBJECT) {
                return Optional.empty();
            }
            Json error = json.get("error");
            return error.kind() == Json.Kind.OBJECT
                    ? Optional.of(error)
                    : error.kind() == Json.Kind.STRING
                            ? Optional.of(Json.object().with("message", error))
                            : Optional.empty();
        }

        private static AiError errorOf(Json error, int http) {
            String code = error.get("code")
                    .findText()
                    .or(() -> error.get("type").findText())
                    .orElse("");
            int status = http >= 400 || error.get("code").kind() != Json.Kind.NUMBER
                    ? http
                    : error.get("code").asInt();
            AiError known = switch (code) {
                case "content_filter" -> of(Category.CONTENT_FILTERED, code, false);
                case "context_length_exceeded" -> of(Category.CONTEXT_OVERFLOW, code, false);
                case "insufficient_quota" -> of(Category.RATE_LIMITED, code, false);
                case "invalid_api_key" -> of(Category.AUTHENTICATION, code, false);
                case "model_not_found" -> of(Category.NOT_FOUND, code, false);
                default -> byStatus(status, code.matches("[a-z][a-z0-9_-]*") ? code : "http-" + status);
            };
            String words = error.get("message").findText().orElse("");
            return words.isEmpty() ? known : known.withProviderMessage(AiError.SensitiveText.of(words));
        }

        private static AiError byStatus(int status, String code) {
            return switch (status) {
                case 401 -> of(Category.AUTHENTICATION, code, false);
                case 402 -> of(Category.RATE_LIMITED, code, false);
                case 403 -> of(Category.PERMISSION, code, false);
                case 404 -> of(Category.NOT_FOUND, code, false);
                case 407 -> of(Category.PROXY, code, false);
                case 408, 409, 425 -> of(Category.SERVER, code, true);
                case 413 -> of(Category.TOO_LARGE, code, false);
                case 429 -> of(Category.RATE_LIMITED, code, true);
                case 498, 503, 529 -> of(Category.OVERLOADED, code, true);
                default ->
                    status >= 300 && status < 400
                            ? of(Category.PROTOCOL, code, false)
                            : status >= 400 && status < 500
                                    ? of(Category.INVALID_REQUEST, code, false)
                                    : of(Category.SERVER, code, true);
            };
        }

        private static AiError of(Category category, String code, boolean retryable) {
            return AiError.of(category, code, "the service refused the call").withRetryable(retryable);
        }
    }

    /** Thrown for a call that cannot be sent. */
    private static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient AiError error;

        RefusedException(AiError error) {
            super(error.message());
            this.error = error;
        }
    }

    /** The body of a request. */
    private record Request(ChatClient client, AiCall call, String model) {
        Json json() throws RefusedException {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("model", model);
            body.put("stream", true);
            body.put("stream_options", Map.of("include_usage", true));
            ModelOptions options = call.options();
            if (client.isSet(options.temperature())) {
                body.put("temperature", options.temperature().getAsDouble());
            }
            if (options.topP().isPresent()) {
                body.put("top_p", options.topP().getAsDouble());
            }
            options.maxOutputTokens().ifPresent(most -> body.put("max_tokens", most));
            options.seed().ifPresent(seed -> body.put("seed", seed));
            options.reasoning().ifPresent(effort -> body.put("reasoning_effort", effort(effort)));
            if (!options.stop().isEmpty()) {
                body.put("stop", options.stop());
            }
            if (!call.tools().isEmpty()) {
                body.put("tools", call.tools().stream().map(Request::tool).toList());
                options.toolChoice()
                        .ifPresent(
                                choice -> body.put("tool_choice", choice.name().toLowerCase(Locale.ROOT)));
            }
            call.outputSchema()
                    .ifPresent(schema -> body.put(
                            "response_format",
                            Map.of("type", "json_schema", "json_schema", Map.of("name", "answer", "schema", schema))));
            for (Map.Entry<String, Json> raw : options.raw().entrySet()) {
                if (body.containsKey(raw.getKey()) || raw.getKey().equals("messages")) {
                    throw new RefusedException(AiError.of(
                            Category.INVALID_REQUEST, "raw-member", "the provider sets a raw member itself"));
                }
                body.put(raw.getKey(), raw.getValue());
            }
            body.put("messages", messages());
            return Json.of(body);
        }

        private static String effort(ModelOptions.Reasoning effort) {
            return switch (effort) {
                case NONE -> "none";
                case LOW -> "low";
                case MEDIUM -> "medium";
                case HIGH, EXTRA_HIGH, MAX -> "high";
            };
        }

        private static Json tool(ToolDefinition tool) {
            return Json.object()
                    .with("type", "function")
                    .with(
                            "function",
                            Json.object()
                                    .with("name", tool.name())
                                    .with("description", tool.description())
                                    .with("parameters", tool.inputSchema()));
        }

        private List<Json> messages() {
            List<Json> messages = new ArrayList<>();
            List<Part> media = new ArrayList<>();
            List<Interaction> all = call.effective();
            for (int i = 0; i < all.size(); i++) {
                Interaction each = all.get(i);
                if (!(each instanceof Interaction.ToolResult) && !media.isEmpty()) {
                    messages.add(user(List.copyOf(media)));
                    media.clear();
                }
                switch (each.kind()) {
                    case CONTEXT ->
                        messages.add(text(
                                "system",
                                "Facts, as JSON:\n"
                                        + Json.of(((Interaction.Context) each).values())
                                                .text()));
                    case SYSTEM -> messages.add(text("system", ((Interaction.System) each).text()));
                    case SUMMARY ->
                        messages.add(text(
                                "system",
                                "Summary of the conversation so far:\n" + ((Interaction.Summary) each).text()));
                    case USER -> messages.add(user(((Interaction.User) each).parts()));
                    case ASSISTANT, TOOL_CALL -> {
                        int end = i + 1;
                        while (end < all.size() && all.get(end) instanceof Interaction.ToolCall) {
                            end++;
                        }
                        messages.add(assistant(all.subList(i, end)));
                        i = end - 1;
                    }
                    case TOOL_RESULT -> {
                        Interaction.ToolResult result = (Interaction.ToolResult) each;
                        messages.add(
                                text("tool", result.envelope().toJson().text()).with("tool_call_id", result.callId()));
                        media.addAll(result.envelope().parts());
                    }
                }
            }
            if (!media.isEmpty()) {
                messages.add(user(media));
            }
            return messages;
        }

        private static Json text(String role, String text) {
            return Json.object().with("role", role).with("content", text);
        }

        private static Json assistant(List<Interaction> answer) {
            StringBuilder said = new StringBuilder();
            List<Json> calls = new ArrayList<>();
            for (Interaction each : answer) {
                if (each instanceof Interaction.Assistant assistant) {
                    assistant.parts().forEach(part -> {
                        if (part instanceof Part.Text text) {
                            said.append(text.text());
                        } else if (part instanceof Part.Refusal refusal) {
                            said.append(refusal.text());
                        }
                    });
                } else if (each instanceof Interaction.ToolCall tool) {
                    Json arguments = tool.arguments().kind() == Json.Kind.OBJECT
                            ? tool.arguments()
                            : Json.object().with("unparsed", tool.arguments());
                    calls.add(Json.object()
                            .with("id", tool.id())
                            .with("type", "function")
                            .with(
                                    "function",
                                    Json.object().with("name", tool.name()).with("arguments", arguments.text())));
                }
            }
            Json message = text("assistant", said.toString());
            return calls.isEmpty() ? message : message.with("tool_calls", calls);
        }

        private static Json user(List<Part> parts) {
            if (parts.size() == 1 && parts.get(0) instanceof Part.Text text) {
                return text("user", text.text());
            }
            List<Json> content =
                    parts.stream().flatMap(part -> content(part).stream()).toList();
            return Json.object().with("role", "user").with("content", content);
        }

        private static Optional<Json> content(Part part) {
            if (part instanceof Part.Text text) {
                return Optional.of(Json.object().with("type", "text").with("text", text.text()));
            }
            if (part instanceof Part.Image image) {
                return Optional.of(Json.object()
                        .with("type", "image_url")
                        .with("image_url", Json.object().with("url", dataUrl(image.blob()))));
            }
            if (part instanceof Part.Audio audio) {
                return Optional.of(Json.object()
                        .with("type", "input_audio")
                        .with(
                                "input_audio",
                                Json.object()
                                        .with("data", base64(audio.blob()))
                                        .with("format", audio.blob().mediaType().contains("wav") ? "wav" : "mp3")));
            }
            if (part instanceof Part.File file) {
                return Optional.of(file(file));
            }
            return Optional.empty();
        }

        private static Json file(Part.File file) {
            if (file.blob().mediaType().equals("application/pdf")) {
                return Json.object()
                        .with("type", "file")
                        .with(
                                "file",
                                Json.object().with("filename", file.name()).with("file_data", dataUrl(file.blob())));
            }
            return Json.object()
                    .with("type", "text")
                    .with("text", file.name() + ":\n" + new String(bytes(file.blob()), StandardCharsets.UTF_8));
        }

        private static byte[] bytes(Blob blob) {
            try (InputStream in = blob.open()) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        private static String base64(Blob blob) {
            return Base64.getEncoder().encodeToString(bytes(blob));
        }

        private static String dataUrl(Blob blob) {
            return "data:" + blob.mediaType() + ";base64," + base64(blob);
        }
    }

    /** The content that has arrived. */
    private static final class Answer {
        private final ChatClient client;
        private final AiCall call;
        private final List<AiDelta> deltas = new ArrayList<>();
        private boolean connected;
        private boolean started;
        private Optional<String> requestId = Optional.empty();
        private Optional<FinishReason> finish = Optional.empty();
        private Optional<Usage> usage = Optional.empty();
        private boolean ended;

        Answer(ChatClient client, AiCall call) {
            this.client = client;
            this.call = call;
        }

        boolean hasContent() {
            return !deltas.isEmpty();
        }

        private void show(AiDelta delta) {
            deltas.add(delta);
            call.sink().accept(delta);
        }

        /** Shows what is sent once. */
        void end() {
            if (!ended) {
                ended = true;
                usage.ifPresent(tokens -> show(new AiDelta.UsageReport(tokens)));
                finish.ifPresent(reason -> show(new AiDelta.Finish(reason)));
            }
        }

        /** Takes an event, and returns the error in it. */
        Optional<AiError> event(Json event) {
            if (event.kind() != Json.Kind.OBJECT) {
                return Optional.of(AiError.of(Category.PROTOCOL, "json", "an event is no object"));
            }
            usage(event.get("usage"));
            Optional<AiError> error = ChatClient.errorOf(event).map(each -> ChatClient.errorOf(each, 0));
            if (event.get("choices").kind() == Json.Kind.ARRAY) {
                for (Json choice : event.get("choices").elements()) {
                    Json index = choice.get("index");
                    if (index.kind() != Json.Kind.NUMBER || index.asInt() == 0) {
                        error = choice(choice)
                                .or(() -> ChatClient.errorOf(choice).map(each -> ChatClient.errorOf(each, 0)))
                                .or(() -> ChatClient.errorOf(event).map(each -> ChatClient.errorOf(each, 0)));
                    }
                }
            }
            return error.map(each -> hasContent() ? each.withRetryable(false) : each);
        }

        private void usage(Json json) {
            if (json.kind() == Json.Kind.OBJECT) {
                usage = Optional.of(Usage.of(count(json, "prompt_tokens"), count(json, "completion_tokens"))
                        .withCachedInput(count(json.get("prompt_tokens_details"), "cached_tokens"))
                        .withCacheWrites(count(json.get("prompt_tokens_details"), "cache_write_tokens"))
                        .withReasoning(count(json.get("completion_tokens_details"), "reasoning_tokens")));
            }
        }

        private static long count(Json json, String member) {
            if (json.kind() != Json.Kind.OBJECT) {
                return 0;
            }
            Json number = json.get(member);
            return number.kind() == Json.Kind.NUMBER
                    ? Math.max(0, number.asDecimal().longValue())
                    : 0;
        }

        private Optional<AiError> choice(Json choice) {
            Json delta = choice.get("delta").kind() == Json.Kind.OBJECT ? choice.get("delta") : choice.get("message");
            if (delta.kind() == Json.Kind.OBJECT) {
                text(delta, "reasoning_content")
                        .or(() -> text(delta, "reasoning"))
                        .ifPresent(text -> show(new AiDelta.Reasoning(text)));
                text(delta, "content").ifPresent(text -> show(new AiDelta.Text(text)));
                text(delta, "refusal").ifPresent(text -> show(new AiDelta.Refusal(text)));
                Json calls = delta.get("tool_calls");
                if (calls.kind() == Json.Kind.ARRAY) {
                    List<Json> pieces = calls.elements();
                    for (int place = 0; place < pieces.size(); place++) {
                        toolCall(pieces.get(place), place);
                    }
                }
            }
            Optional<String> reason = choice.get("finish_reason").findText();
            if (reason.isEmpty()) {
                return Optional.empty();
            }
            switch (reason.get()) {
                case "error", "abort" -> {
                    return Optional.of(AiError.of(Category.SERVER, "finish-error", "the service ended with an error"));
                }
                case "insufficient_system_resource" -> {
                    return Optional.of(AiError.of(Category.OVERLOADED, "finish-error", "the service is overloaded"));
                }
                case "stop" -> finish = Optional.of(FinishReason.STOP);
                case "length", "model_length" -> finish = Optional.of(FinishReason.LENGTH);
                case "tool_calls", "function_call" -> finish = Optional.of(FinishReason.TOOL_CALLS);
                case "content_filter" -> finish = Optional.of(FinishReason.CONTENT_FILTER);
                default -> {
                    if (!hasContent()) {
                        return Optional.of(AiError.of(
                                        Category.PROTOCOL, "finish-unknown", "an unknown finish reason without content")
                                .withRetryable(false));
                    }
                    finish = Optional.of(FinishReason.OTHER);
                }
            }
            return Optional.empty();
        }

        private void toolCall(Json piece, int place) {
            Json function = piece.get("function");
            String name =
                    function.kind() == Json.Kind.OBJECT ? text(function, "name").orElse("") : "";
            Json arguments = function.kind() == Json.Kind.OBJECT
                    ? function.get("arguments")
                    : Json.object().get("none");
            String text = !arguments.exists() || arguments.kind() == Json.Kind.NULL
                    ? ""
                    : arguments.findText().orElseGet(arguments::text);
            show(new AiDelta.ToolCallPart(
                    client.indexOf(piece, place), text(piece, "id").orElse(""), name, text));
        }

        private static Optional<String> text(Json json, String member) {
            return json.get(member).findText().filter(text -> !text.isEmpty());
        }
    }

    /** The events of a stream, line by line. */
    private static final class Events implements Consumer<String> {
        private final Answer answer;
        private final StringBuilder data = new StringBuilder();
        private boolean done;
        private Optional<AiError> error = Optional.empty();

        Events(Answer answer) {
            this.answer = answer;
        }

        boolean isOver() {
            return done || error.isPresent();
        }

        @Override
        public void accept(String line) {
            if (isOver()) {
                return;
            }
            if (line.isEmpty()) {
                String event = data.toString();
                data.setLength(0);
                if (!event.isBlank()) {
                    event(event);
                }
            } else if (line.startsWith("data:")) {
                if (data.length() > 0) {
                    data.append('\n');
                }
                data.append(line.startsWith("data: ") ? line.substring(6) : line.substring(5));
            }
        }

        private void event(String text) {
            if (text.strip().equals("[DONE]")) {
                done = true;
                return;
            }
            try {
                error = answer.event(Json.parse(text));
            } catch (JsonException e) {
                error = Optional.of(AiError.of(Category.PROTOCOL, "json", "an event is not JSON")
                        .withRetryable(!answer.hasContent()));
            }
        }
    }

    /** The lines of a body. */
    private interface Lines {
        void accept(byte[] buffer, int length);

        /** The body has ended; the last line may have no end. */
        void end();
    }

    /** Decodes whole lines. */
    private static final class ByteLines implements Lines {
        private final Consumer<String> line;
        private final ByteArrayOutputStream rest = new ByteArrayOutputStream();

        ByteLines(Consumer<String> line) {
            this.line = line;
        }

        @Override
        public void accept(byte[] buffer, int length) {
            for (int i = 0; i < length; i++) {
                if (buffer[i] == '\n') {
                    end();
                } else {
                    rest.write(buffer[i]);
                }
            }
        }

        @Override
        public void end() {
            String text = rest.toString(StandardCharsets.UTF_8);
            rest.reset();
            line.accept(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
        }
    }

    /** Decodes what has arrived, and finds the lines in it. */
    private static final class TextLines implements Lines {
        private final Consumer<String> line;
        private final StringBuilder rest = new StringBuilder();

        TextLines(Consumer<String> line) {
            this.line = line;
        }

        @Override
        public void accept(byte[] buffer, int length) {
            rest.append(new String(buffer, 0, length, StandardCharsets.UTF_8));
            for (int end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
                String text = rest.substring(0, end);
                rest.delete(0, end + 1);
                line.accept(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
            }
        }

        @Override
        public void end() {
            String text = rest.toString();
            rest.setLength(0);
            line.accept(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
        }
    }

    /** The beginning of a response. */
    private static final class Head {
        private final int status;
        private final Map<String, String> headers;
        private final InputStream in;

        private Head(int status, Map<String, String> headers, InputStream in) {
            this.status = status;
            this.headers = headers;
            this.in = in;
        }

        static Head read(InputStream in) throws IOException {
            String[] first = line(in).split(" ", 3);
            if (first.length < 2 || !first[1].matches("\\d{3}")) {
                throw new IOException("no HTTP response");
            }
            Map<String, String> headers = new LinkedHashMap<>();
            for (String each = line(in); !each.isEmpty(); each = line(in)) {
                int colon = each.indexOf(':');
                if (colon > 0) {
                    headers.put(
                            each.substring(0, colon).trim().toLowerCase(Locale.ROOT),
                            each.substring(colon + 1).trim());
                }
            }
            return new Head(Integer.parseInt(first[1]), headers, in);
        }

        private static String line(InputStream in) throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0) {
                    throw new EOFException("the connection ended within a line");
                }
                line.write(next);
            }
            return line.toString(StandardCharsets.ISO_8859_1).trim();
        }

        Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }

        /** Returns the body, unpacked; its end is the end that was sent. */
        InputStream body() throws IOException {
            InputStream raw = header("transfer-encoding").orElse("").equalsIgnoreCase("chunked")
                    ? new Chunks(in)
                    : header("content-length")
                            .<InputStream>map(length -> new Counted(in, Long.parseLong(length)))
                            .orElse(in);
            return header("content-encoding").orElse("").equalsIgnoreCase("gzip")
                    ? new java.util.zip.GZIPInputStream(raw, 1)
                    : raw;
        }
    }

    /** A body of a length. */
    private static final class Counted extends InputStream {
        private final InputStream in;
        private long left;

        Counted(InputStream in, long left) {
            this.in = in;
            this.left = left;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int n = in.read(buffer, from, (int) Math.min(left, length));
            if (n < 0) {
                throw new EOFException("the body is shorter than its length");
            }
            left -= n;
            return n;
        }
    }

    /** A body in chunks. */
    private static final class Chunks extends InputStream {
        private final InputStream in;
        private long left;
        private boolean begun;
        private boolean ended;

        Chunks(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            if (!ended && left == 0) {
                next();
            }
            if (ended) {
                return -1;
            }
            int n = in.read(buffer, from, (int) Math.min(left, length));
            if (n < 0) {
                throw new EOFException("the connection ended within a chunk");
            }
            left -= n;
            return n;
        }

        private void next() throws IOException {
            if (begun) {
                Head.line(in);
            }
            begun = true;
            String size = Head.line(in).split(";", 2)[0].trim();
            try {
                left = Long.parseLong(size, 16);
            } catch (NumberFormatException e) {
                throw new IOException(
                        "no size of a chunk: " + Arrays.toString(size.getBytes(StandardCharsets.US_ASCII)));
            }
            if (left == 0) {
                ended = true;
                while (!Head.line(in).isEmpty()) {
                    // trailers
                }
            }
        }
    }
}
