package dev.plumbline.integration.docs;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.extensions.Extensions;
import dev.plumbline.extensions.NoteStore;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Plugin;
import dev.plumbline.plugin.Skill;
import dev.plumbline.policies.Policies;
import dev.plumbline.policies.Policies.Moderator;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.Redactor;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.SecretStore;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.Validator.Strictness;
import dev.plumbline.session.TurnPipeline;
import dev.plumbline.session.TurnPipeline.TurnStage;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.views.ChatPanel.QuestionDialog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.swing.JPanel;
import javax.swing.JTextArea;

/** The programs of docs/extension-points.md, compiled; {@link SnippetsTest} compares them with the page. */
final class ExtensionPointsExamples {
    private ExtensionPointsExamples() {}

    record Answering(Function<List<Interaction>, String> model) implements AiProvider {
        @Override
        public String id() {
            return "company";
        }

        @Override
        public String defaultModel() {
            return "model-1";
        }

        @Override
        public AiReturn call(AiCall call) {
            return AiReturn.ofText(model.apply(call.effective()));
        }
    }

    static AiProvider withKeyOf(Supplier<Optional<char[]>> typed) {
        SecretStore keys = name -> typed.get();
        return OpenAiResponses.builder()
                .apiKey(keys.or(SecretStore.environment()).secret("OPENAI_API_KEY"))
                .build();
    }

    static AiRuntime withFact(AiProvider provider, Supplier<String> unit) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addContext(ContextSource.of("unit", unit))
                .build();
    }

    static final RequestPolicy IN_ENGLISH = call -> call.withAdded(new Interaction.System("Answer in English."));

    static final RequestPolicy BRIEF =
            RequestPolicy.instructionIf(call -> call.effective().size() > 20, "Be brief.");

    static AiRuntime inEnglish(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addRequestPolicy("english", IN_ENGLISH)
                .build();
    }

    static final ResponsePolicy TRIMMED = (ret, call) -> ret.mapText(String::strip);

    static AiRuntime trimmed(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addResponsePolicy("trimmed", TRIMMED)
                .build();
    }

    static final ResponsePolicy NO_TRAILING_BLANKS =
            ResponsePolicy.filter(call -> DeltaFilter.byLine(String::stripTrailing));

    static AiRuntime filtered(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addResponsePolicy("trailing-blanks", NO_TRAILING_BLANKS)
                .build();
    }

    static final Policy ONLY_IN_A_NAMESPACE = (call, next) -> call.namespace().isEmpty()
            ? AiReturn.failed(AiError.of(AiError.Category.POLICY_DENIED, "no-namespace", "open a document first"))
            : next.proceed(call);

    static AiRuntime guarded(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addPolicy("namespace", ONLY_IN_A_NAMESPACE)
                .build();
    }

    static AiRuntime reordered(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .policyOrder(order -> order.before("retry", "history", Policies.historyReduction(8_000)))
                .build();
    }

    static final ValidationResult.Finding TOO_LONG =
            new ValidationResult.Finding(ValidationResult.Severity.ERROR, "", "too-long");

    static AiRuntime validated(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addReturnValidator(
                        "short",
                        Strictness.STRICT,
                        (ret, call) -> ret.text().length() < 2_000
                                ? ValidationResult.OK
                                : new ValidationResult(List.of(TOO_LONG)))
                .build();
    }

    static AiRuntime moderated(AiProvider provider) {
        Moderator words = Moderator.ofWords(Map.of("confidential", TelemetryName.of("confidential")));
        return AiRuntime.builder()
                .addProvider(provider)
                .policyOrder(order -> order.before("redaction", "moderation", Policies.moderation(words)))
                .redaction(RedactionOptions.ofDefaults())
                .build();
    }

    static Redactor named(String name) {
        return text -> {
            int at = text.indexOf(name);
            return at < 0 ? List.of() : List.of(new Redactor.Span(at, at + name.length(), "NAME", 0.9));
        };
    }

    static AiRuntime withoutName(AiProvider provider, String name) {
        return AiRuntime.builder()
                .addProvider(provider)
                .redaction(RedactionOptions.ofDefaults().withRedactor(named(name)))
                .build();
    }

    record MapStore(Map<ResponseStore.Key, ResponseStore.Entry> kept) implements ResponseStore {
        @Override
        public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            return Optional.ofNullable(kept.get(key));
        }

        @Override
        public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            kept.put(key, entry);
        }

        @Override
        public boolean remove(Key key, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            return kept.remove(key) != null;
        }

        @Override
        public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            List<Key> some = kept.keySet().stream()
                    .filter(key -> selection.matches(key, kept.get(key)))
                    .toList();
            some.forEach(kept::remove);
            return some.size();
        }

        private static void require(Duration limit, Cancellation cancellation) {
            cancellation.throwIfCancelled();
            if (limit.isZero()) {
                throw new AiException(AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "there is no time left"));
            }
        }

        @Override
        public void close() {}
    }

    static AiRuntime cached(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .cache(new MapStore(new ConcurrentHashMap<>()))
                .build();
    }

    static final class WallTools {
        private final List<Double> lengths = new ArrayList<>();

        @Tool("Draws a wall and returns its number.")
        int drawWall(@Param("length in millimetres") double length) {
            lengths.add(length);
            return lengths.size();
        }
    }

    record Opening(double width, double height) {}

    static List<AiTool> area() {
        return List.of(
                AiTool.of("area", "Area of an opening in mm².", Opening.class, (in, call) -> in.width() * in.height()));
    }

    static final ToolPolicy SHORT_WORDS =
            (call, next) -> call.call().arguments().text().length() < 1_000
                    ? next.proceed(call)
                    : ToolEnvelope.failed(ToolEnvelope.Code.INVALID_ARGUMENTS, "At most 1,000 characters. Send fewer.");

    static AiRuntime withShortWords(AiProvider provider, WallTools tools) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addTools(tools)
                .addToolPolicy("short-words", "#open-world", SHORT_WORDS)
                .build();
    }

    static AiRuntime asking(AiProvider provider, JPanel dialog) {
        return AiRuntime.builder()
                .addProvider(provider)
                .host(HostApplication.swing())
                .questionHandler(question -> dialog.add(QuestionDialog.panel(question)))
                .build();
    }

    /** Commands of a program as tools. */
    record Commands(Map<String, UnaryOperator<Json>> commands) implements IToolExecutor {
        @Override
        public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
            return calls.stream()
                    .map(call -> ToolEnvelope.ok(commands.get(call.name()).apply(call.arguments())))
                    .toList();
        }

        @Override
        public List<ToolDefinition> definitions(Selector filter) {
            Json anything = Json.object().with("type", Json.of("object"));
            return commands.keySet().stream()
                    .filter(filter::matches)
                    .sorted()
                    .map(name ->
                            new ToolDefinition(name, "Runs the command.", anything, Optional.empty(), Set.of(), ""))
                    .toList();
        }

        @Override
        public void close() {}
    }

    static AiRuntime commanded(AiProvider provider, Commands commands) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addToolExecutor(commands)
                .build();
    }

    static final Hook ONE_TOOL_ROUND = new Hook() {
        @Override
        public Decision<Round> onRoundDeciding(Round round, Context context) {
            return round.number() < 1 || round.next() != Round.Next.CONTINUE
                    ? Decision.proceed()
                    : Decision.replace(round.withNext(Round.Next.FINISH_WITHOUT_TOOLS));
        }
    };

    static AiRuntime oneToolRound(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addHook("one-tool-round", ONE_TOOL_ROUND)
                .build();
    }

    record CountRounds(AtomicInteger rounds) implements TurnStage {
        @Override
        public String name() {
            return "count-rounds";
        }

        @Override
        public Result run(RoundView work) {
            rounds.incrementAndGet();
            return Result.next(work);
        }
    }

    static AiRuntime counted(AiProvider provider, AtomicInteger rounds) {
        return AiRuntime.builder()
                .addProvider(provider)
                .stages(stages -> stages.before(TurnPipeline.CALL_MODEL, new CountRounds(rounds)))
                .build();
    }

    static AiRuntime stored(AiProvider provider, SessionStore store) {
        return AiRuntime.builder()
                .addProvider(provider)
                .journal(store, FailureMode.SKIP)
                .build();
    }

    static AiRuntime withSkill(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addSkill(Skill.of("walls", "Draws walls.")
                        .withInstructions("Walls are 115, 175 or 240 mm thick.")
                        .withTools(new WallTools())
                        .withOnDemand())
                .build();
    }

    static AiRuntime remembering(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addExtension(Extensions.memory(NoteStore.inMemory()))
                .build();
    }

    static ConversationObserver into(JTextArea area) {
        return new ConversationObserver() {
            @Override
            public void onText(String piece) {
                area.append(piece);
            }
        };
    }

    record SlowTools(Consumer<TelemetryName> report) implements TelemetryObserver {
        @Override
        public void onEvent(TelemetryEvent event) {
            if (event instanceof TelemetryEvent.ToolFinished tool && tool.took().toSeconds() >= 5) {
                report.accept(tool.tool());
            }
        }

        @Override
        public boolean watches(Class<? extends TelemetryEvent> kind) {
            return kind == TelemetryEvent.ToolFinished.class;
        }
    }

    record Walls(WallTools tools) implements Extension {
        @Override
        public void contribute(Contributions to) {
            to.addTools(tools).addContext("unit", () -> "mm");
        }
    }

    public static final class WallPlugin implements Plugin {
        @Override
        public Manifest manifest() {
            return Manifest.of("com.acme.walls", "1.0.0").withContributes(ContributionKind.TOOLS);
        }

        @Override
        public void contribute(Contributions to) {
            to.addTools(new WallTools());
        }
    }

    static HostApplication toolkit(Executor display, Thread uiThread) {
        return HostApplication.of(display, () -> Thread.currentThread() == uiThread);
    }

    record CountedBudgets(BudgetStore kept, LongAdder refused) implements BudgetStore {
        @Override
        public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            Taken taken = kept.take(budget, amount, limit, cancellation);
            refused.add(taken.isGranted() ? 0 : 1);
            return taken;
        }

        @Override
        public void close() {
            kept.close();
        }
    }
}
