package dev.plumbline.mcp;

import dev.plumbline.body.Part;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The methods {@code resources/list}, {@code resources/templates/list} and {@code resources/read}. */
final class ResourceMethods {
    private static final Pattern VARIABLE = Pattern.compile("\\{([a-zA-Z][a-zA-Z0-9_]*)\\}");

    /** The longest address that a client may follow, since it is kept. */
    static final int LONGEST_ADDRESS = 2_048;

    private final McpOptions options;
    private final StoredResults stored;
    private final HostReader host;

    ResourceMethods(McpOptions options, StoredResults results, HostReader host) {
        this.options = options;
        this.stored = results;
        this.host = host;
    }

    boolean isOffered() {
        return !options.resources.isEmpty() || stored.isOffered();
    }

    Json list(ClientContent content) {
        List<Json> resources = new ArrayList<>();
        options.resources.values().stream()
                .filter(resource -> !resource.isTemplate())
                .forEach(resource -> resources.add(json(resource, "uri", content)));
        return Json.object().with("resources", resources);
    }

    Json templates(ClientContent content) {
        List<Json> templates = new ArrayList<>();
        options.resources.values().stream()
                .filter(McpResource::isTemplate)
                .forEach(resource -> templates.add(json(resource, "uriTemplate", content)));
        if (stored.isOffered()) {
            templates.add(Json.object()
                    .with("uriTemplate", "plumbline://result/{digest}?page={page}")
                    .with("name", "A result that was too large, by pages"));
        }
        return Json.object().with("resourceTemplates", templates);
    }

    private static Json json(McpResource resource, String address, ClientContent content) {
        Json json = Json.object()
                .with(address, resource.uri())
                .with("name", content.text(resource.name()))
                .with("mimeType", resource.mimeType());
        return resource.description().isEmpty() ? json : json.with("description", content.text(resource.description()));
    }

    /**
     * Reads a resource.
     *
     * @throws JsonRpc.Failure if there is none of that address, or it cannot be read
     */
    Json read(OpenCall call) {
        String uri = call.request().name();
        if (StoredResults.isAddress(uri)) {
            return stored.read(uri, call).orElseThrow(() -> notFound(call, uri));
        }
        for (McpResource resource : candidates(uri)) {
            Optional<Map<String, String>> variables = variables(resource.uri(), uri);
            if (variables.isPresent()) {
                Map<String, String> meant = call.restored(variables.get());
                Part part = host.read(call, () -> resource.reader().read(meant, call));
                return Json.object()
                        .with(
                                "contents",
                                List.of(contents(uri, resource, call.content().part(part))));
            }
        }
        throw notFound(call, uri);
    }

    private Collection<McpResource> candidates(String uri) {
        McpResource exact = options.resources.get(uri);
        return exact != null && !exact.isTemplate()
                ? List.of(exact)
                : options.resources.values().stream()
                        .filter(McpResource::isTemplate)
                        .toList();
    }

    private static Json contents(String uri, McpResource resource, Part part) {
        if (part instanceof Part.File file) {
            return ContentBlockWriter.resource(uri, file.blob());
        }
        if (part instanceof Part.Image image) {
            return ContentBlockWriter.resource(uri, image.blob());
        }
        String text = part instanceof Part.Text words ? words.text() : "";
        return Json.object()
                .with("uri", uri)
                .with("mimeType", resource.mimeType())
                .with("text", text);
    }

    private static JsonRpc.Failure notFound(OpenCall call, String uri) {
        boolean stateless = call.peer().version().isStateless();
        return new JsonRpc.Failure(
                stateless ? JsonRpc.INVALID_PARAMS : JsonRpc.RESOURCE_NOT_FOUND,
                200,
                "Resource not found",
                Optional.of(Json.object().with("uri", uri)));
    }

    /** Returns the values of the variables, decoded, if the address fits; a value is one segment of a path. */
    private static Optional<Map<String, String>> variables(String template, String uri) {
        List<String> names = new ArrayList<>();
        StringBuilder pattern = new StringBuilder();
        Matcher variable = VARIABLE.matcher(template);
        int from = 0;
        while (variable.find()) {
            pattern.append(Pattern.quote(template.substring(from, variable.start())))
                    .append("([^/?#]+)");
            names.add(variable.group(1));
            from = variable.end();
        }
        pattern.append(Pattern.quote(template.substring(from)));
        Matcher matcher = Pattern.compile(pattern.toString()).matcher(uri);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            Optional<String> value = decoded(matcher.group(i + 1));
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.put(names.get(i), value.get());
        }
        return Optional.of(values);
    }

    /** Returns a value without its percent signs; empty if a reader could take it for another path. */
    private static Optional<String> decoded(String value) {
        try {
            String text = URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
            boolean path = text.equals(".") || text.equals("..");
            boolean plain = text.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ' || c == 0xFFFD);
            return plain && !path ? Optional.of(text) : Optional.empty();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
