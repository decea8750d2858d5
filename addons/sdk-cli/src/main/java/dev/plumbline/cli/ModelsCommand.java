package dev.plumbline.cli;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.provider.ModelInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Lists the models of a service, and updates a file of models with what the service says of their ends, or with the prices
 * of a published list.
 */
@Command(
        name = "models",
        description = "Lists the models of a service; --refresh updates a file of models (docs/models.md).",
        mixinStandardHelpOptions = true)
final class ModelsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Mixin
    private final ModelArguments model = new ModelArguments();

    @Option(
            names = "--refresh",
            paramLabel = "FILE",
            description = "The file to update; new if there is none. Rows keep what the service does not say.")
    private @Nullable Path file;

    @Option(
            names = "--from",
            paramLabel = "LIST",
            description =
                    "With --refresh: take prices, sizes, capabilities and ends from a published list instead of asking the service: a file or the"
                            + " address of api.json of models.dev, or of model_prices_and_context_window.json of LiteLLM.")
    private @Nullable String prices;

    @Override
    public Integer call() throws IOException {
        return prices == null ? list() : price(prices);
    }

    private int price(String list) throws IOException {
        if (file == null) {
            throw new IllegalArgumentException("--from needs --refresh FILE, the file to update");
        }
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        PublishedPrices published = PublishedPrices.read(Json.parse(PublishedPrices.load(list)));
        Json after = published.refreshed(before(file), today, list + ", read on " + today);
        write(file, after);
        spec.commandLine()
                .getOut()
                .println(published.count(after) + " of "
                        + after.get("models").elements().size() + " models in " + file + " have prices of the list");
        return 0;
    }

    private static Json before(Path file) throws IOException {
        return Files.exists(file)
                ? Json.parse(Files.readAllBytes(file))
                : Json.object().with("format", "plumbline-models/1").with("models", List.of());
    }

    private static void write(Path file, Json models) throws IOException {
        Files.write(file, text(models).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the text of a file of models, with a line for each row of its lists. */
    private static String text(Json models) {
        return models.fields().entrySet().stream()
                .map(member -> Json.of(member.getKey()).text() + ": " + value(member.getValue()))
                .collect(Collectors.joining(",\n", "{", "}\n"));
    }

    private static String value(Json value) {
        return value.kind() == Json.Kind.ARRAY
                ? value.elements().stream().map(Json::text).collect(Collectors.joining(",\n  ", "[\n  ", "]"))
                : value.text();
    }

    private int list() throws IOException {
        List<ModelInfo> listed = model.fetchModels();
        PrintWriter out = spec.commandLine().getOut();
        if (file == null) {
            listed.forEach(row -> out.println(row.id()
                    + row.shutdown().map(day -> "  shut down on " + day).orElse("")));
            return 0;
        }
        write(file, refreshed(before(file), listed));
        out.println(listed.size() + " models of the service are in " + file);
        return 0;
    }

    /**
     * A file of models, with the ends that the service names. A model of the same provider that the service does not list any
     * more is deprecated.
     *
     * @throws JsonException when it is no file of models
     */
    static Json refreshed(Json file, List<ModelInfo> listed) {
        Map<String, ModelInfo> open = new HashMap<>();
        listed.forEach(row -> open.put(row.id().toString(), row));
        String provider = listed.isEmpty() ? "" : listed.get(0).id().provider() + ":";
        List<Json> rows = new ArrayList<>();
        for (Json row : file.get("models").elements()) {
            String id = row.get("id").asText();
            ModelInfo now = open.remove(id);
            boolean gone = now == null && !provider.isEmpty() && id.startsWith(provider);
            rows.add(now != null ? with(row, now) : gone ? row.with("deprecated", true) : row);
        }
        for (ModelInfo row : listed) {
            if (open.containsKey(row.id().toString())) {
                rows.add(with(Json.object().with("id", row.id().toString()), row));
            }
        }
        return file.with("models", Json.of(rows));
    }

    private static Json with(Json row, ModelInfo now) {
        return now.shutdown().isEmpty()
                ? row
                : row.with("deprecated", true)
                        .with("shutdown", now.shutdown().get().toString());
    }
}
