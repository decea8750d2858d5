package dev.plumbline.providers.format;

import dev.plumbline.http.internal.EndpointUrls;
import dev.plumbline.json.Json;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The differences of one server from others: a row of {@link ServiceTable}. Immutable.
 *
 * @param name the name for programs
 * @param shown the name for users; empty for that of the provider
 * @param place the suffix of its host, or {@code :port} on this machine; empty if it has no known address
 * @param keyVariable the environment variable that usually has its key
 * @param keyHeader the header with the key; {@code Authorization} means a bearer token
 * @param words its names of members that all servers have
 * @param traits its features
 * @param schemaRow the name of the row that says what it takes of JSON Schema
 * @param models whose rules for efforts count
 * @param defaultModel its small model for new programs, without an announced end; empty for none
 */
public record ServerDialect(
        String name,
        String shown,
        String place,
        String keyVariable,
        String keyHeader,
        MemberNames words,
        Set<Feature> traits,
        String schemaRow,
        ModelFamily.Group models,
        String defaultModel) {

    private static final List<LazyRow<ServerDialect>> CHAT = rows("chat");
    private static final List<LazyRow<ServerDialect>> OWN = rows("own");

    /** OpenAI itself. */
    public static final ServerDialect OPENAI = of("openai");

    /** Anthropic; its format uses only the key and the schemas of a dialect. */
    public static final ServerDialect ANTHROPIC = of("anthropic");

    /** Mistral, which refuses unknown members. */
    public static final ServerDialect MISTRAL = of("mistral");

    /** DeepSeek, which supports JSON mode but no schema. */
    public static final ServerDialect DEEPSEEK = of("deepseek");

    /** The Gemini API; its format uses only the key and the schemas of a dialect. */
    public static final ServerDialect GEMINI = named("gemini", OWN);

    /** Vertex AI, which has the format of the Gemini API. */
    public static final ServerDialect VERTEX = named("vertex", OWN);

    /** Amazon Bedrock; its format uses only the key and the schemas of a dialect. */
    public static final ServerDialect BEDROCK = named("bedrock", OWN);

    /** Ollama in its own format, which uses only the key of a dialect. */
    public static final ServerDialect OLLAMA = named("ollama", OWN);

    private static List<LazyRow<ServerDialect>> rows(String list) {
        List<LazyRow<ServerDialect>> rows = new ArrayList<>();
        for (ServiceTable.Row row : ServiceTable.lazyRows(list)) {
            rows.add(new LazyRow<>(row, ServerDialect::read));
        }
        return List.copyOf(rows);
    }

    private static ServerDialect read(Json row) {
        return new ServerDialect(
                row.get("name").asText(),
                ServiceTable.text(row, "shown", ""),
                ServiceTable.text(row, "place", ""),
                row.get("key").asText(),
                ServiceTable.text(row, "header", "Authorization"),
                MemberNames.read(row.get("words").exists() ? row.get("words") : Json.object()),
                ServiceTable.constants(row, "features", Feature.class),
                row.get("schemas").asText(),
                ModelFamily.Group.valueOf(ServiceTable.text(row, "models", ModelFamily.Group.OPENAI.name())),
                ServiceTable.text(row, "default", ""));
    }

    /**
     * Returns the dialect of that name.
     *
     * @throws IllegalArgumentException if there is none; lists the names
     */
    public static ServerDialect of(String name) {
        return named(name, CHAT);
    }

    private static ServerDialect named(String name, List<LazyRow<ServerDialect>> all) {
        for (LazyRow<ServerDialect> row : all) {
            if (row.text("name").equals(name)) {
                return row.get();
            }
        }
        throw new IllegalArgumentException("no dialect of that name; there are "
                + all.stream().map(row -> row.text("name")).collect(Collectors.joining(", ")));
    }

    /** Returns the dialect of a known address; the common dialect, which is the last one, for any other. */
    public static ServerDialect guess(URI base) {
        for (LazyRow<ServerDialect> row : CHAT) {
            if (isAt(base, row.text("place"))) {
                return row.get();
            }
        }
        return CHAT.get(CHAT.size() - 1).get();
    }

    /** Returns the services that have a default model. */
    public static List<ServerDialect> withDefaultModel() {
        return Stream.concat(CHAT.stream(), OWN.stream())
                .filter(row -> !row.text("default").isEmpty())
                .map(LazyRow::get)
                .toList();
    }

    private static boolean isAt(URI base, String place) {
        if (place.startsWith(":")) {
            return EndpointUrls.isLocal(base) && (":" + base.getPort()).equals(place);
        }
        String host = Optional.ofNullable(base.getHost()).orElse("").toLowerCase(Locale.ROOT);
        return !place.isEmpty() && (host.equals(place) || (place.startsWith(".") && host.endsWith(place)));
    }

    /** Returns what it takes of JSON Schema. */
    public AcceptedSchemas schemas() {
        return AcceptedSchemas.of(schemaRow);
    }

    /** Returns the name of the service or program for users; the id of the provider if it has none. */
    public String displayName(String id) {
        return shown.isEmpty() ? id : shown;
    }

    /** Returns whether it is a program that users start themselves. */
    public boolean isLocalServer() {
        return place.startsWith(":");
    }

    public boolean has(Feature trait) {
        return traits.contains(trait);
    }

    /** Returns a copy with an additional feature. */
    public ServerDialect with(Feature trait) {
        Set<Feature> more = EnumSet.of(trait);
        more.addAll(traits);
        return new ServerDialect(
                name, shown, place, keyVariable, keyHeader, words, Set.copyOf(more), schemaRow, models, defaultModel);
    }

    /**
     * A server's names of members that all servers have.
     *
     * @param maxTokens the member that limits the answer
     * @param seed the member that makes the answer reproducible
     * @param mustCall the value that forces a tool call
     * @param callIds the rule for valid ids of tool calls
     */
    public record MemberNames(String maxTokens, String seed, String mustCall, ToolCallIdMapper.Rule callIds) {

        private static MemberNames read(Json row) {
            return new MemberNames(
                    ServiceTable.text(row, "maxTokens", "max_tokens"),
                    ServiceTable.text(row, "seed", "seed"),
                    ServiceTable.text(row, "mustCall", "required"),
                    ToolCallIdMapper.Rule.of(
                            ServiceTable.text(row, "callIds", "[!-~]{1,40}"),
                            ServiceTable.number(row, "longestCallId", 40)));
        }
    }

    /** The features that only some servers support or require. */
    public enum Feature {
        /** Does not stream: sends the answer as a whole. */
        WHOLE_ANSWERS,
        /** Does not stream an answer that has to fit a schema. */
        WHOLE_SCHEMA_ANSWERS,
        /** Sends usage at the end of a stream on request. */
        STREAM_OPTIONS,
        /** Accepts the schema of an answer; a dialect without it has JSON mode and is sent the schema as text. */
        ANSWER_SCHEMA,
        /** Accepts the reasoning effort as {@code reasoning_effort}. */
        REASONING_EFFORT,
        /** Accepts {@code service_tier}. */
        SERVICE_TIER,
        /** Requires {@code reasoning_details} to be sent back. */
        REASONING_DETAILS,
        /** Switches thinking with {@code thinking}; accepts an effort only if it is on. */
        THINKING_SWITCH,
        /** Requires {@code reasoning_content} to be sent back with every message that has tool calls. */
        REASONING_WITH_CALLS,
        /** Accepts {@code reasoning_content} of the models whose family wants it back with its tool calls. */
        REASONING_OF_FAMILIES,
        /** Sends thinking as a part of the content, and accepts it as one. */
        THINKING_PARTS,
        /** Requires the tool's name in its result. */
        NAMED_RESULTS,
        /** Refuses a user's message right after a tool's result. */
        ANSWER_AFTER_RESULTS,
        /** Accepts system messages only before all others. */
        SYSTEM_IN_FRONT,
        /** May run a template of a model that refuses two messages of the user in a row. */
        ALTERNATING,
        /** Serves OpenAI's own models by OpenAI's rules; gateways have rules of their own. */
        OPENAI_MODELS,
        /** Fails before sending if a call has an option that cannot be sent. */
        FAILS_ON_UNSUPPORTED,
        /** Leaves out attachments of the newest message that cannot be sent, instead of failing before sending. */
        LEAVES_OUT_MEDIA
    }
}
