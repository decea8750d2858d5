package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.ModelId;
import dev.plumbline.json.Json;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The published lists of prices, in small files of ours in their forms. The prices are made up. */
class PublishedPricesTest {
    private static final LocalDate DAY = LocalDate.of(2026, 11, 28);

    private static final String MODELS_DEV =
            "{\"anthropic\":{\"id\":\"anthropic\",\"models\":{\"small\":{\"id\":\"small\",\"cost\":{\"input\":0.1,"
                    + "\"output\":0.5,\"cache_read\":0.01,\"cache_write\":0.125,\"tiers\":[{\"tier\":{\"type\":"
                    + "\"context\",\"size\":100000},\"input\":0.5,\"output\":2.5,\"cache_write\":0.625}],"
                    + "\"context_over_200k\":{\"input\":9,\"output\":9}}},\"free\":{\"id\":\"free\"}}},"
                    + "\"google\":{\"models\":{\"old\":{\"cost\":{\"input\":1,\"output\":2,\"reasoning\":3,"
                    + "\"context_over_200k\":{\"input\":2,\"output\":4}}}}},"
                    + "\"elsewhere\":{\"models\":{\"other\":{\"cost\":{\"input\":1,\"output\":2}}}}}";

    private static final String LITELLM =
            "{\"sample_spec\":{\"litellm_provider\":\"one of\",\"deprecation_date\":\"a date\",\"input_cost_per_token\":0,"
                    + "\"output_cost_per_token\":0},"
                    + "\"small\":{\"litellm_provider\":\"anthropic\",\"input_cost_per_token\":1e-07,"
                    + "\"output_cost_per_token\":5e-07,\"cache_read_input_token_cost\":1e-08,"
                    + "\"cache_creation_input_token_cost\":1.25e-07,"
                    + "\"cache_creation_input_token_cost_above_1hr\":2e-07,"
                    + "\"input_cost_per_token_above_100k_tokens\":5e-07,"
                    + "\"output_cost_per_token_above_100k_tokens\":2.5e-06,"
                    + "\"input_cost_per_token_above_272k_tokens\":1e-06,"
                    + "\"input_cost_per_token_batches\":5e-08,\"output_cost_per_token_batches\":2.5e-07,"
                    + "\"deprecation_date\":\"2027-03-01\"},"
                    + "\"gemini/flash\":{\"litellm_provider\":\"gemini\",\"input_cost_per_token\":7.5e-07,"
                    + "\"output_cost_per_token\":3.75e-06,\"input_cost_per_token_batches\":1e-07,"
                    + "\"output_cost_per_token_batches\":3.75e-06},"
                    + "\"azure/x\":{\"litellm_provider\":\"azure\",\"input_cost_per_token\":1,"
                    + "\"output_cost_per_token\":1},"
                    + "\"1024/dall\":{\"litellm_provider\":\"openai\",\"input_cost_per_pixel\":1}}";

    private final StringWriter out = new StringWriter();

    @TempDir
    private Path folder;

    private static Json file(String rows) {
        return Json.parse("{\"format\":\"plumbline-models/1\",\"models\":[" + rows + "]}");
    }

    private static Json refreshed(String list, String rows) {
        Json file = PublishedPrices.read(Json.parse(list)).refreshed(file(rows), DAY, "a list, read on " + DAY);
        assertThat(ModelCatalog.of(ModelId.NONE, List.of())
                        .merged(file.text().getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .all())
                .hasSameSizeAs(file.get("models").elements());
        return file.get("models");
    }

    @Test
    @DisplayName("W63 a published list has sizes and capabilities of models beside their prices")
    void w63_list_hasSizesAndCapabilities() {
        String dev = "{\"anthropic\":{\"models\":{\"small\":{\"cost\":{\"input\":1,\"output\":2},\"tool_call\":true,"
                + "\"reasoning\":false,\"limit\":{\"context\":200000,\"output\":64000}}}}}";
        Json row = refreshed(dev, "{\"id\":\"anthropic:small\",\"can\":[\"STREAMING\"]}")
                .elements()
                .get(0);
        assertThat(row.get("contextTokens").asInt()).isEqualTo(200_000);
        assertThat(row.get("maxOutputTokens").asInt()).isEqualTo(64_000);
        assertThat(row.get("can").text()).isEqualTo("[\"STREAMING\",\"TOOLS\"]");
        String lite = "{\"small\":{\"litellm_provider\":\"anthropic\",\"input_cost_per_token\":1e-6,"
                + "\"output_cost_per_token\":2e-6,\"max_input_tokens\":1000,\"supports_vision\":true,"
                + "\"supports_response_schema\":true}}";
        Json other = refreshed(lite, "").elements().get(0);
        assertThat(other.get("contextTokens").asInt()).isEqualTo(1_000);
        assertThat(other.get("can").text()).isEqualTo("[\"IMAGE_INPUT\",\"JSON_SCHEMA\"]");
    }

    @Test
    @DisplayName("P10 a list of models.dev has prices of reads, writes and tiers")
    void p10_modelsDev_isRead() {
        assertThat(refreshed(MODELS_DEV, ""))
                .isEqualTo(Json.parse("[{\"id\":\"anthropic:small\",\"prices\":{\"cachedInput\":\"0.01\","
                        + "\"cacheWrites\":\"0.125\",\"input\":\"0.1\",\"output\":\"0.5\",\"tiers\":[{\"above\":100000,"
                        + "\"cachedInput\":\"0.01\",\"cacheWrites\":\"0.625\",\"input\":\"0.5\",\"output\":\"2.5\"}],"
                        + "\"from\":\"2026-11-28\",\"currency\":\"USD\",\"source\":\"a list, read on 2026-11-28\"}},"
                        + "{\"id\":\"gemini:old\",\"prices\":{\"input\":\"1\",\"output\":\"2\",\"reasoning\":\"3\","
                        + "\"tiers\":[{\"above\":200000,\"input\":\"2\",\"output\":\"4\",\"reasoning\":\"3\"}],"
                        + "\"from\":\"2026-11-28\",\"currency\":\"USD\",\"source\":\"a list, read on 2026-11-28\"}}]"));
    }

    @Test
    @DisplayName("P10 a list of LiteLLM has prices of a million tokens, by life time and tier, batches and ends")
    void p10_liteLlm_isRead() {
        Json rows = refreshed(LITELLM, "");
        assertThat(rows.elements())
                .extracting(row -> row.get("id").asText())
                .containsExactly("anthropic:small", "gemini:flash");
        Json small = rows.at("/0/prices");
        assertThat(small.get("longCacheWrites").asText()).isEqualTo("0.2");
        assertThat(small.get("cacheWrites").asText()).isEqualTo("0.125");
        assertThat(small.get("batch").asText()).isEqualTo("0.5");
        assertThat(small.get("tiers"))
                .isEqualTo(Json.parse("[{\"above\":100000,\"cacheWrites\":\"0.125\",\"longCacheWrites\":\"0.2\","
                        + "\"cachedInput\":\"0.01\",\"input\":\"0.5\",\"output\":\"2.5\"},{\"above\":272000,"
                        + "\"cacheWrites\":\"0.125\",\"longCacheWrites\":\"0.2\",\"cachedInput\":\"0.01\",\"input\":\"1\","
                        + "\"output\":\"0.5\"}]"));
        assertThat(rows.at("/0/shutdown").asText()).isEqualTo("2027-03-01");
        assertThat(rows.at("/0/deprecated").asBoolean()).isTrue();
        assertThat(rows.at("/1/prices/batch").exists()).isFalse();
        assertThat(rows.at("/1/prices/input").asText()).isEqualTo("0.75");
    }

    @Test
    @DisplayName("P10 what the list does not state is kept, and so are other models, earlier prices and currencies")
    void p10_whatTheListLacks_isKept() {
        String kept =
                "{\"id\":\"anthropic:mine\",\"rank\":3},{\"id\":\"gemini:old\",\"prices\":{\"from\":\"2026-01-01\","
                        + "\"input\":9,\"output\":9,\"currency\":\"EUR\",\"source\":\"a contract\"}}";
        String before = "{\"from\":\"2026-10-07\",\"input\":\"0.2\",\"longCacheWrites\":\"0.20\",\"output\":\"0.50\","
                + "\"tiers\":[{\"above\":100000,\"input\":\"0.5\",\"output\":\"2.5\",\"longCacheWrites\":\"1\"}],"
                + "\"currency\":\"USD\",\"source\":\"a page\"}";
        Json rows = refreshed(
                MODELS_DEV, "{\"id\":\"anthropic:small\",\"can\":[\"TOOLS\"],\"prices\":" + before + "}," + kept);

        assertThat(rows.elements()).hasSize(3);
        assertThat(Json.of(rows.elements().subList(1, 3))).isEqualTo(Json.parse("[" + kept + "]"));
        assertThat(rows.at("/0/can/0").asText()).isEqualTo("TOOLS");
        assertThat(rows.at("/0/prices/0")).isEqualTo(Json.parse(before));
        assertThat(rows.at("/0/prices/1/from").asText()).isEqualTo("2026-11-28");
        assertThat(rows.at("/0/prices/1/input").asText()).isEqualTo("0.1");
        assertThat(rows.at("/0/prices/1/longCacheWrites").asText()).isEqualTo("0.20");
        assertThat(rows.at("/0/prices/1/tiers/0/longCacheWrites").asText()).isEqualTo("1");
        assertThat(rows.at("/0/prices/1/tiers/0/cacheWrites").asText()).isEqualTo("0.625");
    }

    @Test
    @DisplayName("P10 prices that are the same keep their day and their source")
    void p10_samePrices_areKept() {
        Json once = refreshed(LITELLM, "");
        Json again = PublishedPrices.read(Json.parse(LITELLM))
                .refreshed(file("").with("models", once), DAY.plusDays(9), "later")
                .get("models");
        assertThat(again).isEqualTo(once);
    }

    @Test
    @DisplayName("P10 a file in another form is refused")
    void p10_otherForms_areRefused() {
        for (String other : List.of("{}", "{\"models\":[]}", "{\"openai\":{\"models\":{}}}")) {
            assertThatThrownBy(() -> PublishedPrices.read(Json.parse(other)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("models.dev");
        }
    }

    @Test
    @DisplayName("P10 the command reads a list from a file and from an address, without a key")
    void p10_command_updatesAFile() throws IOException {
        Path file = folder.resolve("models.json");
        Path list = Files.writeString(folder.resolve("api.json"), MODELS_DEV);
        assertThat(run("models", "--refresh", file.toString(), "--from", list.toString()))
                .isZero();
        assertThat(Json.parse(Files.readAllBytes(file))
                        .at("/models/0/prices/input")
                        .asText())
                .isEqualTo("0.1");
        try (ScriptedServer server = ScriptedServer.onPort(0)) {
            server.answers(ServerResponse.json(LITELLM));
            assertThat(run("models", "--refresh", file.toString(), "--from", server.address() + "/prices.json"))
                    .isZero();
        }
        Json small = Json.parse(Files.readAllBytes(file)).at("/models/0/prices");
        assertThat(small.get("longCacheWrites").asText()).isEqualTo("0.2");
        assertThat(small.get("source").asText()).contains("/prices.json, read on 20");
        assertThat(out.toString()).contains("2 of 2 models", "1 of 2 models");
        assertThat(run("models", "--from", list.toString())).isNotZero();
        assertThat(out.toString()).contains("--refresh");
    }

    private int run(String... args) {
        return Plumbline.run(new PrintWriter(out, true), new PrintWriter(out, true), args);
    }
}
