package dev.plumbline.integration.prefix;

import com.anthropic.models.beta.messages.BetaMessage;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The types of the services' official Java clients, anthropic-java 3.12.0 and openai-java 4.101.0: reads a request or an
 * answer with them, validates it, and returns the members, at any depth, that they do not know.
 */
final class OfficialClients {
    /** What a client adds when it sends, not by its types. */
    private static final String STREAM = "stream";

    /** Types whose members are those of a program. */
    private static final Set<String> OPEN =
            Set.of("InputSchema", "Properties", "Input", "Parameters", "Schema", "Metadata");

    private OfficialClients() {}

    /** Returns what Anthropic's client objects to; with a beta it is its client for betas that reads. */
    static List<String> objections(Json request, boolean beta) {
        return objections(
                "request",
                request,
                beta
                        ? com.anthropic.models.beta.messages.MessageCreateParams.Body.class
                        : com.anthropic.models.messages.MessageCreateParams.Body.class);
    }

    /** Returns what Anthropic's client objects to in an answer; it is its client for betas, which knows the most. */
    static List<String> objectionsToAnswer(Json answer) {
        return objections("answer", answer, BetaMessage.class);
    }

    /**
     * Returns what OpenAI's client objects to. It reads messages only with their type, which the service does not
     * require, and knows the models of its own day alone.
     */
    static List<String> objectionsOfOpenAi(Json request) {
        List<Json> items = request.get("input").elements().stream()
                .map(item -> item.get("type").exists() ? item : item.with("type", "message"))
                .toList();
        return objections(
                "request",
                request.with("model", "gpt-5").with("input", Json.of(items)),
                ResponseCreateParams.Body.class);
    }

    /** Returns what OpenAI's client objects to in an answer. */
    static List<String> objectionsOfOpenAiToAnswer(Json answer) {
        return objections("answer", answer.with("model", "gpt-5"), Response.class);
    }

    private static List<String> objections(String place, Json json, Class<?> type) {
        List<String> found = new ArrayList<>();
        try {
            Object read = type.getName().startsWith("com.openai")
                    ? com.openai.core.ObjectMappers.jsonMapper().readValue(json.text(), type)
                    : com.anthropic.core.ObjectMappers.jsonMapper().readValue(json.text(), type);
            type.getMethod("validate").invoke(read);
            unknown(read, place, found);
            found.remove(place + "." + STREAM);
        } catch (IOException e) {
            found.add(place + " cannot be read: " + e.getMessage());
        } catch (ReflectiveOperationException e) {
            found.add(place + " is not valid: " + e.getCause());
        }
        return found;
    }

    private static void unknown(Object value, String path, List<String> found) throws ReflectiveOperationException {
        if (value instanceof Optional<?> maybe) {
            if (maybe.isPresent()) {
                unknown(maybe.get(), path, found);
            }
        } else if (value instanceof List<?> all) {
            for (int i = 0; i < all.size(); i++) {
                unknown(all.get(i), path + "." + i, found);
            }
        } else if (value instanceof com.anthropic.core.JsonField<?> field) {
            unknown(field.asKnown(), path, found);
        } else if (value instanceof com.openai.core.JsonField<?> field) {
            unknown(field.asKnown(), path, found);
        } else if (isModel(value)) {
            for (Field field : value.getClass().getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true); // the clients show unknown members of nested values in no other way
                    member(field, value, path, found);
                }
            }
        }
    }

    private static void member(Field field, Object value, String path, List<String> found)
            throws ReflectiveOperationException {
        Object held = field.get(value);
        if (field.getName().equals("additionalProperties") && held instanceof Map<?, ?> more) {
            if (!OPEN.contains(value.getClass().getSimpleName())) {
                more.keySet().forEach(name -> found.add(path + "." + name));
            }
        } else if (held != null) {
            unknown(held, isUnion(value) ? path : path + "." + field.getName(), found);
        }
    }

    /** Returns whether the value is one of several types, which adds no member. */
    private static boolean isUnion(Object value) {
        return Arrays.stream(value.getClass().getDeclaredFields())
                .anyMatch(field -> field.getName().equals("_json"));
    }

    private static boolean isModel(Object value) {
        return value != null
                && (value.getClass().getName().startsWith("com.anthropic.models")
                        || value.getClass().getName().startsWith("com.openai.models"));
    }
}
