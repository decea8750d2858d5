package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.provider.ModelInfo.Capability;
import dev.plumbline.provider.ModelInfo.Prices;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.client.BuiltInModels;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BuiltInModelsTest {
    private static final Pattern RECORDING = Pattern.compile("[a-z-]+/[\\w.-]+\\.(sse|json|chunks\\.txt)");
    private static final Secret KEY = Secret.of(new char[] {'k'});

    @Test
    void rows_stand_under_the_id_of_their_provider() {
        AiProvider work = OpenAiChat.builder("gpt-4o").id("work").apiKey(KEY).build();
        assertThat(work.models())
                .extracting(ModelInfo::id)
                .contains(new ModelId("work", "gpt-4o-2024-08-06"))
                .allMatch(id -> id.provider().equals("work"));
    }

    @Test
    void every_provider_knows_its_own() {
        assertThat(Stream.of(
                        OpenAiResponses.builder("m").apiKey(KEY).build(),
                        AnthropicMessages.builder("m").apiKey(KEY).build(),
                        OpenAiChat.mistral("m").apiKey(KEY).build(),
                        OpenAiChat.deepSeek("m").apiKey(KEY).build()))
                .allMatch(provider -> !provider.models().isEmpty());
    }

    @Test
    void server_that_is_not_the_service_ships_nothing_of_it() {
        assertThat(OpenAiChat.builder("m")
                        .baseUrl("http://127.0.0.1:8000/v1")
                        .build()
                        .models())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai", "anthropic", "mistral", "deepseek"})
    void w5_defaultModel_hasNoEnd(String service) {
        String name = BuiltInModels.defaultModel(service);
        assertThat(rows())
                .filteredOn(row -> row.id().name().equals(name) || row.aliases().contains(name))
                .allMatch(row -> row.shutdown().isEmpty());
        assertThat(rows()).allMatch(row -> row.deprecated() == row.shutdown().isPresent());
        try (OpenAiResponses provider = OpenAiResponses.builder().apiKey(KEY).build()) {
            assertThat(provider.defaultModel()).isEqualTo(BuiltInModels.defaultModel("openai"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic,claude-sonnet-4-5,2026-11-30",
        "gemini,gemini-2.5-pro,2026-12-01",
        "openai,gpt-5,2026-12-11",
        "openai,o3,2026-12-11",
        "openai,gpt-4.1-mini,2027-01-14",
        "anthropic,claude-opus-4-5,2027-01-22",
        "openai,gpt-5.3-codex,2027-04-01"
    })
    void w63_endsOfTheNextMonths_areKnown(String service, String model, LocalDate end) {
        assertThat(BuiltInModels.of(service, service))
                .filteredOn(
                        row -> row.id().name().equals(model) || row.aliases().contains(model))
                .singleElement()
                .extracting(row -> row.shutdown().orElseThrow())
                .isEqualTo(end);
    }

    static Set<String> services() {
        return ServerDialect.withDefaultModel().stream()
                .map(ServerDialect::name)
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("services")
    @DisplayName("P10 docs/prices.json has a price of every default model, also of what was read from a prompt cache")
    void p10_defaultModel_hasAPrice(String service) throws IOException {
        ModelId model = new ModelId(service, BuiltInModels.defaultModel(service));
        ModelCatalog priced =
                ModelCatalog.of(model, List.of()).merged(Files.readAllBytes(Path.of("..", "docs", "prices.json")));
        Usage usage = Usage.of(1_000, 100).withCachedInput(500);
        LocalDate read = LocalDate.of(2026, 11, 29);

        assertThat(priced.find(model).flatMap(known -> known.cost(usage, read, Prices.Rate.STANDARD)))
                .as(service)
                .isPresent();
    }

    @Test
    @DisplayName("P9 docs/prices.json has prices of what Claude writes to a cache, and of its long inputs")
    void p9_pricesOfClaude_haveWritesAndTiers() throws IOException {
        ModelId haiku = new ModelId("anthropic", BuiltInModels.defaultModel("anthropic"));
        ModelCatalog priced =
                ModelCatalog.of(haiku, List.of()).merged(Files.readAllBytes(Path.of("..", "docs", "prices.json")));
        Usage written = Usage.of(50_000, 100).withCacheWrites(30_000).withLongCacheWrites(10_000);
        LocalDate read = LocalDate.of(2026, 11, 28);

        assertThat(priced.all())
                .filteredOn(model -> model.id().provider().equals("anthropic"))
                .isNotEmpty()
                .allSatisfy(model ->
                        assertThat(model.cost(written, read, Prices.Rate.BATCH)).isPresent());
        ModelInfo known = priced.find(haiku).orElseThrow();
        assertThat(known.cost(Usage.of(100_001, 0), read, Prices.Rate.STANDARD))
                .map(Cost::toString)
                .contains("0.0500005 USD");
        assertThat(known.cost(Usage.of(100_000, 0), read, Prices.Rate.STANDARD))
                .map(Cost::toString)
                .contains("0.01 USD");
    }

    @Test
    @DisplayName("W26 the ends of models are read from the lists of services")
    void w26_list_hasTheDaysOfEnds() {
        try (ScriptedServer server = ScriptedServer.openAiChat()) {
            server.answers(ServerResponse.json("{\"object\":\"list\",\"data\":[{\"id\":\"old\",\"object\":\"model\","
                    + "\"created\":1,\"owned_by\":\"system\",\"shutdown_date\":\"2026-12-11\"},{\"id\":\"new\"},"
                    + "{\"id\":\"m\",\"deprecation\":\"2027-01-31T12:00:00Z\"}]}"));
            try (OpenAiChat provider =
                    OpenAiChat.builder("m").baseUrl(server.address().toString()).build()) {
                assertThat(provider.fetchModels())
                        .extracting(row -> row.id() + " "
                                + row.shutdown().map(Object::toString).orElse("-"))
                        .containsExactly("openai:old 2026-12-11", "openai:new -", "openai:m 2027-01-31");
                assertThat(server.requests().get(0).target()).isEqualTo("/v1/models");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void row_has_a_source_with_its_date_and_no_price(ModelInfo row) {
        assertThat(row.source()).matches(".+; 20\\d\\d-\\d\\d-\\d\\d");
        assertThat(row.prices()).isEmpty();
        assertThat(row.contextTokens() > 0).isEqualTo(row.source().contains("/models/"));
    }

    /** What a row claims is what the recordings it names show, no more; each of them is an answer of that very model. */
    @ParameterizedTest
    @Tag("M1")
    @MethodSource("recorded")
    void row_claims_what_its_recordings_show(ModelInfo row) {
        Set<Capability> shown = EnumSet.noneOf(Capability.class);
        for (RecordedResponse recording : recordings(row)) {
            AiReturn fold = recording.fold(List.of(recording.wire()));
            assertThat(fold.model().name()).isEqualTo(row.id().name());
            shown.addAll(shownBy(recording, fold));
        }
        assertThat(shown).isEqualTo(row.capabilities());
    }

    static List<ModelInfo> rows() {
        return Stream.of("openai", "anthropic", "gemini", "deepseek", "mistral", "groq")
                .flatMap(service -> BuiltInModels.of(service, service).stream())
                .toList();
    }

    static List<ModelInfo> recorded() {
        return rows().stream().filter(row -> !recordings(row).isEmpty()).toList();
    }

    private static List<RecordedResponse> recordings(ModelInfo row) {
        return RECORDING
                .matcher(row.source())
                .results()
                .map(MatchResult::group)
                .map(RecordedResponse::of)
                .toList();
    }

    private static Set<Capability> shownBy(RecordedResponse recording, AiReturn fold) {
        EnumSet<Capability> shown = EnumSet.noneOf(Capability.class);
        add(shown, Capability.STREAMING, recording.isStream());
        add(shown, Capability.TOOLS, !fold.toolCalls().isEmpty());
        add(shown, Capability.PARALLEL_TOOLS, fold.toolCalls().size() > 1);
        add(shown, Capability.REASONING, reasons(fold));
        add(shown, Capability.PROMPT_CACHE, fold.usage().cachedInput() > 0);
        add(shown, Capability.JSON_SCHEMA, wasAskedForASchema(recording));
        return shown;
    }

    private static void add(Set<Capability> shown, Capability one, boolean seen) {
        if (seen) {
            shown.add(one);
        }
    }

    private static boolean reasons(AiReturn fold) {
        return fold.usage().reasoning() > 0
                || fold.interactions().stream()
                        .filter(Interaction.Assistant.class::isInstance)
                        .flatMap(said -> ((Interaction.Assistant) said).parts().stream())
                        .anyMatch(BuiltInModelsTest::isThought);
    }

    private static boolean isThought(Part part) {
        return part instanceof Part.Reasoning
                || (part instanceof Part.Opaque opaque && opaque.data().text().contains("thinking"));
    }

    private static boolean wasAskedForASchema(RecordedResponse recording) {
        Path request = recording.path().resolveSibling(recording.file().replace(".json", ".request.json"));
        try {
            return Files.exists(request) && Files.readString(request).contains("\"json_schema\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
