package dev.plumbline.providers.format;

import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.JsonCursor;
import dev.plumbline.json.internal.JsonNameCache;
import dev.plumbline.json.internal.UntrustedJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the error of a provider: an object, a text, a list of one error, or a whole body that is an error. */
public final class ErrorBodyReader {

    /** The greatest part of an error response that is read. */
    public static final int MOST_BYTES = 64 << 10;

    private static final Pattern SECONDS = Pattern.compile("\\d{1,6}(\\.\\d{1,9})?s");

    private ErrorBodyReader() {}

    /**
     * Returns the value of an {@code error} member; empty for null, false, an empty array and numbers that are not a
     * status.
     */
    public static Optional<ProviderErrorBody> read(JsonCursor json) {
        return json.isNull() ? Optional.empty() : of(json.value());
    }

    private static Optional<ProviderErrorBody> of(Json error) {
        return switch (error.kind()) {
            case OBJECT -> Optional.of(object(error));
            case STRING -> Optional.of(new ProviderErrorBody("", "", OptionalInt.empty(), words(error)));
            case BOOLEAN -> error.asBoolean() ? Optional.of(ProviderErrorBody.SILENT) : Optional.empty();
            case NUMBER ->
                status(error).isPresent()
                        ? Optional.of(new ProviderErrorBody("", "", status(error), ""))
                        : Optional.empty();
            case ARRAY -> error.elements().isEmpty() ? Optional.empty() : Optional.of(whole(error));
            default -> Optional.empty();
        };
    }

    /**
     * Returns the error in a body of any form: its {@code error} member, or the body itself; an error without details
     * if it is not JSON.
     */
    public static ProviderErrorBody ofBody(byte[] bytes, int length) {
        try (JsonCursor json = new JsonDocumentStream(new JsonNameCache()).cursor(bytes, length)) {
            Json body = json.value();
            json.end();
            return whole(body);
        } catch (JsonException e) {
            return ProviderErrorBody.SILENT;
        }
    }

    /** Returns the error of a body or event that is itself the error object. */
    public static ProviderErrorBody bare(byte[] bytes, int length) {
        try (JsonCursor json = new JsonDocumentStream(new JsonNameCache()).cursor(bytes, length)) {
            return json.kind() == Json.Kind.OBJECT ? object(json.value()) : ProviderErrorBody.SILENT;
        }
    }

    /** Reads a whole body. Gemini's errors are lists of one; xAI has the code next to the error. */
    private static ProviderErrorBody whole(Json body) {
        if (body.kind() == Json.Kind.ARRAY) {
            return body.elements().isEmpty()
                    ? ProviderErrorBody.SILENT
                    : whole(body.elements().get(0));
        }
        if (body.kind() != Json.Kind.OBJECT) {
            return of(body).orElse(ProviderErrorBody.SILENT);
        }
        Optional<ProviderErrorBody> inner = of(body.get("error"));
        return inner.isPresent() ? inner.get().or(object(body.without("error"))) : object(body);
    }

    private static ProviderErrorBody object(Json error) {
        String code = error.get("code").findText().orElse("");
        String type = first(error, "type", "type_", "error_type", "status");
        OptionalInt status = OptionalInt.empty();
        for (String name : List.of("status", "status_code", "code")) {
            status = status.isPresent() ? status : status(error.get(name));
        }
        String message = "";
        for (String name : List.of("message", "detail", "msg", "error_message", "Message", "errors")) {
            message = message.isEmpty() ? words(error.get(name)) : message;
        }
        Json upstream = error.at("/metadata/raw");
        String said = upstream.exists() ? join(message, words(upstream)) : message;
        ProviderErrorBody own = new ProviderErrorBody(
                code.isEmpty() ? reason(error) : code,
                type,
                status,
                said,
                retryDelay(JsonMembers.elements(error, "details")),
                ContentFilterResults.of(error.at("/innererror/content_filter_result")));
        return nested(message).map(inside -> inside.or(own)).orElse(own);
    }

    /** Reads an error nested in a message: gateways put the error of their upstream service there, as text. */
    private static Optional<ProviderErrorBody> nested(String message) {
        String text = message.strip();
        if (!text.startsWith("{") && !text.startsWith("[")) {
            return Optional.empty();
        }
        try {
            return Optional.of(whole(UntrustedJson.parse(text)));
        } catch (JsonException e) {
            return Optional.empty();
        }
    }

    /** Returns the delay of Google's {@code RetryInfo}, in seconds such as {@code 34.4s}; Gemini sends no header. */
    private static Optional<Duration> retryDelay(List<Json> details) {
        for (Json detail : details) {
            String delay = detail.get("retryDelay").findText().orElse("");
            if (SECONDS.matcher(delay).matches()) {
                double seconds = Double.parseDouble(delay.substring(0, delay.length() - 1));
                return Optional.of(Duration.ofMillis((long) Math.ceil(seconds * 1_000)));
            }
        }
        return Optional.empty();
    }

    /** Returns Google's reason, which is more exact than its status. */
    private static String reason(Json error) {
        return JsonMembers.elements(error, "details").stream()
                .flatMap(detail -> detail.get("reason").findText().stream())
                .filter(reason -> !reason.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns a text, or the texts of a list such as FastAPI's, each with its location. */
    private static String words(Json value) {
        return switch (value.kind()) {
            case STRING -> value.asText();
            case ARRAY -> {
                List<String> all = new ArrayList<>();
                value.elements().forEach(element -> all.add(words(element)));
                yield String.join("; ", all);
            }
            case OBJECT -> {
                String place = value.get("loc").kind() == Json.Kind.ARRAY ? place(value.get("loc")) + ": " : "";
                yield place
                        + object(value.without("details").without("metadata")).message();
            }
            default -> "";
        };
    }

    private static String place(Json loc) {
        List<String> names = new ArrayList<>();
        loc.elements().forEach(name -> names.add(name.kind() == Json.Kind.STRING ? name.asText() : name.text()));
        return String.join(".", names);
    }

    private static String join(String one, String other) {
        return one.isEmpty() || other.isEmpty() ? one + other : one + ": " + other;
    }

    private static String first(Json error, String... names) {
        return Stream.of(names)
                .flatMap(name -> error.get(name).findText().stream())
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static OptionalInt status(Json value) {
        String number = value.kind() == Json.Kind.NUMBER
                ? value.text()
                : value.findText().orElse("");
        return number.length() == 3 && number.matches("[45]\\d\\d")
                ? OptionalInt.of(Integer.parseInt(number))
                : OptionalInt.empty();
    }
}
