package dev.plumbline.integration.docs;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.Usage;
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
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.laws.ToolExecutorLaws;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import dev.plumbline.views.ChatPanel.QuestionDialog;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
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
import java.util.stream.Stream;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.JTextArea;
import javax.swing.SwingUtilities;

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

    /** Takes (TM) out of an answer as it arrives: only what may begin a sign waits for the next piece. */
    static final class WithoutSigns implements DeltaFilter {
        private String held = "";

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (delta instanceof AiDelta.Text text) {
                String now = (held + text.text()).replace("(TM)", "");
                held = Stream.of("(TM", "(T", "(")
                        .filter(now::endsWith)
                        .findFirst()
                        .orElse("");
                out.accept(new AiDelta.Text(now.substring(0, now.length() - held.length())));
                return;
            }
            if (!(delta instanceof AiDelta.UsageReport)) {
                finish(out); // the text ends in front of all others
            }
            out.accept(delta);
        }

        @Override
        public void finish(Consumer<AiDelta> out) { // also called if the stream was cut
            out.accept(new AiDelta.Text(held));
            held = "";
        }
    }

    static final ResponsePolicy NO_SIGNS = ResponsePolicy.filter(call -> new WithoutSigns());

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
                .questionHandler(question -> show(question, dialog))
                .build();
    }

    /** Called on the UI thread, because there is a host. */
    static void show(Question question, JPanel dialog) {
        JComponent shown = QuestionDialog.panel(question);
        dialog.add(shown);
        dialog.revalidate();
        question.onClosed(() -> SwingUtilities.invokeLater(
                () -> { // answered, too late or cancelled
                    dialog.remove(shown);
                    dialog.revalidate();
                    dialog.repaint();
                }));
    }

    /** Runs the commands of a program as tools, one list at a time, on the thread of the turn. */
    record Commands(Map<String, Command> commands) implements IToolExecutor {
        /** What a command does; it returns any value with a JSON form, or throws a ToolException with words for the model. */
        interface Work {
            Object run(Interaction.ToolCall call, CallScope scope) throws Exception;
        }

        record Command(ToolDefinition definition, Work work) {
            boolean isSelected(Selector filter) {
                return filter.matches(definition.name(), definition.tags(), definition.owner());
            }
        }

        @Override
        public List<ToolDefinition> definitions(Selector filter) {
            return commands.values().stream()
                    .filter(command -> command.isSelected(filter))
                    .map(Command::definition)
                    .sorted(Comparator.comparing(ToolDefinition::name))
                    .toList();
        }

        @Override
        public synchronized List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
            return calls.stream().map(call -> outcome(call, scope)).toList();
        }

        private ToolEnvelope outcome(Interaction.ToolCall call, CallScope scope) {
            Command command = commands.get(call.name());
            if (command == null || !command.isSelected(scope.toolFilter())) { // models call what they were not offered
                return ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, "There is no such command.");
            }
            if (call.arguments().kind() != Json.Kind.OBJECT) { // a text, if the model wrote no JSON
                return ToolEnvelope.failed(ToolEnvelope.Code.INVALID_ARGUMENTS, "The arguments must be an object.");
            }
            if (scope.cancellation().isCancelled()) { // with the effect NOT_STARTED
                return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "The turn has ended.");
            }
            scope.tell(listener -> listener.starting(call, RunArguments.of(call)));
            try {
                Object result = command.work().run(call, scope);
                return result instanceof ToolEnvelope whole ? whole : ToolEnvelope.ok(result);
            } catch (ToolException refused) {
                return ToolEnvelope.failed(refused.code(), refused.getMessage());
            } catch (Exception | Error broken) { // whose message is not for the model; the effect is UNKNOWN
                return ToolEnvelope.failed(
                        ToolEnvelope.Code.FAILED,
                        "The command failed: " + broken.getClass().getSimpleName());
            }
        }

        @Override
        public void close() {}
    }

    static Commands.Command wall(List<Integer> walls) {
        Json schema = Json.parse(
                "{\"type\":\"object\",\"properties\":{\"length\":{\"type\":\"integer\"}},\"required\":[\"length\"]}");
        return new Commands.Command(
                new ToolDefinition("wall", "Draws a wall; length in mm.", schema, Optional.empty(), Set.of(), ""),
                (call, scope) -> {
                    walls.add(call.arguments().get("length").asInt());
                    return walls.size();
                });
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

    /** Runs the laws of executors on {@link Commands}. */
    static class CommandsTest implements ToolExecutorLaws {
        @Override
        public IToolExecutor executor(List<AiTool> tools, Scheduler time) {
            Map<String, Commands.Command> commands = new HashMap<>();
            for (AiTool tool : tools) {
                commands.put(
                        tool.name(),
                        new Commands.Command(
                                ToolExecutorLaws.definition(tool),
                                (call, scope) -> ToolExecutorLaws.run(tool, call, scope)));
            }
            return new Commands(commands);
        }
    }

    /** Runs the laws of providers on {@link LineService}. */
    static class LineServiceTest implements ProviderLaws {
        @Override
        public AiProvider provider(ScriptedServer server) {
            return new LineService(server.address());
        }

        @Override
        public List<Exchange> exchanges() {
            String said = "{\"say\":\"Two \"}\n{\"say\":\"walls.\"}\n{\"tokens\":[40,3]}\n{\"end\":\"stop\"}\n";
            String does =
                    "{\"do\":\"drawWall\",\"id\":\"1\",\"with\":{\"length\":5}}\n{\"tokens\":[41,4]}\n{\"end\":\"tools\"}\n";
            return List.of(
                    new Exchange(lines(said), "Two walls.", List.of(), Usage.of(40, 3), FinishReason.STOP),
                    new Exchange(
                            lines(does),
                            "",
                            List.of("drawWall {\"length\":5}"),
                            Usage.of(41, 4),
                            FinishReason.TOOL_CALLS));
        }

        @Override
        public List<ServerResponse> streams() {
            return exchanges().stream().map(Exchange::stream).toList();
        }

        private static ServerResponse lines(String text) {
            return ServerResponse.of("application/x-ndjson", text.getBytes(StandardCharsets.UTF_8))
                    .chunked();
        }
    }

    /** Runs the laws of policies on {@link WithoutSigns}. */
    static class NoSignsTest implements PolicyLaws {
        @Override
        public Policy policy() {
            return NO_SIGNS;
        }

        @Override
        public List<String> words() {
            return List.of("(TM)");
        }

        @Override
        public Optional<Policy> model() { // the same, of the whole answer
            ResponsePolicy whole = (ret, call) -> ret.mapText(text -> text.replace("(TM)", ""));
            return Optional.of(whole);
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(Exchange.answers("An Oak(TM) wall (5 m).", "An Oak wall (5 m)."));
        }
    }
}
