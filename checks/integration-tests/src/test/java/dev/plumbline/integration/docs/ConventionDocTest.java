package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.metrics.MicrometerObserver;
import dev.plumbline.metrics.TraceObserver;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The table of docs/metrics.md: every attribute of the convention, and whether the spans of calls have it. */
class ConventionDocTest {
    private static final Path LIST = Path.of("src/test/resources/conventions/gen-ai-client-inference.txt");
    private static final Path METRICS = Path.of("src/test/resources/conventions/gen-ai-metrics.txt");
    private static final Path PAGE = Path.of("../../docs/metrics.md");

    private final Set<String> keys = new ConcurrentSkipListSet<>();

    private static Set<String> rows(String end) throws IOException {
        return Files.readAllLines(PAGE).stream()
                .filter(line ->
                        line.startsWith("| `gen_ai.") || line.startsWith("| `server.") || line.startsWith("| `error."))
                .map(line -> line.split("\\|"))
                .filter(cells -> cells.length >= 4
                        && (cells[3].trim().equals("yes") || cells[3].trim().equals("no")))
                .filter(cells -> end.isEmpty() || cells[3].trim().equals(end))
                .map(cells -> cells[1].trim().replace("`", "") + (end.isEmpty() ? " " + cells[2].trim() : ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private ObservationRegistry registry() {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public void onStop(Observation.Context context) {
                if (context.getName().equals("gen_ai.client.operation")) {
                    context.getAllKeyValues().stream().map(KeyValue::getKey).forEach(keys::add);
                }
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        return registry;
    }

    @Test
    @DisplayName("M10 the table has every attribute of the convention, and says which are there")
    void m10_table_isThatOfTheConvention() throws IOException {
        Set<String> convention = Files.readAllLines(LIST).stream()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(rows("")).isEqualTo(convention);

        ScriptedProvider model = ScriptedProvider.create();
        model.streams(List.of(
                        new AiDelta.Text("Hello."),
                        new AiDelta.UsageReport(Usage.of(100, 20)
                                .withCachedInput(50)
                                .withCacheWrites(30)
                                .withReasoning(10)),
                        new AiDelta.Finish(FinishReason.STOP)))
                .fails(AiError.Category.INVALID_REQUEST);
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addProvider(OpenAiChat.builder("m")
                        .baseUrl("http://127.0.0.1:1")
                        .apiKey(Secret.of("key".toCharArray()))
                        .build())
                .retry(RetryOptions.ofDefaults().withAttempts(1))
                .addObserver(TraceObserver.of(registry()))
                .addTools(AiTool.of("nothing", "Does nothing.", Nothing.class, (none, context) -> "done"))
                .traceContent(1_000)
                .build()) {
            ai.send(AiBody.builder()
                    .addSystem("Count.")
                    .toolFilter("*")
                    .addUser("One?")
                    .build());
            ai.send("Two?");
            ai.send(
                    AiBody.of("Three?"),
                    SessionOptions.builder()
                            .model(ModelOptions.of(new ModelId("openai", "m")))
                            .build()); // nobody is there
        }
        Set<String> seen = new TreeSet<>(keys);
        seen.removeIf(key -> key.startsWith("plumbline."));
        assertThat(seen).isEqualTo(rows("yes"));
    }

    private static List<String> metrics(String kind) throws IOException {
        return Files.readAllLines(METRICS).stream()
                .filter(line -> !line.startsWith("#") && line.startsWith("metric ") == kind.equals("metric"))
                .toList();
    }

    /** The cells of the rows of the page about attributes of metrics. */
    private static List<String[]> attributesOfMetrics() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .map(line -> line.split("\\|"))
                .filter(cells -> cells.length >= 5
                        && (cells[4].trim().equals("yes") || cells[4].trim().equals("no")))
                .toList();
    }

    private static String cell(String[] cells, int index) {
        return cells[index].trim().replace("`", "");
    }

    @Test
    @DisplayName(
            "O2 the table of metrics has every attribute of the convention, and the meters have those that are there")
    void o2_metrics_areThoseOfTheConvention() throws IOException {
        assertThat(attributesOfMetrics().stream()
                        .map(cells -> cell(cells, 1) + " " + cell(cells, 2) + " " + cell(cells, 3)))
                .containsExactlyElementsOf(metrics("attribute"));
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ScriptedProvider model = ScriptedProvider.create();
        model.callsTool("nobody", Map.of()).says("One", "two");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addObserver(MicrometerObserver.of(registry))
                .addTools(AiTool.of("nobody", "Does nothing.", Nothing.class, (none, context) -> "done"))
                .build()) {
            ai.send(AiBody.builder().toolFilter("*").addUser("Go.").build());
            for (String metric : metrics("metric")) {
                String name = metric.split(" ")[1];
                Set<String> present = new TreeSet<>();
                for (String[] cells : attributesOfMetrics()) {
                    if (cell(cells, 1).equals(name) && cell(cells, 4).equals("yes")) {
                        present.add(cell(cells, 2));
                    }
                }
                Set<String> seen = registry.get(name).meter().getId().getTags().stream()
                        .map(Tag::getKey)
                        .collect(Collectors.toCollection(TreeSet::new));
                if (name.equals("gen_ai.execute_tool.duration")) {
                    seen.remove("gen_ai.operation.name"); // of ours, so that tools and calls can be shown together
                }
                assertThat(seen).as(name).isEqualTo(present);
            }
        }
    }

    record Nothing() {}
}
