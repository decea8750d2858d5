package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.TypedKey;
import dev.plumbline.event.AiError;
import dev.plumbline.plugin.Extension;
import dev.plumbline.policies.Policies;
import dev.plumbline.policies.PromptTemplateOptions;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.store.DiskResponseStore;
import dev.plumbline.time.Scheduler;
import dev.plumbline.views.ChatPanel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The programs of docs/policies.md. */
final class PoliciesExamples {
    static final RequestPolicy IN_MILLIMETRES =
            call -> call.withAdded(new Interaction.System("All lengths are millimetres."));

    static final ResponsePolicy WITHOUT_DASHES = (ret, call) -> ret.mapText(text -> text.replace('–', '-'));

    static final ResponsePolicy WITHOUT_TABS =
            ResponsePolicy.filter(call -> DeltaFilter.byLine(line -> line.replace("\t", "  ")));

    static void withOwnWords(ChatPanel panel) {
        panel.errorText(error -> error.code().equals("no-drawing") ? error.message() : error.userMessage());
    }

    static final Policy ONLY_DRAWINGS = (call, next) -> call.namespace().isEmpty()
            ? AiReturn.failed(AiError.of(AiError.Category.POLICY_DENIED, "no-drawing", "open a drawing first"))
            : next.proceed(call);

    private PoliciesExamples() {}

    /** Asks once more after an empty answer: without text, tool calls, or anything that the view has received. */
    record SecondTry() implements Policy {
        @Override
        public AiReturn around(AiCall call, Next next) {
            AiReturn ret = next.proceed(call);
            boolean isEmpty =
                    ret.isOk() && ret.text().isEmpty() && ret.toolCalls().isEmpty();
            return isEmpty && !call.sink().hasDelivered() ? next.proceed(call) : ret;
        }

        @Override
        public boolean mayRepeat() {
            return true;
        }
    }

    static AiRuntime sharing(AiProvider provider, BudgetStore budgets) {
        return AiRuntime.builder()
                .addProvider(provider)
                .policyOrder(order -> order.last(
                                "quota", Policies.quota(1_000, Duration.ofDays(1), order.time(), budgets))
                        .last("breaker", Policies.circuitBreaker(5, Duration.ofMinutes(1), order.time(), budgets)))
                .build();
    }

    static AiRuntime arranged(AiProvider provider, Extension audit, Policy ownRetry) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addExtension("audit", audit)
                .policyOrder(order -> order.moveAfter("audit-log", "retry") // for each attempt, not once for each call
                        .replace("retry", ownRetry)
                        .without("models")
                        .whenPresent("plan-style", now -> now.without("plan-style"))) // of a plugin
                .build();
    }

    static AiRuntime listed(AiProvider provider, ResponseStore store) {
        return AiRuntime.builder()
                .addProvider(provider)
                .policyOrder(order -> order.withoutAll()
                        .last("context", Policies.contextInjection())
                        .last("cache", Policies.localCache(store, order.time()))
                        .last("retry", Policies.retry(RetryOptions.ofDefaults(), order.time(), Math::random)))
                .build();
    }

    /** A note for the policies further in: the turn has little time left, so do not ask twice. */
    static final TypedKey<Boolean> HURRIED = TypedKey.of("acme.hurried", Boolean.class);

    static Policy watchingTheTime(Scheduler time) {
        return (call, next) -> {
            long began = time.nanoTime();
            boolean hurried = call.budget().timeLeft().compareTo(Duration.ofSeconds(20)) < 0;
            AiReturn ret = next.proceed(call.withAttribute(HURRIED, hurried));
            call.addRemark(
                    TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - began) + " ms" + (hurried ? ", hurried" : ""));
            return ret;
        };
    }

    static AiRuntime withPolicies(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addRequestPolicy("units", IN_MILLIMETRES)
                .addResponsePolicy("dashes", WITHOUT_DASHES)
                .addResponsePolicy("tabs", WITHOUT_TABS)
                .addPolicy("drawing", ONLY_DRAWINGS)
                .addPolicy("second-try", new SecondTry())
                .build();
    }

    /** Notes that a person reads and edits. */
    static final class Notes {
        private final List<String> lines = new CopyOnWriteArrayList<>();

        List<String> lines() {
            return lines;
        }

        ContextSource source() {
            return ContextSource.of("notes", () -> List.copyOf(lines));
        }
    }

    /** The paragraphs of a handbook that share a word with the question. */
    record Handbook(List<String> paragraphs) {
        ContextSource source() {
            return ContextSource.of("handbook", asked -> about(asked.input().text()))
                    .withTimeout(Duration.ofSeconds(1));
        }

        private List<String> about(String question) {
            Set<String> asked = words(question);
            return paragraphs.stream()
                    .filter(paragraph -> words(paragraph).stream().anyMatch(asked::contains))
                    .limit(3)
                    .toList();
        }

        private static Set<String> words(String text) {
            return Arrays.stream(text.toLowerCase(Locale.ROOT).split("\\W+"))
                    .filter(word -> word.length() > 3)
                    .collect(Collectors.toSet());
        }
    }

    static AiRuntime informed(AiProvider provider, Notes notes, Handbook handbook) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addContext("units", () -> "mm")
                .addContext(notes.source())
                .addContext(handbook.source())
                .build();
    }

    static AiRuntime instructed(AiProvider provider, String office) {
        return AiRuntime.builder()
                .addProvider(provider)
                .templates(PromptTemplateOptions.ofDefaults()
                        .withValue("office", () -> office)
                        .withGuideline("draw*", "Draw walls before doors.")
                        .withInstruction("Answer in {language:English}.")
                        .withStrict())
                .build();
    }

    static final AiBody DRAFTSMAN = AiBody.builder()
            .addSystem("You draw for {office}. {instructions} Write coordinates as {{x}}, {{y}}.")
            .addUser("Draw a room.")
            .build();

    static String explained(AiRuntime ai) {
        AiCall call = AiCall.of(DRAFTSMAN, ModelId.parse("scripted:script"));
        return ai.explain(call).table();
    }

    static AiRuntime reliable(AiProvider service, AiProvider local, Path folder) {
        return AiRuntime.builder()
                .addProvider(service) // the first one answers, with its default model
                .addProvider(local)
                .addFallbacks("ollama:qwen3") // if it cannot; id of the provider, colon, model
                .retry(RetryOptions.ofDefaults()
                        .withAttempts(3)
                        .withDelays(Duration.ofSeconds(1), Duration.ofSeconds(10)))
                .cache(DiskResponseStore.of(folder), Duration.ofDays(1))
                .build();
    }
}
