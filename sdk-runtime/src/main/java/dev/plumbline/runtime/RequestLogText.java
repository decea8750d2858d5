package dev.plumbline.runtime;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.provider.internal.RequestListener;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The texts of the request log: masked first, then cut, so that no part of a value is left at the cut. */
final class RequestLogText {
    /** Data of images and encrypted reasoning, which detectors cannot scan; no word is as long. */
    private static final Pattern ENCODED = Pattern.compile("[A-Za-z0-9+/=_-]{256,}");

    /** The parameters of addresses whose values are the library's own. */
    private static final Set<String> HARMLESS = Set.of("alt", "api-version");

    private final UnaryOperator<String> mask;
    private final int most;

    RequestLogText(UnaryOperator<String> mask, int most) {
        this.mask = mask;
        this.most = most;
    }

    /** Returns a request with its headers; of those that may hold keys, only the names. */
    String request(Entry entry, RequestListener.SentRequest request) {
        String headers = request.headers().entrySet().stream()
                .map(header ->
                        header.getKey() + ": " + (header.getValue().isEmpty() ? "(not shown)" : header.getValue()))
                .collect(Collectors.joining("\n"));
        return "request " + entry + "\nPOST " + address(request.address()) + "\n" + headers + "\n\n"
                + shown(request.body());
    }

    /** Returns a request as a command of cURL; variables of the shell stand for the values that are not shown. */
    String curl(Entry entry, RequestListener.SentRequest request) {
        StringBuilder command =
                new StringBuilder("request " + entry + "\ncurl ").append(quoted(address(request.address())));
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            command.append(" \\\n  -H ")
                    .append(
                            header.getValue().isEmpty()
                                    ? '"' + header.getKey() + ": $" + variable(header.getKey()) + '"'
                                    : quoted(header.getKey() + ": " + header.getValue()));
        }
        return command.append(" \\\n  --data-raw ")
                .append(quoted(shown(request.body())))
                .toString();
    }

    /**
     * Returns an answer as it was assembled from its increments: a value may be split between two of them. An error before
     * a request is the error alone.
     *
     * @param sent whether a request was sent
     */
    String answer(Entry entry, AiReturn ret, boolean sent) {
        if (!sent && ret.error().isPresent()) {
            return "no request " + entry + "\n" + ret.model()
                    + error(ret.error().get());
        }
        Json interactions =
                Json.of(ret.interactions().stream().map(Interaction::toJson).toList());
        return "answer " + entry + "\n" + ret.model() + ", " + ret.finish() + ", "
                + ret.usage().input()
                + " tokens in, " + ret.usage().output() + " out"
                + ret.error().map(this::error).orElse("") + "\n\n" + shown(interactions.text());
    }

    private String error(AiError error) {
        return "\n" + error.category() + " " + error.code() + ": " + shown(error.message());
    }

    /** Returns a text without encoded data, masked, then cut. */
    String shown(String text) {
        String masked = mask.apply(
                ENCODED.matcher(text).replaceAll(data -> "[" + data.group().length() + " characters]"));
        int end = masked.length() <= most ? masked.length() : most;
        if (end > 0 && end < masked.length() && Character.isHighSurrogate(masked.charAt(end - 1))) {
            end--;
        }
        return masked.substring(0, end)
                + (end == masked.length() ? "" : "… " + (masked.length() - end) + " more characters");
    }

    /** Returns the address without the values of parameters that a program has added, which may be keys. */
    private static String address(URI address) {
        String text = address.toString();
        int query = text.indexOf('?');
        if (query < 0) {
            return text;
        }
        return text.substring(0, query) + "?"
                + Pattern.compile("&")
                        .splitAsStream(text.substring(query + 1))
                        .map(RequestLogText::parameter)
                        .collect(Collectors.joining("&"));
    }

    private static String parameter(String text) {
        String name = text.replaceFirst("=.*", "");
        return HARMLESS.contains(name) ? text : name + "=…";
    }

    private static String variable(String header) {
        return header.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    /** Returns the text as one argument of a POSIX shell. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /**
     * What distinguishes an entry: the call, the attempt and the time.
     *
     * @param attempt counted from 1 in the call
     */
    record Entry(CallIds ids, int attempt, Instant at) {
        @Override
        public String toString() {
            return ids.request()
                    + (ids.session().isEmpty()
                            ? ""
                            : " (session " + ids.session() + ", turn " + ids.turn() + ", round " + ids.round() + ")")
                    + ", attempt " + attempt + ", " + at.truncatedTo(ChronoUnit.MILLIS);
        }
    }
}
