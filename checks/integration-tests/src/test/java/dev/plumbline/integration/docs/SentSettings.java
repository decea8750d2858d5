package dev.plumbline.integration.docs;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.BedrockConverse;
import dev.plumbline.providers.GeminiGenerateContent;
import dev.plumbline.providers.OllamaChat;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What each provider sends for a setting, read from its requests: the table of docs/settings.md. */
final class SentSettings {
    /** The providers under the names of the table, each for one model. */
    static final Map<String, ProviderBuilder<? extends AiProvider>> PROVIDERS = providers();

    /** The settings under the names of the table. */
    static final Map<String, UnaryOperator<ModelOptions.Builder>> SETTINGS = settings();

    /** The members that a setting changed, and the trace of its call. */
    record Sent(Set<String> members, String trace) {
        String cell() {
            return members.isEmpty() ? "–" : "`" + String.join("`, `", members) + "`";
        }
    }

    private SentSettings() {}

    private static Map<String, ProviderBuilder<? extends AiProvider>> providers() {
        Map<String, ProviderBuilder<? extends AiProvider>> all = new LinkedHashMap<>();
        all.put("`OpenAiResponses`, gpt-5.5", OpenAiResponses.builder("gpt-5.5"));
        all.put("`OpenAiResponses`, gpt-4o", OpenAiResponses.builder("gpt-4o"));
        all.put(
                "`AnthropicMessages`",
                AnthropicMessages.builder("claude-haiku-5-5").apiVersion("2026-10-21"));
        all.put("`GeminiGenerateContent`", GeminiGenerateContent.builder("gemini-3.8-flash"));
        all.put(
                "`OpenAiChat`, Mistral",
                OpenAiChat.mistral("mistral-medium-latest").dialect("mistral"));
        all.put("`OpenAiChat`, DeepSeek", OpenAiChat.deepSeek("deepseek-chat").dialect("deepseek"));
        all.put("`BedrockConverse`, Claude", BedrockConverse.builder("eu.anthropic.claude-sonnet-4-6", "eu-central-1"));
        all.put("`OllamaChat`", OllamaChat.builder("qwen3"));
        all.put("`OpenAiChat`, a local server", OpenAiChat.builder("qwen3").dialect("compatible"));
        return all;
    }

    private static Map<String, UnaryOperator<ModelOptions.Builder>> settings() {
        Map<String, UnaryOperator<ModelOptions.Builder>> all = new LinkedHashMap<>();
        all.put("`temperature`", options -> options.temperature(0.25));
        all.put("`topP`", options -> options.topP(0.5));
        all.put("`maxOutputTokens`", options -> options.maxOutputTokens(777));
        all.put("`reasoning`", options -> options.reasoning(ModelOptions.Reasoning.LOW));
        all.put("`stop`", options -> options.stop("END"));
        all.put("`seed`", options -> options.seed(7));
        return all;
    }

    /** Returns the table as the page has it. */
    static String table(Map<String, Map<String, Sent>> sent) {
        StringBuilder table = new StringBuilder("| provider | " + String.join(" | ", SETTINGS.keySet()) + " |\n|"
                + "---|".repeat(SETTINGS.size() + 1) + "\n");
        sent.forEach((provider, cells) -> table.append("| " + provider)
                .append(String.join(
                        "",
                        cells.values().stream().map(cell -> " | " + cell.cell()).toList()))
                .append(" |\n"));
        return table.toString();
    }

    /** Asks each provider with each setting, at a server that refuses every request. */
    static Map<String, Map<String, Sent>> all() {
        Map<String, Map<String, Sent>> all = new LinkedHashMap<>();
        PROVIDERS.forEach((name, provider) -> {
            try (ScriptedServer server = ScriptedServer.onPort(0);
                    AiRuntime ai = AiRuntime.of(provider.apiKey(Secret.of("key".toCharArray()))
                            .baseUrl(server.address().toString())
                            .build())) {
                server.otherwise(request -> ServerResponse.json("{}").withStatus(400));
                all.put(name, of(ai, server));
            }
        });
        return all;
    }

    private static Map<String, Sent> of(AiRuntime ai, ScriptedServer server) {
        AiReturn unused = ai.send("Hello.", SessionOptions.none());
        Set<String> plain = members(last(server));
        Map<String, Sent> sent = new LinkedHashMap<>();
        SETTINGS.forEach((name, setting) -> {
            ModelOptions options = setting.apply(ModelOptions.builder()).build();
            AiReturn ret = ai.send("Hello.", SessionOptions.ofModel(options));
            Set<String> names = new LinkedHashSet<>();
            for (String member : members(last(server))) {
                if (!plain.contains(member)) {
                    names.add(member.substring(0, member.indexOf('=')));
                }
            }
            sent.put(name, new Sent(names, ret.trace().table()));
        });
        return sent;
    }

    private static Json last(ScriptedServer server) {
        return server.lastRequest().json();
    }

    /** Returns the members of a request with their values, nested ones with dots; those of lists under its name. */
    private static Set<String> members(Json request) {
        List<String> found = new ArrayList<>();
        collect("", request, found);
        return new LinkedHashSet<>(found);
    }

    private static void collect(String name, Json value, List<String> found) {
        switch (value.kind()) {
            case OBJECT ->
                value.fields().forEach((key, inner) -> collect(name.isEmpty() ? key : name + "." + key, inner, found));
            case ARRAY -> value.elements().forEach(inner -> collect(name, inner, found));
            default -> found.add(name + "=" + value.text());
        }
    }
}
