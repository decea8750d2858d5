package dev.plumbline.examples.sweethome3d;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.SecretStore;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.DiskResponseStore;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** How Plumbline is set up for a desk: who is asked, what he may do, what he is told. */
final class DeskRuntime {
    private static final String INSTRUCTIONS = """
            You work in the plan of a home, in Sweet Home 3D. Lengths are centimetres; x grows to the right, y downwards.
            Ids come from read_plan, catalogIds from find_furniture: look before you change something.
            Work with the tools, then say in a sentence or two what you did. Delete only what the user wants deleted.""";

    private DeskRuntime() {}

    static ConversationSession session(AiRuntime ai) {
        return ai.session(
                AiBody.builder()
                        .addSystem(INSTRUCTIONS)
                        .toolFilter("*")
                        .contextFilter("document")
                        .build(),
                SessionOptions.builder().namespace("sweethome3d").build());
    }

    static AiRuntime of(HomePlan plan, DeskSettings settings, SecretStore keys, Consumer<Question> questions) {
        return AiRuntime.builder()
                .addProvider(provider(settings, keys))
                .host(HostApplication.swing().withLocale(plan.locale()))
                .addTools(new ReadTools(plan).tools(), new DrawTools(plan).tools(), new EditTools(plan).tools())
                .addContext(
                        ContextSource.document(() -> PlanRevision.identity(plan), () -> PlanRevision.revision(plan)))
                .approvals(ApprovalRules.builder()
                        .allow("*")
                        .ask("#destructive")
                        .validWhileUnchanged("document")
                        .build())
                .questionHandler(questions)
                .cache(DiskResponseStore.of(cacheFolder()))
                .retry(RetryOptions.ofDefaults()
                        .withAttempts(3)
                        .withDelays(Duration.ofMillis(300), Duration.ofSeconds(20)))
                .build();
    }

    /** OpenAI itself gets responses, which its newest models need for tools. */
    private static AiProvider provider(DeskSettings settings, SecretStore keys) {
        String model = settings.model();
        ProviderBuilder<?> service = settings.url().startsWith("https://api.openai.com/")
                ? model.isEmpty() ? OpenAiResponses.builder() : OpenAiResponses.builder(model)
                : model.isEmpty() ? OpenAiChat.builder() : OpenAiChat.builder(model);
        ProviderBuilder<?> builder = service.baseUrl(settings.url()).connectTimeout(Duration.ofSeconds(2));
        return (settings.key().isEmpty() ? builder : builder.apiKey(keys.secret(settings.key()))).build();
    }

    private static Path cacheFolder() {
        return Path.of(System.getProperty("user.home"), ".cache", "plumbline", "sweethome3d");
    }
}
