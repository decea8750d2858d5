package dev.plumbline.provider;

import dev.plumbline.call.ModelId;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.provider.ModelInfo.Capability;
import dev.plumbline.provider.ModelInfo.Prices;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads the file form of a catalogue, {@code plumbline-models/1}, as {@code docs/models.md} describes it. */
final class ModelCatalogReader {
    private static final String FORMAT = "plumbline-models/1";
    private static final Set<String> MEMBERS = Set.of(
            "id",
            "can",
            "cannot",
            "contextTokens",
            "maxOutputTokens",
            "aliases",
            "rank",
            "deprecated",
            "prices",
            "source",
            "shutdown");

    private static final Set<String> TIER =
            Set.of("above", "input", "cachedInput", "cacheWrites", "longCacheWrites", "output", "reasoning");

    private static final Set<String> PRICES = Set.of(
            "from",
            "input",
            "cachedInput",
            "cacheWrites",
            "longCacheWrites",
            "output",
            "reasoning",
            "tiers",
            "batch",
            "currency",
            "source");

    private ModelCatalogReader() {}

    static List<Row> read(byte[] utf8) {
        try {
            return rows(Json.parse(utf8));
        } catch (JsonException e) {
            throw new IllegalArgumentException("a file of models is JSON with a list of models: " + e.rule());
        }
    }

    private static List<Row> rows(Json file) {
        if (!Json.of(FORMAT).equals(file.get("format"))) {
            throw new IllegalArgumentException("a file of models says \"format\": \"" + FORMAT + "\"");
        }
        List<Json> models = file.get("models").elements();
        List<Row> rows = new ArrayList<>();
        for (Json model : models) {
            Row row = new Row(rows.size(), model);
            row.check();
            rows.add(row);
        }
        return rows;
    }

    /**
     * One row of the file.
     *
     * @param index its index, from 0
     * @param json its JSON
     */
    record Row(int index, Json json) {

        private void check() {
            Set<String> others = new LinkedHashSet<>(json.fields().keySet());
            others.removeAll(MEMBERS);
            if (!others.isEmpty()) {
                throw new IllegalArgumentException(
                        "models[" + index + "] has members that are none of " + sorted(MEMBERS));
            }
            over(ModelInfo.unknown(id()));
        }

        ModelId id() {
            if (!json.get("id").exists()) {
                throw new IllegalArgumentException("models[" + index + "].id is missing");
            }
            return member("id", id -> ModelId.parse(id.asText()), ModelId.NONE);
        }

        /** Returns the known model, updated by the row. */
        ModelInfo over(ModelInfo known) {
            try {
                return new ModelInfo(
                        known.id(),
                        member("can", Row::capabilities, known.capabilities()),
                        member("cannot", Row::capabilities, known.lacks()),
                        member("contextTokens", Json::asInt, known.contextTokens()),
                        member("maxOutputTokens", Json::asInt, known.maxOutputTokens()),
                        member("aliases", Row::names, known.aliases()),
                        member("rank", Json::asInt, known.rank()),
                        member("deprecated", Json::asBoolean, known.deprecated()),
                        member("prices", Row::prices, known.prices()),
                        member("source", Json::asText, known.source()),
                        member("shutdown", Row::date, known.shutdown()));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("models[" + index + "]: " + e.getMessage());
            }
        }

        private <T> T member(String name, Function<Json, T> read, T otherwise) {
            Json value = json.get(name);
            if (!value.exists()) {
                return otherwise;
            }
            try {
                return read.apply(value);
            } catch (JsonException | IllegalArgumentException e) {
                throw new IllegalArgumentException("member " + name + ": " + rule(e));
            }
        }

        private static String rule(RuntimeException e) {
            return e instanceof JsonException json ? json.rule() : String.valueOf(e.getMessage());
        }

        private static Set<Capability> capabilities(Json list) {
            Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
            for (Json name : list.elements()) {
                capabilities.add(capability(name.asText()));
            }
            return capabilities;
        }

        private static Capability capability(String name) {
            try {
                return Capability.valueOf(name);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("a capability is one of " + List.of(Capability.values()));
            }
        }

        private static Set<String> names(Json list) {
            Set<String> names = new LinkedHashSet<>();
            for (Json name : list.elements()) {
                names.add(name.asText());
            }
            return names;
        }

        private static Optional<LocalDate> date(Json date) {
            return Optional.of(day(date));
        }

        private static LocalDate day(Json date) {
            try {
                return LocalDate.parse(date.asText());
            } catch (DateTimeParseException e) {
                throw new IllegalArgumentException("a date is year-month-day, e.g. 2026-12-11");
            }
        }

        /** Returns one set of prices, or several with their first days. */
        private static List<Prices> prices(Json prices) {
            List<Prices> read = new ArrayList<>();
            for (Json each : prices.kind() == Json.Kind.ARRAY ? prices.elements() : List.of(prices)) {
                read.add(price(each));
            }
            return read;
        }

        private static Prices price(Json prices) {
            if (hasOthers(prices, PRICES) || !prices.get("from").exists()) {
                throw new IllegalArgumentException("prices have a first day \"from\" and none but " + sorted(PRICES));
            }
            return new Prices(
                    day(prices.get("from")),
                    tokens(prices),
                    tiers(prices.get("tiers")),
                    optional(prices.get("batch")),
                    prices.get("currency").asText(),
                    prices.get("source").exists() ? prices.get("source").asText() : "");
        }

        private static boolean hasOthers(Json prices, Set<String> members) {
            return !members.containsAll(prices.fields().keySet());
        }

        private static List<Prices.Tier> tiers(Json list) {
            List<Prices.Tier> tiers = new ArrayList<>();
            for (Json tier : list.exists() ? list.elements() : List.<Json>of()) {
                if (hasOthers(tier, TIER)) {
                    throw new IllegalArgumentException("a tier of prices may only have " + sorted(TIER));
                }
                tiers.add(new Prices.Tier(tier.get("above").asLong(), tokens(tier)));
            }
            return tiers;
        }

        private static Prices.Tokens tokens(Json prices) {
            return new Prices.Tokens(
                    decimal(prices.get("input")),
                    optional(prices.get("cachedInput")),
                    optional(prices.get("cacheWrites")),
                    optional(prices.get("longCacheWrites")),
                    decimal(prices.get("output")),
                    optional(prices.get("reasoning")));
        }

        private static String optional(Json price) {
            return price.exists() ? decimal(price) : "";
        }

        /** Returns a price given as text or as number; JSON numbers keep their decimals here. */
        private static String decimal(Json price) {
            return price.kind() == Json.Kind.NUMBER ? price.asDecimal().toPlainString() : price.asText();
        }

        private static List<String> sorted(Set<String> names) {
            return names.stream().sorted().toList();
        }
    }
}
