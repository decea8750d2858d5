package dev.plumbline.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.ModelInfo.Capability;
import dev.plumbline.provider.ModelInfo.Prices;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelCatalogTest {
    private static final ModelId MINI = ModelId.parse("openai:mini");
    private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);
    private static final Prices.Rate STANDARD = Prices.Rate.STANDARD;
    private static final ModelId LOCAL = ModelId.parse("ollama:qwen3:8b");

    private static final String ROWS = """
            {"id": "openai:mini", "can": ["TOOLS", "STREAMING"], "cannot": ["IMAGE_INPUT"], "contextTokens": 8000,
             "aliases": ["mini-2025-08-07"], "source": "a page of 2026-11-01"},
            {"id": "openai:eyes", "can": ["TOOLS", "IMAGE_INPUT"]},
            {"id": "openai:big-eyes", "can": ["TOOLS", "IMAGE_INPUT"], "rank": 5},
            {"id": "openai:old-eyes", "can": ["TOOLS", "IMAGE_INPUT", "JSON_SCHEMA"], "rank": 9, "deprecated": true}
            """;

    private final ModelCatalog catalog = ModelCatalog.of(MINI, List.of()).merged(bytes(ROWS));

    @Test
    @Tag("SH6")
    void choose_theDefaultWhenItCan() {
        ModelCatalog.Selection choice = catalog.select(Optional.empty(), Set.of(Capability.TOOLS));

        assertThat(choice.model().id()).isEqualTo(MINI);
        assertThat(choice.explanation()).isEqualTo("openai:mini: the default");
    }

    @Test
    @Tag("M2")
    void choose_elseTheBestThatCan_byRankAndNeverARetiredOne() {
        assertThat(catalog.require(Capability.IMAGE_INPUT).id()).isEqualTo(ModelId.parse("openai:big-eyes"));
        assertThat(catalog.with(Capability.IMAGE_INPUT))
                .extracting(model -> model.id().name())
                .containsExactly("big-eyes", "eyes");
        assertThat(catalog.select(Optional.empty(), Set.of(Capability.IMAGE_INPUT))
                        .explanation())
                .isEqualTo("openai:big-eyes: the best that has what is required");
    }

    @Test
    @Tag("M2")
    void choose_whatNobodyCan_saysWhatEachCandidateLacks() {
        ModelCatalog deaf =
                catalog.merged(bytes("{\"id\": \"openai:mini\", \"cannot\": [\"IMAGE_INPUT\", \"AUDIO_INPUT\"]}"));

        assertThatThrownBy(() -> deaf.require(Capability.AUDIO_INPUT))
                .isInstanceOf(AiException.class)
                .hasMessageContaining("openai:mini lacks AUDIO_INPUT")
                .hasMessageContaining("openai:eyes (not known: AUDIO_INPUT)")
                .extracting(thrown -> ((AiException) thrown).error().category())
                .isEqualTo(AiError.Category.CAPABILITY);
    }

    /** Nobody knows whether the default can, and nobody certainly can: it is asked, and the choice says so. */
    @Test
    void choose_whatNobodyKnows_isTheDefaultWithANote() {
        ModelCatalog.Selection choice = catalog.select(Optional.empty(), Set.of(Capability.FILE_INPUT));

        assertThat(choice.model().id()).isEqualTo(MINI);
        assertThat(choice.unverified()).containsExactly(Capability.FILE_INPUT);
    }

    @Test
    void named_isTakenVerbatimWhenNobodyKnowsIt_andSaysWhatWasNotChecked() {
        ModelCatalog.Selection choice =
                catalog.select(Optional.of(LOCAL), EnumSet.of(Capability.TOOLS, Capability.IMAGE_INPUT));

        assertThat(choice.model().id()).isEqualTo(LOCAL);
        assertThat(choice.explanation()).isEqualTo("ollama:qwen3:8b: named; not known: IMAGE_INPUT, TOOLS");
    }

    @Test
    void named_thatCertainlyLacks_isRefusedWithThoseThatCan() {
        assertThatThrownBy(() -> catalog.select(Optional.of(MINI), Set.of(Capability.IMAGE_INPUT)))
                .isInstanceOf(AiException.class)
                .hasMessageContaining("openai:mini cannot do IMAGE_INPUT")
                .hasMessageContaining("these can: openai:big-eyes, openai:eyes");
    }

    @Test
    void alias_isTheModelUnderTheNameThatWasAskedFor() {
        ModelId snapshot = ModelId.parse("openai:mini-2025-08-07");

        assertThat(catalog.find(snapshot)).map(ModelInfo::id).contains(MINI);
        assertThat(catalog.select(Optional.of(snapshot), Set.of(Capability.TOOLS))
                        .model())
                .extracting(ModelInfo::id, ModelInfo::contextTokens)
                .containsExactly(snapshot, 8000);
        assertThat(catalog.find(ModelId.parse("other:mini-2025-08-07"))).isEmpty();
    }

    @Test
    @Tag("M1")
    void merged_changesTheMembersARowNames_andLeavesTheSnapshotAlone() {
        ModelCatalog priced = catalog.merged(
                bytes(
                        "{\"id\": \"openai:mini\", \"prices\":"
                                + " {\"from\": \"2026-01-01\", \"source\": \"a page\", \"input\": 0.25, \"cachedInput\": \"0.025\", \"output\": \"2\", \"currency\": \"USD\"}}"));

        ModelInfo mini = priced.find(MINI).orElseThrow();

        assertThat(mini.capabilities()).containsExactly(Capability.TOOLS, Capability.STREAMING);
        assertThat(mini.prices())
                .containsExactly(new Prices(
                        LocalDate.of(2026, 1, 1),
                        Prices.Tokens.of("0.25", "2").withCachedInput("0.025"),
                        List.of(),
                        "",
                        "USD",
                        "a page"));
        assertThat(catalog.find(MINI).orElseThrow().prices()).isEmpty();
        assertThat(priced.all()).hasSameSizeAs(catalog.all());
    }

    @Test
    @DisplayName("P9 a file has prices of writes to a cache, by life time, and tiers by the length of the input")
    void p9_file_hasWritesAndTiers() {
        ModelCatalog priced = catalog.merged(bytes(
                "{\"id\": \"openai:mini\", \"prices\": {\"from\": \"2026-01-01\", \"source\": \"a page\", \"input\": \"1\","
                        + " \"cacheWrites\": \"1.25\", \"longCacheWrites\": \"2\", \"output\": \"5\", \"currency\": \"USD\","
                        + " \"tiers\": [{\"above\": 200000, \"input\": \"3\", \"output\": \"6\"},"
                        + " {\"above\": 100000, \"input\": \"2\", \"cachedInput\": \"0.2\", \"output\": \"5\"}]}}"));

        assertThat(priced.find(MINI).orElseThrow().prices())
                .containsExactly(new Prices(
                        LocalDate.of(2026, 1, 1),
                        Prices.Tokens.of("1", "5").withCacheWrites("1.25", "2"),
                        List.of(
                                new Prices.Tier(
                                        100_000, Prices.Tokens.of("2", "5").withCachedInput("0.2")),
                                new Prices.Tier(200_000, Prices.Tokens.of("3", "6"))),
                        "",
                        "USD",
                        "a page"));
    }

    @Test
    void cost_isExactAndCountsCachedInputAtItsOwnPrice() {
        ModelInfo mini = priced("0.25", "0.025", "2");

        // 40 new and 60 cached tokens in, 7 out: (40 · 0.25 + 60 · 0.025 + 7 · 2) / 1,000,000
        assertThat(mini.cost(Usage.of(100, 7).withCachedInput(60).withReasoning(3), FIRST, STANDARD))
                .contains(new Cost(new BigDecimal("0.0000255"), "USD"));
        assertThat(mini.cost(Usage.NONE, FIRST, STANDARD)).map(Cost::toString).contains("0 USD");
    }

    @Test
    void cost_withoutAPriceThatIsNeeded_isAbsent() {
        assertThat(priced("0.25", "", "2").cost(Usage.of(100, 7).withCachedInput(60), FIRST, STANDARD))
                .isEmpty();
        assertThat(priced("0.25", "", "2").cost(Usage.of(100, 7), FIRST, STANDARD))
                .isPresent();
        assertThat(ModelInfo.unknown(MINI).cost(Usage.of(100, 7), FIRST, STANDARD))
                .isEmpty();
    }

    @Test
    @DisplayName("O1 a cost is by the prices of its day, with rates of its own for reasoning and for batches")
    void o1_cost_isByDayAndRate() {
        LocalDate later = FIRST.plusDays(30);
        ModelInfo mini = priced(
                new Prices(
                        later,
                        Prices.Tokens.of("1", "4").withCachedInput("0.1").withReasoning("2"),
                        List.of(),
                        "",
                        "USD",
                        "a page"),
                new Prices(
                        FIRST, Prices.Tokens.of("2", "8").withCachedInput("0.2"), List.of(), "0.5", "USD", "a page"));
        Usage usage = Usage.of(1_000_000, 1_000_000).withCachedInput(500_000).withReasoning(250_000);

        assertThat(mini.cost(usage, FIRST.minusDays(1), STANDARD)).isEmpty();
        // half a million at 2, half at 0.2, a million at 8
        assertThat(mini.cost(usage, later.minusDays(1), STANDARD))
                .map(Cost::toString)
                .contains("9.1 USD");
        assertThat(mini.cost(usage, FIRST, Prices.Rate.BATCH))
                .map(Cost::toString)
                .contains("4.55 USD");
        // half a million at 1, half at 0.1, three quarters at 4, a quarter at 2
        assertThat(mini.cost(usage, later, STANDARD)).map(Cost::toString).contains("4.05 USD");
        assertThat(mini.cost(usage, later, Prices.Rate.BATCH)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{`id`: `openai:mini`, `can`: [`FLY`]} | models[0]: member can: a capability is one of",
                "{`id`: `openai:mini`, `price`: 3} | models[0] has members that are none of",
                "{`can`: []} | models[0].id is missing",
                "{`id`: `openai:mini`, `contextTokens`: -1} | limits are not negative",
                "{`id`: `a:b`, `can`: [`TOOLS`], `cannot`: [`TOOLS`]} | cannot both have",
                "{`id`: `a:b`, `prices`: {`from`: `2026-01-01`, `source`: `a`, `input`: `x`, `output`: 1, `currency`: `USD`}} | member prices: a price is",
                "{`id`: `a:b`, `prices`: {`input`: 1, `output`: 1, `currency`: `USD`}} | prices have a first day \"from\"",
                "{`id`: `a:b`, `prices`: {`from`: `2026-01-01`, `input`: 1, `output`: 1, `currency`: `USD`}} | a price has a source",
                "{`id`: `a:b`, `prices`: {`from`: `soon`, `source`: `a`, `input`: 1, `output`: 1, `currency`: `USD`}} | year-month-day",
                "{`id`: `a:b`, `prices`: {`from`: `2026-01-01`, `source`: `a`, `input`: 1, `output`: 1, `currency`: `USD`, `tiers`: [{`above`: 9, `input`: 1, `output`: 1, `batch`: 1}]}} | a tier of prices may only have",
                "{`id`: `a:b`, `prices`: {`from`: `2026-01-01`, `source`: `a`, `input`: 1, `output`: 1, `currency`: `USD`, `tiers`: [{`above`: 0, `input`: 1, `output`: 1}]}} | above a number of tokens",
                "{`id`: `a:b`, `prices`: {`from`: `2026-01-01`, `source`: `a`, `input`: 1, `output`: 1, `currency`: `USD`, `tiers`: [{`above`: 9, `input`: 1}]}} | member prices",
                "{`id`: `a:b`, `prices`: {`from`: `2026-01-01`, `source`: `a`, `input`: 1, `output`: 1, `currency`: `USD`, `tiers`: [{`above`: 9, `input`: 1, `output`: 1}, {`above`: 9, `input`: 2, `output`: 1}]}} | two tiers",
                "17 | JSON with a list of models",
            })
    void merged_refusesARowAndNamesPlaceAndRule(String row, String message) {
        assertThatThrownBy(() -> catalog.merged(bytes(row.replace('`', '"'))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void merged_refusesAnotherFormat() {
        assertThatThrownBy(() -> catalog.merged("{\"models\": []}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("plumbline-models/1");
        assertThatThrownBy(() -> catalog.merged(new byte[] {'{'})).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void rows_ofOneIdAreRefused() {
        assertThatThrownBy(() -> ModelCatalog.of(MINI, List.of(ModelInfo.unknown(LOCAL), ModelInfo.unknown(LOCAL))))
                .hasMessageContaining("ollama:qwen3:8b");
    }

    private static ModelInfo priced(String input, String cached, String output) {
        return priced(new Prices(
                FIRST, Prices.Tokens.of(input, output).withCachedInput(cached), List.of(), "", "USD", "a page"));
    }

    private static ModelInfo priced(Prices... prices) {
        return new ModelInfo(MINI, Set.of(), Set.of(), 0, 0, Set.of(), 0, false, List.of(prices), "", Optional.empty());
    }

    private static byte[] bytes(String rows) {
        return ("{\"format\": \"plumbline-models/1\", \"models\": [" + rows + "]}").getBytes(StandardCharsets.UTF_8);
    }
}
