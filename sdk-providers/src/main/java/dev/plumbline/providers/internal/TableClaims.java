package dev.plumbline.providers.internal;

import dev.plumbline.call.AiCall;
import dev.plumbline.json.Json;
import dev.plumbline.providers.format.FittingEncoder;
import dev.plumbline.providers.format.ModelFamily;
import dev.plumbline.providers.format.ModelFamily.Group;
import dev.plumbline.providers.format.ModelFamily.Trait;
import dev.plumbline.providers.format.ServerDialect;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the table of services says of a model, as requests that show whether it is true. A request is the body alone, in the
 * format of the service; whoever sends it compares what the service says with {@link Claim#taken}.
 */
public final class TableClaims {
    private static final Json SCHEMA =
            Json.parse("{\"type\":\"object\",\"properties\":{\"yes\":{\"type\":\"boolean\"}},"
                    + "\"required\":[\"yes\"],\"additionalProperties\":false}");
    private static final List<String> EFFORTS = List.of("none", "minimal", "low", "medium", "high", "xhigh", "max");

    private final String api;
    private final ServerDialect dialect;
    private final ModelFamily family;
    private final String model;
    private final Json plain;
    private final List<Claim> claims = new ArrayList<>();

    private TableClaims(String api, ServerDialect dialect, String model) {
        this.api = api;
        this.dialect = dialect;
        this.model = model;
        this.family = ModelFamily.of(api.equals("messages") ? Group.CLAUDE : dialect.models(), model);
        Json question = Json.object().with("role", "user").with("content", "Answer with the word yes.");
        Json named = Json.object().with("model", model);
        this.plain = api.equals("messages")
                ? named.with("max_tokens", 2_000).with("messages", List.of(question))
                : named.with(api.equals("responses") ? "input" : "messages", List.of(question));
    }

    /**
     * Returns the twelve claims about a model, or fewer where its format has fewer options.
     *
     * @param api {@code chat}, {@code responses} or {@code messages}
     * @param base the address of the service
     */
    public static List<Claim> of(String api, URI base, String model) {
        TableClaims all = new TableClaims(api, ServerDialect.guess(base), model);
        all.efforts();
        all.options();
        all.schemas();
        return List.copyOf(all.claims);
    }

    private boolean isChat() {
        return api.equals("chat");
    }

    private boolean isMessages() {
        return api.equals("messages");
    }

    private void efforts() {
        for (String word : EFFORTS) {
            Json effort = Json.object().with("effort", word);
            Json request = isChat()
                    ? plain.with("reasoning_effort", word)
                    : isMessages()
                            ? plain.with("thinking", Json.object().with("type", "adaptive"))
                                    .with("output_config", effort)
                            : plain.with("reasoning", effort);
            if (isMessages() && List.of("none", "minimal").contains(word)) {
                continue;
            }
            Set<String> words = new LinkedHashSet<>(family.efforts().words());
            boolean taken = words.contains(word);
            String other = EFFORTS.stream()
                    .filter(each -> each.equals(word) ? !taken : words.contains(each))
                    .collect(Collectors.joining(" "));
            claim("effort " + word, request, taken, "efforts", Json.of(other));
        }
    }

    private void options() {
        boolean sampled = isMessages() ? family.has(Trait.SAMPLED) : family.takesSampling(Optional.empty());
        claim(
                "temperature",
                plain.with("temperature", Json.parse("0.5")),
                sampled,
                isMessages() ? "traits" : "sampling",
                isMessages() ? traits(Trait.SAMPLED) : Json.of(sampled ? "NEVER" : "ALWAYS"));
        if (isChat()) {
            claim("stop", plain.with("stop", List.of("STOP")), family.has(Trait.STOPS), "traits", traits(Trait.STOPS));
        }
        boolean forced = !isMessages() || family.has(Trait.FORCED);
        Json must = isMessages()
                ? Json.object().with("type", "any")
                : Json.of(dialect.words().mustCall());
        claim("forced tool", tooled().with("tool_choice", must), forced, "traits", traits(Trait.FORCED));
    }

    private void schemas() {
        boolean shaped =
                isMessages() ? family.has(Trait.SHAPED) : !isChat() || dialect.has(ServerDialect.Feature.ANSWER_SCHEMA);
        claim("schema", shaped(plain), shaped, isMessages() ? "traits" : "features", traits(Trait.SHAPED));
        boolean together = shaped && !dialect.schemas().isApart(model);
        claim("schema beside a tool", shaped(tooled()), together, "apart", Json.of(together ? "." : ""));
    }

    private Json traits(Trait trait) {
        return Json.of(Arrays.stream(Trait.values())
                .filter(each -> (each == trait) != family.has(each))
                .map(Enum::name)
                .toList());
    }

    private Json tooled() {
        Json tool = Json.object().with("name", "report").with("description", "Reports yes.");
        Json function = tool.with("parameters", SCHEMA);
        Json own = isMessages()
                ? tool.with("input_schema", SCHEMA)
                : isChat()
                        ? Json.object().with("type", "function").with("function", function)
                        : function.with("type", "function");
        Json without =
                isChat() && family.has(Trait.TOOLS_WITHOUT_REASONING) ? plain.with("reasoning_effort", "none") : plain;
        return without.with("tools", List.of(own));
    }

    private Json shaped(Json request) {
        Json format = Json.object().with("type", "json_schema");
        Json named = Json.object().with("name", "answer").with("strict", true).with("schema", SCHEMA);
        if (isMessages()) {
            return request.with("output_config", Json.object().with("format", format.with("schema", SCHEMA)));
        }
        return isChat()
                ? request.with("response_format", format.with("json_schema", named))
                : request.with("text", Json.object().with("format", named.with("type", "json_schema")));
    }

    private void claim(String name, Json request, boolean taken, String member, Json other) {
        claims.add(new Claim(name, request, taken, family.row(), member, other));
    }

    /**
     * One thing that the table says.
     *
     * @param name what is claimed
     * @param request the body of a request that shows it
     * @param taken whether the service takes the request, if the table is right
     * @param row the row of the family
     * @param member the member that says so
     * @param other its value if the table is wrong
     */
    public record Claim(String name, Json request, boolean taken, Json row, String member, Json other) {

        /** Returns a call whose request is this one. */
        public AiCall in(AiCall call) {
            return call.withAttribute(FittingEncoder.BODY, request);
        }

        /** Returns the change of the table, if it is wrong, as the lines of a patch. */
        public String patch() {
            Json before = row.get(member);
            return "services.json, the row of " + row.get("of").asText() + " "
                    + row.get("names").text() + "\n"
                    + (before.exists() ? "- \"" + member + "\": " + before.text() + "\n" : "")
                    + "+ \"" + member + "\": " + other.text();
        }
    }
}
