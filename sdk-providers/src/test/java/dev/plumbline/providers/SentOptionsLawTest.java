package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ModelOptions.Reasoning;
import dev.plumbline.call.ModelOptions.ToolChoice;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.providers.format.FittingEncoder;
import dev.plumbline.providers.format.ProviderOptionKeys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/**
 * Whatever is set, in every format, for every server and model: an option is in the request as it was set, or a remark of the
 * call says that it is not.
 */
class SentOptionsLawTest {
    /** A part of the names of models in each row of the table of families. */
    private static final List<String> MODELS = List.of(
            "model-1",
            "gpt-4o",
            "gpt-5-mini",
            "gpt-5.5",
            "o3",
            "claude-3-5-haiku",
            "claude-haiku-4-5",
            "claude-opus-4-7",
            "anthropic.claude-sonnet-4-5-20250929-v1:0",
            "anthropic.claude-opus-4-7",
            "amazon.nova-lite-v1:0",
            "amazon.nova-2-lite-v1:0",
            "openai.gpt-oss-120b-1:0",
            "gemini-2.0-flash",
            "gemini-2.5-pro",
            "gemini-3-pro",
            "gpt-oss:20b",
            "openai/gpt-oss-120b",
            "qwen/qwen3-32b",
            "qwen3",
            "grok-4",
            "magistral-medium-latest",
            "mistral-large-latest",
            "deepseek-reasoner",
            "kimi-k2-thinking");

    /** A remark that comes without an effort, too. */
    private static final String OFF_FOR_TOOLS =
            "reasoning is switched off: in chat completions this model takes tools only without it; use OpenAiResponses";

    private static final Json CLOSED = Json.parse("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},"
            + "\"required\":[\"a\"],\"additionalProperties\":false}");

    /** An option, and the text of its value in a request; empty if it has another form in each format. */
    private enum Setting {
        TEMPERATURE("1.8125", options -> options.temperature(1.8125)),
        TOP_P("0.4375", options -> options.topP(0.4375)),
        LENGTH("7351", options -> options.maxOutputTokens(7_351)),
        SEED("918273645", options -> options.seed(918_273_645)),
        STOP("the-stop", options -> options.stop("the-stop")),
        RAW("the-raw", options -> options.addRaw("of_service", Json.of("the-raw"))),
        REQUIRED("", options -> options.toolChoice(ToolChoice.REQUIRED)),
        FORBIDDEN("", options -> options.toolChoice(ToolChoice.NONE)),
        LOW("", options -> options.reasoning(Reasoning.LOW)),
        MEDIUM("", options -> options.reasoning(Reasoning.MEDIUM)),
        HIGH("", options -> options.reasoning(Reasoning.HIGH)),
        EXTRA_HIGH("", options -> options.reasoning(Reasoning.EXTRA_HIGH)),
        MAX("", options -> options.reasoning(Reasoning.MAX)),
        TIER("the-tier", options -> options.addExtra(ProviderOptionKeys.SERVICE_TIER, "the-tier")),
        STORED("", options -> options.addExtra(ProviderOptionKeys.STORE, true)),
        SUMMARY("the-summary", options -> options.addExtra(ProviderOptionKeys.REASONING_SUMMARY, "the-summary")),
        CACHE_KEY("the-key", options -> options.addExtra(ProviderOptionKeys.PROMPT_CACHE_KEY, "the-key")),
        VERBOSITY("the-verbosity", options -> options.addExtra(ProviderOptionKeys.VERBOSITY, "the-verbosity")),
        ALLOWED("", options -> options.addExtra(ProviderOptionKeys.ALLOWED_TOOLS, Json.of(List.of("first")))),
        STRICT("", options -> options.addExtra(ProviderOptionKeys.STRICT_TOOLS, true)),
        SERVER_TOOLS(
                "the-server-tool",
                options -> options.addExtra(
                        ProviderOptionKeys.SERVER_TOOLS, Json.parse("[{\"type\":\"the-server-tool\"}]"))),
        CITATIONS("", options -> options.addExtra(ProviderOptionKeys.CITATIONS, true)),
        CONTEXT_SIZE("61357", options -> options.addExtra(ProviderOptionKeys.CONTEXT_SIZE, 61_357)),
        KEEP_ALIVE("77m", options -> options.addExtra(ProviderOptionKeys.KEEP_ALIVE, "77m")),
        CACHED("the-cache", options -> options.addExtra(ProviderOptionKeys.CACHED_CONTENT, "the-cache"));

        private static final Set<Setting> EFFORTS = EnumSet.of(LOW, MEDIUM, HIGH, EXTRA_HIGH, MAX);
        private static final Set<Setting> CHOICES = EnumSet.of(REQUIRED, FORBIDDEN);

        private final String value;
        private final UnaryOperator<ModelOptions.Builder> set;

        Setting(String value, UnaryOperator<ModelOptions.Builder> set) {
            this.value = value;
            this.set = set;
        }

        /** Returns the settings that replace this one, or that it makes void. */
        private Set<Setting> others() {
            Set<Setting> others = EnumSet.noneOf(Setting.class);
            if (this == ALLOWED) {
                others.add(FORBIDDEN); // then no tool is allowed
            } else if (this == STRICT) {
                others.addAll(CHOICES); // at Gemini, what must be called, or may be called alone, is strict
                others.add(ALLOWED);
            } else if (EFFORTS.contains(this)) {
                others.addAll(EFFORTS);
            } else if (CHOICES.contains(this)) {
                others.addAll(CHOICES);
            }
            others.remove(this);
            return others;
        }
    }

    /** What was sent, and what was remarked. */
    private record Request(String body, List<String> remarks) {}

    @Provide
    Arbitrary<RequestRoundTrip> forms() {
        List<RequestRoundTrip> more = Stream.of("groq", "xai", "compatible", "llama.cpp", "deepseek")
                .map(RequestRoundTrip::chat)
                .toList();
        return Arbitraries.of(
                Stream.concat(RequestRoundTrip.ALL.stream(), more.stream()).toList());
    }

    @Provide
    Arbitrary<String> models() {
        return Arbitraries.of(MODELS);
    }

    @Provide
    Arbitrary<Set<Setting>> settings() {
        return Arbitraries.of(Setting.class).set().ofMinSize(1).ofMaxSize(6);
    }

    private static Request sent(RequestRoundTrip form, String model, Set<Setting> settings, boolean shaped) {
        ModelOptions.Builder options = ModelOptions.builder();
        for (Setting each : EnumSet.copyOf(settings)) {
            options = each.set.apply(options);
        }
        Blob pdf = Blob.of("%PDF-1.4".getBytes(StandardCharsets.UTF_8), "application/pdf");
        List<String> remarks = new ArrayList<>();
        AiBody.Builder body = AiBody.builder()
                .add(new Interaction.User(List.of(Part.text("Draw."), new Part.File("walls.pdf", pdf))));
        AiCall.Builder call = AiCall.builder(
                        shaped ? body.outputSchema(CLOSED).build() : body.build(), new ModelId("scripted", model))
                .options(options.build())
                .tools(List.of(
                        new ToolDefinition("first", "", CLOSED, Optional.empty(), Set.of(), ""),
                        new ToolDefinition("second", "", CLOSED, Optional.empty(), Set.of(), "")))
                .sink(new RemarkSink(remarks));
        byte[] bytes = new FittingEncoder(form.encoder(), form.dialect()).encode(call.build());
        return new Request(new String(bytes, StandardCharsets.UTF_8), remarks);
    }

    @Property(tries = 4_000)
    @Tag("W11")
    void c60_option_isSentAsItWasSet_orRemarked(
            @ForAll("forms") RequestRoundTrip form,
            @ForAll("models") String model,
            @ForAll("settings") Set<Setting> chosen,
            @ForAll boolean shaped) {
        for (Setting each : chosen) {
            Set<Setting> settings = EnumSet.copyOf(chosen);
            settings.removeAll(each.others());
            check(form, model, each, settings, shaped);
        }
    }

    private static void check(
            RequestRoundTrip form, String model, Setting option, Set<Setting> settings, boolean shaped) {
        Set<Setting> without = EnumSet.copyOf(settings);
        without.remove(option);
        try {
            Request with = sent(form, model, settings, shaped);
            boolean isSent = option.value.isEmpty()
                    ? differs(form, model, option, without, shaped, with)
                    : with.body.contains(option.value);
            boolean isRemarked = !with.remarks.equals(sent(form, model, without, shaped).remarks)
                    || (Setting.EFFORTS.contains(option) && with.remarks.contains(OFF_FOR_TOOLS));
            assertThat(isSent || isRemarked)
                    .as(
                            "%s of %s with %s%s is sent or remarked: %s %s",
                            option, model, without, shaped ? " and a schema" : "", with.body, with.remarks)
                    .isTrue();
        } catch (AiException refused) {
            assertThat(refused.error().code()).isEqualTo("tools-of-responses");
        }
    }

    /** Returns whether a request differs from the one without the option, and from those with another value of it. */
    private static boolean differs(
            RequestRoundTrip form, String model, Setting option, Set<Setting> without, boolean shaped, Request with) {
        if (sent(form, model, without, shaped).body.equals(with.body)) {
            return false;
        }
        for (Setting other : option.others()) {
            Set<Setting> instead = EnumSet.copyOf(without);
            instead.add(other);
            Request request = sent(form, model, instead, shaped);
            if (request.body.equals(with.body) && request.remarks.equals(with.remarks)) {
                return false;
            }
        }
        return true;
    }
}
