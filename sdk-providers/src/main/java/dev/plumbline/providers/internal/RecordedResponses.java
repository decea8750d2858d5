package dev.plumbline.providers.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Decodes recorded answers of providers with the decoders of network answers, for replays, bug reports and tests. Pure
 * functions of bytes; they open nothing.
 */
public final class RecordedResponses {
    /** The supported formats, by the name of the recording's folder. */
    public static final Set<String> FOLDERS = Set.of(
            "openai-chat",
            "openai-compatible",
            "openai-legacy-completions",
            "openai-responses",
            "anthropic",
            "azure",
            "deepseek",
            "errors",
            "gemini",
            "vertex",
            "groq",
            "mistral",
            "ollama",
            "openrouter");

    private static final Pattern STATUS = Pattern.compile("(?:^|[_.-])([45]\\d\\d)(?=[_.-]|$)");

    private RecordedResponses() {}

    /**
     * Returns the fold of a recording. {@code .sse} and {@code _response.txt} are the bytes of an event stream, {@code
     * .chunks.txt} has one payload per line, {@code .json} is one body. The status of an error body is a number such as
     * {@code _404_} in its name, or the status in the body.
     *
     * @param folder one of {@link #FOLDERS}
     * @param fileName the recording's name, which determines its form
     * @param bytes its content
     * @throws IllegalArgumentException if folder or format are unknown
     */
    public static AiReturn fold(String folder, String fileName, byte[] bytes) {
        if (!FOLDERS.contains(folder)) {
            throw new IllegalArgumentException(
                    "no format is named " + folder + "; there are " + new TreeSet<>(FOLDERS));
        }
        DecoderReplay replay = new DecoderReplay(folder, format(folder, fileName), DeltaSink.DISCARDING);
        return switch (form(fileName)) {
            case "sse", "lines" -> replay.events(List.of(bytes));
            case "chunks" -> replay.events(List.of(asEvents(bytes)));
            default -> replay.body(bytes, statusIn(fileName));
        };
    }

    /** Returns the format of the recordings in a folder; in a folder of mixed formats the file name determines it. */
    public static ApiFormat format(String folder, String file) {
        if (folder.startsWith("anthropic")) {
            return ApiFormat.MESSAGES;
        }
        if (folder.startsWith("bedrock")) {
            return ApiFormat.BEDROCK;
        }
        if (folder.startsWith("ollama")) {
            return ApiFormat.OLLAMA;
        }
        if (folder.startsWith("gemini") || folder.startsWith("vertex")) {
            return ApiFormat.GEMINI;
        }
        return (folder + "/" + file).contains("responses") ? ApiFormat.RESPONSES : ApiFormat.CHAT;
    }

    public static String form(String fileName) {
        if (fileName.endsWith(".sse") || fileName.endsWith("_response.txt")) {
            return "sse";
        }
        if (fileName.endsWith(".chunks.txt")) {
            return "chunks";
        }
        if (fileName.endsWith(".ndjson")) {
            return "lines";
        }
        if (fileName.endsWith(".json")) {
            return "body";
        }
        throw new IllegalArgumentException("a recording is .sse, _response.txt, .chunks.txt, .ndjson or .json");
    }

    public static byte[] asEvents(byte[] chunks) {
        String events = new String(chunks, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .map(line -> "data: " + line + "\n\n")
                .collect(Collectors.joining("", "", "data: [DONE]\n\n"));
        return events.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the status of an error body that its name has. */
    public static OptionalInt statusIn(String fileName) {
        Matcher found = STATUS.matcher(fileName);
        return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
    }

    /**
     * Returns a return in the form of {@code docs/providers.md}: {@code text}, {@code reasoning}, {@code refusal} if
     * there is one, {@code toolCalls}, {@code finish}, {@code usage} and {@code error}.
     */
    public static Json toJson(AiReturn ret) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("text", ret.partialText());
        json.put("reasoning", ret.reasoning());
        String refusal = refusal(ret);
        if (!refusal.isEmpty()) {
            json.put("refusal", refusal);
        }
        json.put(
                "toolCalls",
                ret.toolCalls().stream().map(RecordedResponses::call).toList());
        json.put("finish", ret.finish().name());
        json.put("usage", usage(ret.usage()));
        json.put("error", ret.error().map(RecordedResponses::error).orElse(null));
        return Json.of(json);
    }

    private static String refusal(AiReturn ret) {
        return ret.finalAnswer().stream()
                .filter(Interaction.Assistant.class::isInstance)
                .flatMap(item -> ((Interaction.Assistant) item).parts().stream())
                .filter(Part.Refusal.class::isInstance)
                .map(part -> ((Part.Refusal) part).text())
                .collect(Collectors.joining());
    }

    private static Json call(Interaction.ToolCall call) {
        return Json.object().with("id", call.id()).with("name", call.name()).with("arguments", call.arguments());
    }

    private static Json usage(Usage usage) {
        Json json = Json.object()
                .with("input", usage.input())
                .with("output", usage.output())
                .with("cachedInput", usage.cachedInput());
        Json written = usage.cacheWrites() == 0 ? json : json.with("cacheWrites", usage.cacheWrites());
        Json all = usage.longCacheWrites() == 0 ? written : written.with("longCacheWrites", usage.longCacheWrites());
        return all.with("reasoning", usage.reasoning());
    }

    private static Json error(AiError error) {
        return Json.object().with("category", error.category().name()).with("retryable", error.retryable());
    }
}
