package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Skill;
import dev.plumbline.policies.Policies;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.Question;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** The examples of docs/coming-from.md, by their numbers. */
final class ComingFromExamples {
    private ComingFromExamples() {}

    // 1
    static final class NoShouting implements Hook {
        @Override
        public Decision<Interaction.User> onUserMessage(Interaction.User message, Context context) {
            return message.text().isBlank()
                    ? Decision.stop("nothing was asked")
                    : Decision.replace(Interaction.user(message.text().replace("!", ".")));
        }
    }

    // 2
    static ContextSource manual(Function<String, List<String>> search) {
        return ContextSource.of("manual", asked -> search.apply(asked.input().text()));
    }

    // 3
    static final RequestPolicy PERSONA =
            call -> call.withAdded(new Interaction.System("You are a patient draughtsman."));

    // 4
    static final RequestPolicy SOBER = call ->
            call.withOptions(ModelOptions.builder().temperature(0).build().mergedOver(call.options()));

    // 5
    static final RequestPolicy COME_TO_AN_END = call -> call.ids().round() < 3
            ? call
            : call.withFacts(
                    new Interaction.Context(Map.of("rounds", Json.of("This is the last one: come to an end now."))));

    // 6
    static final Policy APOLOGISING = (call, next) -> {
        AiReturn ret = next.proceed(call);
        return ret.isOk() ? ret : AiReturn.ofText("The assistant is not available.");
    };

    // 7
    static Policy fromFile(Map<String, String> answers) {
        return (call, next) -> Optional.ofNullable(answers.get(
                        call.effective().get(call.effective().size() - 1).text()))
                .map(AiReturn::ofText)
                .orElseGet(() -> next.proceed(call));
    }

    // 8
    static final ResponsePolicy IN_METRES =
            ResponsePolicy.filter(call -> DeltaFilter.byLine(line -> line.replace("5000 mm", "5 m")));

    // 9
    static final ResponsePolicy NO_SECRETS = (ret, call) ->
            ret.partialText().contains("PROJECT-X") ? ret.mapText(text -> "I may not speak of that.") : ret;

    // 10
    static final class Signed implements Hook {
        @Override
        public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
            return entry.kind() == Interaction.Kind.ASSISTANT
                    ? Decision.replace(withLast(
                            entry,
                            new Interaction.Assistant(List.of(new Part.Text(entry.text() + " (made by a machine)")))))
                    : Decision.proceed();
        }

        private static ConversationEntry withLast(ConversationEntry entry, Interaction said) {
            return new ConversationEntry(
                    entry.id(), entry.parent(), List.of(said), entry.status(), entry.usage(), entry.at(), entry.took());
        }
    }

    // 11
    static final class BatchLimit implements Hook {
        @Override
        public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
            RequestedTools fewer = batch;
            for (Interaction.ToolCall call : batch.open().stream().skip(10).toList()) {
                fewer = fewer.answer(call, ToolEnvelope.failed(ToolEnvelope.Code.QUOTA, "At most 10 tools at once."));
            }
            return Decision.replace(fewer);
        }
    }

    // 12
    static final ToolPolicy ROUNDED = (context, next) -> {
        double width = context.call().arguments().get("width").asDouble();
        return next.proceed(context.withArguments(Json.of(Map.of("width", Math.rint(width)))));
    };

    // 13
    static ToolPolicy frozen(ToolEnvelope instead) {
        return (context, next) -> context.tool().isReadOnly() ? next.proceed(context) : instead;
    }

    // 14
    static final ToolPolicy WITH_UNITS = (context, next) -> {
        ToolEnvelope done = next.proceed(context);
        return done.isOk() ? ToolEnvelope.ok(Map.of("millimetres", done.result())) : done;
    };

    // 15
    static AiRuntime asking(AiProvider provider, Object tools, Consumer<Question> dialog) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addTools(tools)
                .approvals(ApprovalRules.builder()
                        .allow("#read-only")
                        .deny("delete_all")
                        .ask("#destructive")
                        .build())
                .questionHandler(dialog)
                .build();
    }

    // 16
    record Colours() {
        @Tool("Asks the person for a colour.")
        String chooseColour(ToolContext context) {
            return context.ask("Which colour?", List.of("red", "blue"), Duration.ofMinutes(5))
                    .orElse("none: nobody answered");
        }
    }

    // 17
    static final class OneFailureIsEnough implements Hook {
        @Override
        public Decision<Round> onRoundDeciding(Round round, Context context) {
            boolean failed = round.results().stream()
                    .anyMatch(result -> !result.envelope().isOk());
            return failed ? Decision.replace(round.withNext(Round.Next.FINISH_WITHOUT_TOOLS)) : Decision.proceed();
        }
    }

    // 18
    record Index(Map<String, String> byTurn) implements Hook {
        @Override
        public void onTurnFinished(AiReturn ret, Context context) {
            byTurn.put(context.ids().turn(), ret.partialText());
        }

        @Override
        public int priority() {
            return 150; // only looks
        }
    }

    // 19
    static final StateKey<Integer> WALLS =
            StateKey.of("walls", StateKey.Scope.BRANCH, 0).withPersistent();

    static final ToolPolicy COUNTING = (context, next) -> {
        ToolEnvelope done = next.proceed(context);
        context.state().update(WALLS, walls -> walls + 1);
        return done;
    };

    // 20
    static List<String> bothWays(ConversationSession session) {
        try (ConversationSession oak = session.fork("oak");
                ConversationSession tile = session.fork("tile")) {
            CompletableFuture<AiReturn> one = oak.sendAsync("With an oak floor.");
            CompletableFuture<AiReturn> other = tile.sendAsync("With tiles.");
            return List.of(one.join().text(), other.join().text());
        }
    }

    // 21
    static void onEnter(ConversationSession session, String typed) {
        if (typed.isEmpty()) {
            session.cancel("escape");
        } else if (!session.interject(typed)) {
            session.sendAsync(typed);
        }
    }

    // 22
    record Messages(Consumer<String> client) implements ConversationObserver {
        @Override
        public void onEntry(ConversationEntry entry) {
            client.accept("message " + entry.kind());
        }

        @Override
        public void onToolCall(Interaction.ToolCall call) {
            client.accept(call.name() + " executing");
        }

        @Override
        public void onToolResult(Interaction.ToolResult result) {
            client.accept(result.envelope().isOk() ? "completed" : "failed");
        }

        @Override
        public void onFinished(AiReturn ret) {
            client.accept("used " + ret.usage().output() + " tokens");
        }
    }

    // 23
    static Skill stairs(Object stairTools) {
        return Skill.of("stairs", "Designs stairs by the building code.")
                .withInstructions("Twice the rise and one run are 630 mm.")
                .withTools(stairTools)
                .withOnDemand();
    }

    // 24
    static AiRuntime scoped(AiRuntime.Builder builder, ToolPolicy audit) {
        return builder.addToolPolicy("all", audit)
                .addToolPolicy("of-one-plugin", "@doors", audit)
                .addToolPolicy("of-one-skill", "#stairs", audit)
                .addToolPolicy("of-one-function", "drawWall", audit)
                .build();
    }

    // 25
    static AiRuntime inOrder(AiProvider provider, RequestPolicy templating) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addRequestPolicy("templating", templating)
                .policyOrder(order -> order.before("retry", "tags", Policies.cacheTags()))
                .build();
    }

    static AiBody body(String question) {
        return AiBody.builder()
                .toolFilter("*")
                .contextFilter("*")
                .addUser(question)
                .build();
    }
}
