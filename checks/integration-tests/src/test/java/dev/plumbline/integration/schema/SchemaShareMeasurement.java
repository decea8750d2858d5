package dev.plumbline.integration.schema;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.GeminiGenerateContent;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Sends the schemas of JSONSchemaBench to each service as schemas of an answer, and prints how: as a strict schema, without
 * strictness, or in words, so that this library alone checks the answer; or not at all. What is sent can be judged by a
 * checker of the rules of a service, which somebody else writes: see {@link ServiceChecker}. The argument is the folder of the
 * data.
 */
final class SchemaShareMeasurement {
    private final JsonSchemaService schemas = JsonSchemas.service();
    private final Map<String, Service> services = new LinkedHashMap<>();
    private final Map<String, Map<String, Integer>> shares = new LinkedHashMap<>();
    private final Map<String, Map<String, Integer>> reasons = new LinkedHashMap<>();
    private final ServiceChecker checker;

    /** Decides by the rules of a service whether it would refuse a request. */
    @FunctionalInterface
    interface ServiceChecker extends BiFunction<String, Json, List<String>> {

        /** Returns the rules that a request of a service breaks; none if it would be taken. */
        @Override
        List<String> apply(String service, Json request);
    }

    SchemaShareMeasurement(ServiceChecker checker) {
        this.checker = checker;
        chat("openai chat", OpenAiChat.builder("m"));
        chat("groq", OpenAiChat.builder("m").dialect("groq"));
        chat("mistral", OpenAiChat.builder("m").dialect("mistral"));
        chat("unknown address", OpenAiChat.builder("m").baseUrl("https://gateway.test/v1"));
        OpenAiResponses responses = built(OpenAiResponses.builder("m"));
        services.put("openai responses", new Service(responses, responses::encode));
        AnthropicMessages anthropic = built(AnthropicMessages.builder("claude-haiku-5-5"));
        services.put("anthropic", new Service(anthropic, anthropic::encode));
        GeminiGenerateContent gemini = built(GeminiGenerateContent.builder("gemini-3.8-flash"));
        services.put("gemini", new Service(gemini, gemini::encode));
    }

    private void chat(String name, ProviderBuilder<OpenAiChat> builder) {
        OpenAiChat chat = built(builder);
        services.put(name, new Service(chat, chat::encode));
    }

    private static <P extends AiProvider> P built(ProviderBuilder<P> builder) {
        return builder.apiKey(Secret.of(new char[] {'k'})).streaming(false).build();
    }

    /** A service and its encoder. */
    private record Service(AiProvider provider, Function<AiCall, byte[]> encoder) {}

    /** Prints the shares of a folder. */
    public static void main(String[] arguments) throws IOException {
        SchemaShareMeasurement measurement = new SchemaShareMeasurement((service, request) -> List.of());
        try (Stream<Path> files = Files.walk(Path.of(arguments[0]))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                measurement.file(file);
            }
        }
        measurement.print();
    }

    private void file(Path file) throws IOException {
        Json schema;
        try {
            schema = Json.parse(Files.readString(file));
        } catch (JsonException e) {
            return;
        }
        Json latest = isOlder(schema) ? latest(schema) : schema;
        ValidationResult found = schemas.check(latest);
        services.forEach((name, service) -> {
            String how = found.isOk() ? sent(name, service, latest) : "refused";
            count(shares, name, how);
            if (!found.isOk()) {
                found.findings().stream()
                        .filter(finding -> finding.severity() == ValidationResult.Severity.ERROR)
                        .findFirst()
                        .ifPresent(finding -> count(reasons, name, "refused: " + finding.code()));
            }
        });
    }

    private static boolean isOlder(Json schema) {
        String dialect = schema.kind() == Json.Kind.OBJECT
                ? schema.get("$schema").findText().orElse("")
                : "";
        return dialect.contains("draft-04") || dialect.contains("draft-06") || dialect.contains("2019-09");
    }

    /** Returns a schema of an older draft without its draft and its names, which are refused: the rest means nearly the same. */
    private static Json latest(Json part) {
        if (part.kind() == Json.Kind.ARRAY) {
            return Json.of(
                    part.elements().stream().map(SchemaShareMeasurement::latest).toList());
        }
        if (part.kind() != Json.Kind.OBJECT) {
            return part;
        }
        Map<String, Json> members = new LinkedHashMap<>();
        part.fields().forEach((name, value) -> {
            boolean text = value.kind() == Json.Kind.STRING;
            if (!text || !(name.equals("$schema") || name.equals("id"))) {
                members.put(name, latest(value));
            }
        });
        return Json.of(members);
    }

    private String sent(String name, Service service, Json schema) {
        AiBody body = AiBody.of("Fill it in.");
        Json request;
        try {
            Json wrapped = schemas.wrap(schema, service.provider().schemaDialect());
            AiCall call = AiCall.builder(
                            body,
                            new ModelId(
                                    service.provider().id(), service.provider().defaultModel()))
                    .outputSchema(wrapped)
                    .build();
            request = Json.parse(new String(service.encoder().apply(call), StandardCharsets.UTF_8));
        } catch (RuntimeException e) {
            count(reasons, name, "fails: " + e.getClass().getSimpleName());
            return "fails";
        }
        List<String> broken = checker.apply(name, request);
        if (!broken.isEmpty()) {
            count(reasons, name, "checker: " + broken.get(0));
        }
        return how(request) + (broken.isEmpty() ? "" : ", and the checker refuses it");
    }

    private static String how(Json request) {
        Json strict = request.at("/response_format/json_schema/strict");
        Json other = strict.exists() ? strict : request.at("/text/format/strict");
        if (other.exists()) {
            return other.asBoolean() ? "strict" : "unstrict";
        }
        boolean inPlace = request.at("/output_config/format").exists()
                || request.at("/outputConfig").exists()
                || request.at("/generationConfig/responseJsonSchema").exists();
        return inPlace ? "strict" : "words";
    }

    private static void count(Map<String, Map<String, Integer>> counts, String service, String what) {
        counts.computeIfAbsent(service, each -> new TreeMap<>()).merge(what, 1, Integer::sum);
    }

    private void print() {
        shares.forEach((service, counts) -> {
            int all = counts.values().stream().mapToInt(each -> each).sum();
            StringBuilder line =
                    new StringBuilder(service).append(" of ").append(all).append(':');
            counts.forEach((how, count) -> line.append(' ')
                    .append(how)
                    .append(' ')
                    .append(String.format(Locale.ROOT, "%.1f %%", 100.0 * count / all))
                    .append(';'));
            System.out.println(line + " " + reasons.getOrDefault(service, Map.of()));
        });
    }
}
