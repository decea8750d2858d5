package dev.plumbline.integration.schema;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.integration.accepted.EncodingService;
import dev.plumbline.integration.accepted.Remarks;
import dev.plumbline.integration.accepted.ServiceRefusals;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Sends the schemas of JSONSchemaBench to each service as schemas of an answer, and prints how: as a strict schema, without
 * strictness, or in words, so that this library alone checks the answer; or not at all. What is sent can be judged by a
 * checker of the rules of a service, which somebody else writes: see {@link ServiceChecker}. The argument is the folder of the
 * data.
 */
final class SchemaShareMeasurement {
    private static final List<String> OLDER = List.of(
            "json-schema.org/draft-04/schema",
            "json-schema.org/draft-06/schema",
            "json-schema.org/draft/2019-09/schema");

    private final JsonSchemaService schemas = JsonSchemas.service();
    private final Map<String, EncodingService> services = new LinkedHashMap<>();
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
        for (String name : List.of("openai", "groq", "mistral", "unknown", "responses")) {
            services.put(name, EncodingService.of(name, "m"));
        }
        services.put("anthropic", EncodingService.of("anthropic", "claude-haiku-5-5"));
        services.put("gemini", EncodingService.of("gemini", "gemini-3.8-flash"));
    }

    /** Prints the shares of a folder. */
    public static void main(String[] arguments) throws IOException {
        SchemaShareMeasurement measurement = new SchemaShareMeasurement(ServiceRefusals::of);
        try (Stream<Path> files = Files.walk(Path.of(arguments[0]))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                measurement.file(file);
            }
        }
        System.out.print(measurement.table());
        measurement.print();
    }

    /** Returns the shares in per cent as the rows of docs/schemas.md. */
    private String table() {
        StringBuilder table = new StringBuilder();
        shares.forEach((service, counts) -> {
            int all = counts.values().stream().mapToInt(each -> each).sum();
            table.append("| ").append(service);
            for (String how : List.of("strict", "unstrict", "words", "refused")) {
                table.append(" | ")
                        .append(String.format(Locale.ROOT, "%.1f", 100.0 * counts.getOrDefault(how, 0) / all));
            }
            table.append(" |\n");
        });
        return table.toString();
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
        String text = schema.text();
        return OLDER.stream().anyMatch(text::contains);
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

    private String sent(String name, EncodingService service, Json schema) {
        AiBody body = AiBody.of("Fill it in.");
        Json request;
        Remarks remarks = new Remarks();
        try {
            Json wrapped = schemas.wrap(schema, service.provider().schemaDialect());
            AiCall call = AiCall.builder(
                            body,
                            new ModelId(
                                    service.provider().id(), service.provider().defaultModel()))
                    .outputSchema(wrapped)
                    .sink(remarks)
                    .build();
            request = service.request(call);
        } catch (RuntimeException e) {
            count(reasons, name, "fails: " + e.getClass().getSimpleName());
            return "fails";
        }
        List<String> broken = checker.apply(name, request);
        if (!broken.isEmpty()) {
            count(reasons, name, "checker: " + broken.get(0));
        }
        if (!EncodingService.how(request).equals("strict")) {
            count(reasons, name, EncodingService.how(request) + ": " + why(remarks.all()));
        }
        return EncodingService.how(request) + (broken.isEmpty() ? "" : ", and the checker refuses it");
    }

    /** Returns the remark on the schema, without the place in it. */
    private static String why(List<String> remarks) {
        return remarks.stream()
                .map(remark -> remark.replaceAll(" at /.*?(?= in a strict| *;)", ""))
                .map(remark -> remark.replaceAll(".*does not take (?:\\d+ )?|(?: in a strict one)?;.*", ""))
                .findFirst()
                .orElse("");
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
