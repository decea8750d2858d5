package dev.plumbline.cli;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A published list of models with their prices, sizes and capabilities: {@code api.json} of models.dev, or {@code model_prices_and_context_window.json} of
 * LiteLLM. Its prices are in USD. Immutable.
 */
final class PublishedPrices {
    private static final int TIMEOUT = 30_000;
    private static final int MILLION = 6;
    private static final long OLD_TIER = 200_000;

    private static final Pattern ADDRESS = Pattern.compile("https?://.*", Pattern.CASE_INSENSITIVE);

    /** The ids of our providers, by the names of services in the lists. */
    private static final Map<String, String> SERVICES = Map.of(
            "openai", "openai",
            "anthropic", "anthropic",
            "mistral", "mistral",
            "deepseek", "deepseek",
            "google", "gemini",
            "gemini", "gemini",
            "amazon-bedrock", "bedrock",
            "bedrock", "bedrock",
            "bedrock_converse", "bedrock");

    /** Our members of prices, by those of models.dev. */
    private static final Map<String, String> MODELS_DEV = Map.of(
            "input", "input",
            "output", "output",
            "reasoning", "reasoning",
            "cache_read", "cachedInput",
            "cache_write", "cacheWrites");

    /** Our members of prices, by those of LiteLLM, which are of one token. */
    private static final Map<String, String> LITELLM = Map.of(
            "input_cost_per_token", "input",
            "output_cost_per_token", "output",
            "output_cost_per_reasoning_token", "reasoning",
            "cache_read_input_token_cost", "cachedInput",
            "cache_creation_input_token_cost", "cacheWrites",
            "cache_creation_input_token_cost_above_1hr", "longCacheWrites");

    private static final Pattern LITELLM_TIER = Pattern.compile("input_cost_per_token_above_(\\d{1,6})k_tokens");

    /** The members that a list states, by the id of a model: prices, {@code tiers}, {@code batch}. */
    private final Map<String, Json> prices = new TreeMap<>();

    /** Our capabilities, by the members of LiteLLM and of models.dev that say so. */
    private static final Map<String, String> CAPABILITIES = Map.of(
            "supports_function_calling", "TOOLS",
            "tool_call", "TOOLS",
            "supports_response_schema", "JSON_SCHEMA",
            "structured_output", "JSON_SCHEMA",
            "supports_reasoning", "REASONING",
            "reasoning", "REASONING",
            "supports_vision", "IMAGE_INPUT",
            "supports_prompt_caching", "PROMPT_CACHE");

    /** What a list states of a model apart from its prices: sizes and capabilities, by its id. */
    private final Map<String, Json> facts = new TreeMap<>();

    /** The days of ends, by the id of a model. */
    private final Map<String, String> ends = new TreeMap<>();

    private PublishedPrices() {}

    /** Returns the content of a file, or of an address of HTTP. */
    static byte[] load(String list) throws IOException {
        if (!ADDRESS.matcher(list).matches()) {
            return Files.readAllBytes(Path.of(list));
        }
        URLConnection connection = URI.create(list).toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT);
        connection.setReadTimeout(TIMEOUT);
        try (InputStream in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }

    /**
     * Reads a list in one of the two forms.
     *
     * @throws IllegalArgumentException if it is in neither, or has no price of a service that we know
     */
    static PublishedPrices read(Json list) {
        PublishedPrices read = new PublishedPrices();
        list.fields().forEach((name, entry) -> {
            if (entry.get("models").kind() == Json.Kind.OBJECT) {
                entry.get("models").fields().forEach((model, row) -> read.modelsDev(name, model, row));
            } else if (entry.get("litellm_provider").kind() == Json.Kind.STRING) {
                read.liteLlm(entry.get("litellm_provider").asText(), name, entry);
            }
        });
        if (read.prices.isEmpty()) {
            throw new IllegalArgumentException("a list of prices is api.json of models.dev, or"
                    + " model_prices_and_context_window.json of LiteLLM");
        }
        return read;
    }

    private void modelsDev(String service, String model, Json row) {
        Json cost = row.get("cost");
        String provider = SERVICES.get(service);
        Json stated = renamed(cost, MODELS_DEV, "", 0);
        if (provider == null || !isWhole(stated)) {
            return;
        }
        List<Json> tiers = new ArrayList<>();
        if (cost.get("tiers").kind() == Json.Kind.ARRAY) {
            for (Json tier : cost.get("tiers").elements()) {
                tiers.add(tier(tier.at("/tier/size").asLong(), stated, renamed(tier, MODELS_DEV, "", 0)));
            }
        } else if (cost.get("context_over_200k").exists()) {
            tiers.add(tier(OLD_TIER, stated, renamed(cost.get("context_over_200k"), MODELS_DEV, "", 0)));
        }
        prices.put(provider + ":" + model, tiers.isEmpty() ? stated : stated.with("tiers", tiers));
        Json limit = row.get("limit");
        facts.put(provider + ":" + model, facts(row, limit.get("context"), limit.get("output")));
    }

    private void liteLlm(String service, String name, Json row) {
        String provider = SERVICES.get(service);
        Json stated = renamed(row, LITELLM, "", MILLION);
        String model = name.startsWith(service + "/") ? name.substring(service.length() + 1) : name;
        if (provider == null || model.contains("/") || !isWhole(stated)) {
            return;
        }
        List<Json> tiers = new ArrayList<>();
        for (int thousands : tiersOf(row)) {
            Json own = renamed(row, LITELLM, "_above_" + thousands + "k_tokens", MILLION);
            tiers.add(tier(1_000L * thousands, stated, own));
        }
        Json tiered = tiers.isEmpty() ? stated : stated.with("tiers", tiers);
        String id = provider + ":" + model;
        prices.put(id, withBatch(tiered, row));
        facts.put(id, facts(row, row.get("max_input_tokens"), row.get("max_output_tokens")));
        if (row.get("deprecation_date").kind() == Json.Kind.STRING) {
            ends.put(id, LocalDate.parse(row.get("deprecation_date").asText()).toString());
        }
    }

    private static Json facts(Json row, Json context, Json output) {
        Json facts = Json.object();
        if (isSize(context)) {
            facts = facts.with("contextTokens", context);
        }
        if (isSize(output)) {
            facts = facts.with("maxOutputTokens", output);
        }
        List<String> can = CAPABILITIES.entrySet().stream()
                .filter(each -> row.get(each.getKey()).equals(Json.of(true)))
                .map(Map.Entry::getValue)
                .distinct()
                .sorted()
                .toList();
        return can.isEmpty() ? facts : facts.with("can", can);
    }

    private static boolean isSize(Json tokens) {
        return tokens.kind() == Json.Kind.NUMBER && tokens.asDecimal().signum() > 0;
    }

    /** Returns the lengths above which a row has other prices, the shortest first. */
    private static Set<Integer> tiersOf(Json row) {
        Set<Integer> found = new TreeSet<>();
        for (String member : row.fields().keySet()) {
            Matcher matcher = LITELLM_TIER.matcher(member);
            if (matcher.matches()) {
                found.add(Integer.parseInt(matcher.group(1)));
            }
        }
        return found;
    }

    private static boolean isWhole(Json stated) {
        return stated.get("input").exists() && stated.get("output").exists();
    }

    /** Returns the prices of a tier; what it does not state is as below it. */
    private static Json tier(long above, Json below, Json own) {
        Json tier = Json.object().with("above", above);
        for (Json stated : List.of(below, own)) {
            for (Map.Entry<String, Json> member : stated.fields().entrySet()) {
                tier = tier.with(member.getKey(), member.getValue());
            }
        }
        return tier;
    }

    /** Returns the members under our names, as decimals of a million tokens. */
    private static Json renamed(Json row, Map<String, String> names, String suffix, int places) {
        Json ours = Json.object();
        for (Map.Entry<String, String> name : new TreeMap<>(names).entrySet()) {
            Json price = row.get(name.getKey() + suffix);
            if (price.kind() == Json.Kind.NUMBER) {
                ours = ours.with(name.getValue(), plain(price.asDecimal().movePointRight(places)));
            }
        }
        return ours;
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    /** Adds the share of the prices that a batch costs, if it is the same for input and output. */
    private static Json withBatch(Json stated, Json row) {
        BigDecimal input = share(row, "input_cost_per_token");
        return input.signum() > 0 && input.compareTo(share(row, "output_cost_per_token")) == 0
                ? stated.with("batch", plain(input))
                : stated;
    }

    private static BigDecimal share(Json row, String price) {
        Json batch = row.get(price + "_batches");
        BigDecimal whole = row.get(price).asDecimal();
        return batch.kind() != Json.Kind.NUMBER || whole.signum() <= 0
                ? BigDecimal.ZERO
                : batch.asDecimal().divide(whole, 4, RoundingMode.HALF_UP);
    }

    /**
     * Returns a file of models with these prices from a day on. Rows of models that the list does not have, members that
     * it does not state and prices in another currency are kept; prices that are the same keep their day. A file without
     * rows gets a row for each model of the list.
     */
    Json refreshed(Json file, LocalDate today, String source) {
        List<Json> rows = new ArrayList<>(file.get("models").elements());
        if (rows.isEmpty()) {
            prices.keySet().forEach(id -> rows.add(Json.object().with("id", id)));
        }
        rows.replaceAll(row -> refreshedRow(row, today, source));
        return file.with("models", rows);
    }

    /** Returns how many rows of a file have a price in this list. */
    long count(Json file) {
        return file.get("models").elements().stream()
                .filter(row -> prices.containsKey(row.get("id").asText()))
                .count();
    }

    private Json refreshedRow(Json row, LocalDate today, String source) {
        String id = row.get("id").asText();
        Json stated = prices.get(id);
        String end = ends.get(id);
        Json stating = withFacts(row, facts.getOrDefault(id, Json.object()));
        Json ended = end == null ? stating : stating.with("deprecated", true).with("shutdown", end);
        if (stated == null) {
            return ended;
        }
        Map<String, Json> byDay = new TreeMap<>();
        Json given = row.get("prices");
        for (Json each : given.kind() == Json.Kind.ARRAY
                ? given.elements()
                : given.exists() ? List.of(given) : List.<Json>of()) {
            byDay.put(each.get("from").asText(), each);
        }
        Json last = byDay.entrySet().stream()
                .filter(each -> each.getKey().compareTo(today.toString()) <= 0)
                .reduce((earlier, later) -> later)
                .map(Map.Entry::getValue)
                .orElse(Json.object());
        Json now = over(last, stated);
        boolean isForeign =
                last.get("currency").exists() && !last.get("currency").equals(Json.of("USD"));
        if (isForeign || isSame(last, now)) {
            return ended;
        }
        byDay.put(
                today.toString(),
                now.with("from", today.toString()).with("currency", "USD").with("source", source));
        return ended.with("prices", byDay.size() == 1 ? byDay.get(today.toString()) : new ArrayList<>(byDay.values()));
    }

    /** Returns a row with the sizes that a list states, and with its capabilities beside those that the row has. */
    private static Json withFacts(Json row, Json facts) {
        Json stating = row;
        for (Map.Entry<String, Json> fact : facts.fields().entrySet()) {
            Set<Json> all = new LinkedHashSet<>();
            if (fact.getKey().equals("can")) {
                if (row.get("can").exists()) {
                    all.addAll(row.get("can").elements());
                }
                all.addAll(fact.getValue().elements());
            }
            stating = stating.with(fact.getKey(), all.isEmpty() ? fact.getValue() : List.copyOf(all));
        }
        return stating;
    }

    /** Returns the prices of before, with what a list states; a tier keeps what the list does not state of it. */
    private static Json over(Json before, Json stated) {
        Json all = before;
        for (Map.Entry<String, Json> member : stated.fields().entrySet()) {
            if (!member.getKey().equals("tiers")) {
                all = all.with(member.getKey(), member.getValue());
            }
        }
        if (!stated.get("tiers").exists()) {
            return all;
        }
        Map<Long, Json> tiers = new LinkedHashMap<>();
        if (before.get("tiers").exists()) {
            before.get("tiers")
                    .elements()
                    .forEach(tier -> tiers.put(tier.get("above").asLong(), tier));
        }
        List<Json> merged = new ArrayList<>();
        for (Json tier : stated.get("tiers").elements()) {
            merged.add(over(tiers.getOrDefault(tier.get("above").asLong(), Json.object()), tier));
        }
        return all.with("tiers", merged);
    }

    /** Returns whether two sets of prices cost the same, however their decimals are written. */
    private static boolean isSame(Json one, Json other) {
        return normal(one).equals(normal(other));
    }

    private static Map<String, Object> normal(Json prices) {
        Map<String, Object> members = new TreeMap<>();
        prices.fields().forEach((name, value) -> {
            switch (name) {
                case "from", "source", "currency" -> {}
                case "tiers" ->
                    members.put(
                            name,
                            value.elements().stream()
                                    .map(PublishedPrices::normal)
                                    .toList());
                default ->
                    members.put(
                            name,
                            plain(
                                    value.kind() == Json.Kind.NUMBER
                                            ? value.asDecimal()
                                            : new BigDecimal(value.asText())));
            }
        });
        return members;
    }
}
