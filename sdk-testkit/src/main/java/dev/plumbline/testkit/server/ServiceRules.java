package dev.plumbline.testkit.server;

import dev.plumbline.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a service documents of its requests: how they are read, which are refused, and what is kept of them. Stateless. */
interface ServiceRules {
    /** Tokens of a picture, whatever its size. */
    long PICTURE = 1_500;

    /** Returns the id of the provider in a file of prices. */
    String provider();

    /** Returns a request as the service reads it. */
    Prompt read(ServerRequest request);

    /** Returns why a request is refused, whatever was sent before; empty if it is not. */
    Optional<String> refusal(ServerRequest request, Prompt prompt);

    /** Returns whether an answer to that request has reasoning in it. */
    boolean reasons(Json request);

    /** Returns whether reasoning that the model reads is bound to the content before it. */
    boolean binds(String model);

    /** Returns who reads the reasoning of a request. */
    default BoundReasoning.Reader reader(ServerRequest request, String model) {
        return BoundReasoning.Reader.any();
    }

    /** Returns whether changed reasoning is dropped; else the request is refused. */
    boolean drops(Json request);

    /** Returns why a request is refused whose reasoning at that place no longer fits. */
    String mismatch(String place);

    /** Returns what the answer says of reasoning that was dropped; empty if it has no such member. */
    Optional<Json> transformations(ServerRequest request, BoundReasoning reasoning);

    /** Returns an error of a request. */
    Json error(String message);

    /** Returns the rules of the service that has the address of a request. */
    static Optional<ServiceRules> of(ServerRequest request) {
        String path = request.target().replaceAll("[?].*", "");
        if (path.endsWith("/messages")) {
            return Optional.of(new AnthropicRules());
        }
        return path.endsWith("/responses") || path.endsWith("/chat/completions")
                ? Optional.of(new OpenAiRules(path.endsWith("/responses")))
                : Optional.empty();
    }

    /** Returns a text member of an object; empty if it has none. */
    static String text(Json object, String member) {
        Json value = object.kind() == Json.Kind.OBJECT
                ? object.get(member)
                : Json.object().get(member);
        return value.kind() == Json.Kind.STRING ? value.asText() : "";
    }

    /** Returns the elements of a list; empty for anything else. */
    static List<Json> elements(Json list) {
        return list.kind() == Json.Kind.ARRAY ? list.elements() : List.of();
    }

    /** Returns the version in the name of a model, such as 505 for {@code claude-opus-5-5}; empty if it has none. */
    static Optional<Integer> version(Pattern name, String model) {
        Matcher version = name.matcher(model);
        return version.find()
                ? Optional.of(Integer.parseInt(version.group(1)) * 100
                        + (version.group(2) == null ? 0 : Integer.parseInt(version.group(2))))
                : Optional.empty();
    }
}
