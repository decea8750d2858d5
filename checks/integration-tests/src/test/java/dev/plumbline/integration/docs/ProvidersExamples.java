package dev.plumbline.integration.docs;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.TypedKey;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.json.Json;
import dev.plumbline.keyring.SystemKeyring;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.BatchService;
import dev.plumbline.providers.BedrockConverse;
import dev.plumbline.providers.GeminiGenerateContent;
import dev.plumbline.providers.OllamaChat;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.TokenSource;
import dev.plumbline.runtime.AiRuntime;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** The programs of docs/providers.md, docs/gemini.md, docs/bedrock.md, docs/ollama.md and docs/logins.md, compiled. */
final class ProvidersExamples {

    private ProvidersExamples() {}

    static OpenAiResponses throughTheProxy(InetSocketAddress proxy, Secret key, Secret password, Path certificates) {
        NetworkSettings network = NetworkSettings.ofDefaults()
                .withProxy(ProxySelector.of(proxy)) // without it, the proxies of the system
                .withProxyLogin("anna", password) // sent only if the proxy asks for a login
                .withTrustFile(certificates); // PEM, in addition to those of the JDK; or withSystemTrust()
        return OpenAiResponses.builder().apiKey(key).network(network).build();
    }

    static String submitted(AiProvider provider, Map<String, AiCall> questions) {
        BatchService batches = BatchService.of(provider);
        Map<String, Json> requests = new LinkedHashMap<>();
        questions.forEach((name, call) -> requests.put(name, batches.request(call)));
        return batches.submit(requests); // keep this id: the answers come within a day
    }

    static Map<String, AiReturn> answered(AiProvider provider, String id, Map<String, AiCall> questions) {
        BatchService batches = BatchService.of(provider);
        Map<String, AiReturn> answers = new LinkedHashMap<>();
        if (batches.state(id).ended()) {
            batches.results(id).forEach((name, result) -> answers.put(name, batches.read(questions.get(name), result)));
        }
        return answers;
    }

    static GeminiGenerateContent vertex() {
        return GeminiGenerateContent.vertex("gemini-2.5-flash", "my-project", "europe-west4")
                .tokenSource(TokenSource.google())
                .build();
    }

    static ModelOptions grounded() {
        return ModelOptions.builder()
                .reasoning(ModelOptions.Reasoning.LOW)
                .addExtra(GeminiGenerateContent.SERVER_TOOLS, Json.parse("[{\"googleSearch\":{}}]"))
                .addRaw("generationConfig", Json.object().with("topK", 40))
                .build();
    }

    static BedrockConverse bedrock() {
        return BedrockConverse.builder("eu.anthropic.claude-sonnet-4-6", "eu-central-1")
                .tokenSource(TokenSource.aws())
                .build();
    }

    static ModelOptions guarded() {
        return ModelOptions.builder()
                .reasoning(ModelOptions.Reasoning.LOW)
                .addExtra(BedrockConverse.CITATIONS, true)
                .addRaw("guardrailConfig", Json.parse("{\"guardrailIdentifier\":\"g-1\",\"guardrailVersion\":\"1\"}"))
                .addRaw("additionalModelRequestFields", Json.object().with("top_k", 40))
                .build();
    }

    static ModelOptions longPlans() {
        return ModelOptions.builder()
                .reasoning(ModelOptions.Reasoning.LOW)
                .addExtra(OllamaChat.CONTEXT_SIZE, 32_768)
                .addExtra(OllamaChat.KEEP_ALIVE, "10m")
                .addRaw("options", Json.object().with("top_k", 40))
                .build();
    }

    static OpenAiChat byKeyring(Function<String, char[]> dialog) {
        SystemKeyring keyring = SystemKeyring.open("Wall planner"); // close it with the plug-in
        if (keyring.read("openai").isEmpty()) {
            char[] typed = dialog.apply("Key of OpenAI");
            keyring.store("openai", typed);
            Arrays.fill(typed, ' ');
        }
        return OpenAiChat.builder("gpt-5.5").apiKey(keyring.secret("openai")).build();
    }

    static OpenAiChat byEntra() {
        return OpenAiChat.builder("gpt-5.5")
                .baseUrl("https://NAME.openai.azure.com/openai/v1")
                .tokenSource(
                        TokenSource.entraDeviceCode("organizations", "CLIENT-ID", code -> show(code.userMessage())))
                .build();
    }

    private static void show(String sentence) {
        assert !sentence.isEmpty();
    }

    static TokenSource ofGateway(URI address, Secret password) {
        return TokenSource.of(client -> {
            Json answer = client.post(
                    address,
                    Map.of("grant_type", "client_credentials", "client_secret", new String(password.reveal())));
            Instant end = client.now().plusSeconds(answer.get("expires_in").asLong());
            return TokenSource.Token.bearer(
                    Secret.of(answer.get("access_token").asText().toCharArray()), end);
        });
    }

    static OpenAiChat routed(Secret gatewayKey) {
        return OpenAiChat.builder("openai/gpt-oss-120b")
                .baseUrl("https://openrouter.ai/api/v1")
                .apiKeyFromEnv()
                .addHeader("X-Title", "Floor plans")
                .addHeader("X-Gateway-Key", gatewayKey)
                .build();
    }

    static final TypedKey<String> TICKET = TypedKey.of("acme.ticket", String.class);

    static AiRuntime ticketed(Secret key, Supplier<String> tickets) {
        OpenAiChat gateway = OpenAiChat.builder("plans-large")
                .baseUrl("https://gateway.example.com/v1")
                .apiKey(key)
                .addHeader("X-Ticket", TICKET)
                .build();
        return AiRuntime.builder()
                .addProvider(gateway)
                .addRequestPolicy("ticket", call -> call.withAttribute(TICKET, tickets.get()))
                .build();
    }

    static ModelOptions fewTokens() {
        return ModelOptions.builder()
                .addRaw("top_k", Json.of(40))
                .addRaw("provider", Json.object().with("sort", "price"))
                .build();
    }

    static ModelOptions cached() {
        return ModelOptions.builder()
                .addExtra(OpenAiResponses.PROMPT_CACHE_KEY, "plan-7")
                .addExtra(OpenAiResponses.VERBOSITY, "low")
                .addExtra(OpenAiResponses.ALLOWED_TOOLS, Json.of(List.of("measure", "draw")))
                .build();
    }

    static ModelOptions searched() {
        return ModelOptions.builder()
                .addExtra(
                        AnthropicMessages.SERVER_TOOLS,
                        Json.parse(
                                "[{\"type\":\"tool_search_tool_bm25_20251119\",\"name\":\"tool_search_tool_bm25\"}]"))
                .addExtra(AnthropicMessages.STRICT_TOOLS, true)
                .addExtra(AnthropicMessages.CITATIONS, true)
                .build();
    }
}
