package dev.plumbline.testkit.faults;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.faults.PlantedFault.Kind;
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.laws.SessionStoreLaws;
import dev.plumbline.testkit.laws.ToolExecutorLaws;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/**
 * Faults of a tenth author, who wrote seven implementations from the pages, gave the laws what the pages recommend, and then
 * planted errors before any of them was run.
 */
final class TenthFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private TenthFaults() {}

    static List<PlantedFault> all() {
        TenthFaults faults = new TenthFaults();
        faults.policies();
        faults.others();
        return List.copyOf(faults.all);
    }

    /** Returns the implementations as he meant them. */
    static Map<String, PlantedFault.LawsOf> right() {
        return Map.of(
                "tenth glossary", () -> new Terms(0),
                "tenth filter", () -> new Notes(0),
                "tenth quota", () -> new Quota(0),
                "tenth provider", () -> new Tabs(0),
                "tenth tool", () -> new Seats(0),
                "tenth store", () -> new Folders(0),
                "tenth executor", () -> (ToolExecutorLaws) (tools, time) -> pool(0, tools));
    }

    private void add(Kind kind, IntFunction<Object> laws, int wrong, String name, String breaks, String law) {
        all.add(new PlantedFault(kind, name, breaks, law, () -> laws.apply(wrong)));
    }

    private void policies() {
        String model = "a_policy_is_as_its_model";
        String times = "refused_calls_are_answered_when_they_say";
        IntFunction<Object> terms = Terms::new;
        IntFunction<Object> notes = Notes::new;
        IntFunction<Object> quota = Quota::new;
        add(
                Kind.POLICY,
                terms,
                1,
                "looks at the first place",
                "A term behind a word that begins as it does is missed.",
                model);
        add(
                Kind.POLICY,
                terms,
                2,
                "keeps the question of a turn",
                "A later call has the terms of an earlier one.",
                "exchanges_hold_everywhere");
        add(Kind.POLICY, notes, 3, "goes over the end of a part", "What is held back moves into the next part.", model);
        add(
                Kind.POLICY,
                notes,
                4,
                "has one buffer for all pieces",
                "Calls at once have each other's text.",
                "calls_do_not_meet");
        add(Kind.POLICY, notes, 5, "sees a doubt anywhere", "A note with a question mark is taken for a doubt.", model);
        add(Kind.POLICY, quota, 6, "refuses at the time that it names", "The limit ends a moment late.", times);
        add(Kind.POLICY, quota, 7, "names minutes as seconds", "The time of a refusal is too early.", times);
        add(
                Kind.POLICY,
                quota,
                8,
                "counts for all policies",
                "Two programs have one quota.",
                "exchanges_hold_everywhere");
        add(Kind.POLICY, quota, 9, "counts what it refuses", "Who asks on is refused on.", times);
        add(
                Kind.POLICY,
                quota,
                10,
                "locks while the model answers",
                "Calls wait for each other.",
                "calls_do_not_wait_for_each_other");
    }

    private void others() {
        IntFunction<Object> tabs = Tabs::new;
        IntFunction<Object> seats = Seats::new;
        IntFunction<Object> folders = Folders::new;
        IntFunction<Object> pool = wrong -> (ToolExecutorLaws) (tools, time) -> pool(wrong, tools);
        add(
                Kind.PROVIDER,
                tabs,
                11,
                "hears a cancellation behind the header",
                "A call without a header does not end.",
                "cancel_closes_the_socket");
        add(
                Kind.PROVIDER,
                tabs,
                12,
                "sends one of two options",
                "Beside a temperature, topP is not sent.",
                "requests_are_whole");
        add(
                Kind.PROVIDER,
                tabs,
                13,
                "takes the end of a line for the end",
                "A cut between two lines is a whole answer.",
                "failures_are_values");
        add(
                Kind.PROVIDER,
                tabs,
                14,
                "counts a use that ends twice",
                "The use of another program ends.",
                "uses_begin_and_end");
        add(
                Kind.TOOL,
                seats,
                15,
                "forgets who sat there",
                "Undo leaves seats free that were taken.",
                "undo_restores_what_was");
        add(
                Kind.TOOL,
                seats,
                16,
                "looks outside of the lock",
                "Two guests get one seat.",
                "calls_at_once_are_as_in_an_order");
        add(
                Kind.TOOL,
                seats,
                17,
                "hears a cancellation behind the effect",
                "A cancelled call has changed the plan.",
                "cancel_ends_it");
        add(
                Kind.STORE,
                folders,
                18,
                "gives the lock back with a refusal",
                "A third writer opens what is open.",
                "second_opening_is_refused");
        add(
                Kind.STORE,
                folders,
                19,
                "keeps the size of what was set aside",
                "Later appends are lost.",
                "histories_are_those_of_lists");
        add(
                Kind.STORE,
                folders,
                20,
                "looks at the limit behind the write",
                "A refused batch is stored.",
                "batches_are_atomic");
        add(
                Kind.EXECUTOR,
                pool,
                21,
                "lets one join those before it",
                "A call that runs alone runs beside others.",
                "a_batch_is_as_its_calls_in_order");
        add(
                Kind.EXECUTOR,
                pool,
                22,
                "excludes in a session",
                "Tools of one name overlap in two sessions.",
                "tools_that_exclude_each_other_do_not_overlap");
        add(
                Kind.EXECUTOR,
                pool,
                23,
                "says that refusals are failures",
                "The code of a ToolException is lost.",
                "outcomes_come_in_call_order");
        add(
                Kind.EXECUTOR,
                pool,
                24,
                "has one thread too many",
                "One more call runs at once than may.",
                "no_more_run_at_once_than_may");
    }

    static IToolExecutor pool(int wrong, List<AiTool> tools) {
        Map<String, PoolCommands.Command> commands = new HashMap<>();
        for (AiTool tool : tools) {
            commands.put(
                    tool.name(),
                    new PoolCommands.Command(
                            ToolExecutorLaws.definition(tool),
                            tool.exclusive(),
                            (call, scope) -> ToolExecutorLaws.run(tool, call, scope)));
        }
        return new PoolCommands(wrong, commands);
    }

    private static AiCall asks(String text) {
        return AiCall.of(AiBody.builder().addUser(text).build(), ModelId.parse("a:b"));
    }

    private record Terms(int wrong) implements PolicyLaws {
        private static final Map<String, String> TERMS = new LinkedHashMap<>();

        static {
            TERMS.put("RFB", "raw floor level");
            TERMS.put("OKFF", "finished floor level");
            TERMS.put("BRH", "height of the sill");
            TERMS.put("UK", "lower edge");
        }

        @Override
        public Policy policy() {
            return new GlossaryPolicy(wrong, () -> new GlossaryPolicy.Glossary("7", TERMS), 2);
        }

        @Override
        public boolean changesAnswers() {
            return false;
        }

        @Override
        public List<String> words() {
            return List.of("RFB", "okff", "BRH", "the UK.", "brhs");
        }

        @Override
        public boolean startsOver() {
            return true; // the terms of the newest message are in front of all that was sent
        }

        @Override
        public Optional<Policy> model() {
            RequestPolicy simple = call -> {
                String asked = call.effective().stream()
                        .filter(Interaction.User.class::isInstance)
                        .map(Interaction::text)
                        .reduce("", (older, newer) -> newer);
                List<String> lines = TERMS.entrySet().stream()
                        .filter(term -> Pattern.compile(
                                        "(?<![\\p{L}\\p{Nd}])" + term.getKey() + "(?![\\p{L}\\p{Nd}])",
                                        Pattern.CASE_INSENSITIVE)
                                .matcher(asked)
                                .find())
                        .map(term -> term.getKey() + " = " + term.getValue())
                        .toList();
                return lines.isEmpty()
                        ? call
                        : with(call, String.join("\n", lines.subList(0, Math.min(2, lines.size()))));
            };
            return Optional.of(simple);
        }

        private static AiCall with(AiCall call, String terms) {
            return call.withResource("glossary", "7")
                    .withAdded(new Interaction.System("Terms of this office:\n" + terms));
        }

        @Override
        public List<Exchange> exchanges() {
            AiCall one = asks("Where is the rfb here?");
            AiCall three = asks("RFB, OKFF and BRH");
            AiCall none = asks("Two BRHs in the xRFB");
            AiCall later = AiCall.of(
                    AiBody.builder()
                            .addUser("What is the RFB?")
                            .add(new Interaction.Assistant(List.of(Part.text("A level."))))
                            .addUser("And the UK?")
                            .build(),
                    ModelId.parse("a:b"));
            return List.of(
                    Exchange.sends(one, with(one, "RFB = raw floor level")),
                    Exchange.sends(three, with(three, "RFB = raw floor level\nOKFF = finished floor level")),
                    Exchange.sends(none, none),
                    Exchange.sends(later, with(later, "UK = lower edge")));
        }
    }

    private record Notes(int wrong) implements PolicyLaws {
        private static final Pattern NOTE = Pattern.compile("\\[\\[([^\\n]*?)\\]\\]");

        @Override
        public Policy policy() {
            return HiddenNotes.policy(wrong);
        }

        @Override
        public boolean changesRequests() {
            return false;
        }

        @Override
        public List<String> words() {
            return List.of("[[check it]]", "[[?really]]", "[[", "]]", "[", "]", "\n");
        }

        @Override
        public Optional<Policy> model() {
            return Optional.of((ResponsePolicy) (ret, call) -> ret.mapText(text ->
                    NOTE.matcher(text).replaceAll(found -> found.group(1).startsWith("?") ? "(?)" : "")));
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(
                    Exchange.answers("A wall[[check the code]] here.", "A wall here."),
                    Exchange.answers("Oak[[?or ash]].", "Oak(?)."),
                    Exchange.answers("a[1] b[[2] c", "a[1] b[[2] c"),
                    Exchange.answers("x[[[y]]]z", "x]z"));
        }
    }

    /** The laws of the quota, with the model that he had to drop, because the laws asked for one model and many policies. */
    private record Quota(int wrong) implements PolicyLaws {
        private static final int CALLS = 4;
        private static final Duration WINDOW = Duration.ofHours(1);
        private static final int LONGEST = 20_000;

        @Override
        public Policy policy() {
            return new DocumentQuota(wrong, CALLS, WINDOW, LONGEST);
        }

        @Override
        public boolean changesAnswers() {
            return false;
        }

        @Override
        public boolean changesRequests() {
            return false;
        }

        /** A call that counts; equal ones are different calls. */
        private record Began(String document, Instant at, Object which) {}

        @Override
        public Optional<Policy> model() {
            List<Began> began = new ArrayList<>();
            return Optional.of((call, next) -> {
                int length = call.effective().stream()
                        .mapToInt(each -> each.text().length())
                        .sum();
                if (length > LONGEST) {
                    return AiReturn.failed(
                            AiError.of(AiError.Category.POLICY_DENIED, "too-long", "the text is too long to be sent"));
                }
                Instant now = call.attribute(AiCall.SCHEDULER).orElseThrow().instant();
                Began mine = new Began(call.namespace(), now, new Object());
                synchronized (began) {
                    began.removeIf(each -> !now.isBefore(each.at().plus(WINDOW)));
                    List<Instant> own = began.stream()
                            .filter(each -> each.document().equals(call.namespace()))
                            .map(Began::at)
                            .toList();
                    if (own.size() >= CALLS) {
                        return AiReturn.failed(AiError.of(
                                        AiError.Category.BUDGET, "document-quota", "this document has used its calls")
                                .withRetryAt(own.get(0).plus(WINDOW)));
                    }
                    began.add(mine);
                }
                AiReturn ret = next.proceed(call);
                synchronized (began) {
                    if (ret.error().isPresent() && ret.usage().total() == 0) {
                        began.remove(mine);
                    }
                }
                return ret;
            });
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(
                    Exchange.sends(asks("x".repeat(LONGEST)), asks("x".repeat(LONGEST))),
                    Exchange.refuses(asks("x".repeat(LONGEST + 1)), "too-long"));
        }
    }

    private record Tabs(int wrong) implements ProviderLaws {
        @Override
        public AiProvider provider(ScriptedServer server) {
            return new TabService(wrong, server.address());
        }

        @Override
        public Duration patience() {
            return Duration.ofSeconds(2);
        }

        @Override
        public List<ServerResponse> streams() {
            return exchanges().stream().map(Exchange::stream).toList();
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(
                    new Exchange(
                            lines("say\t\"Two \"", "say\t\"walls.\"", "use\t40\t3\t0", "done\tstop"),
                            "Two walls.",
                            List.of(),
                            Usage.of(40, 3),
                            FinishReason.STOP),
                    new Exchange(
                            lines(
                                    "think\t\"Which?\"",
                                    "say\t\"Gr\u00f6\u00dfe \ud83d\ude00\"",
                                    "use\t50\t9\t32",
                                    "done\tlength"),
                            "Gr\u00f6\u00dfe \ud83d\ude00",
                            List.of(),
                            Usage.of(50, 9).withCachedInput(32),
                            FinishReason.LENGTH),
                    new Exchange(
                            lines(
                                    "say\t\"I draw.\"",
                                    "call\t0\ta1\tdrawWall",
                                    "args\t0\t\"{\\\"length\\\"\"",
                                    "args\t0\t\":5}\"",
                                    "use\t41\t4\t10",
                                    "done\ttools"),
                            "I draw.",
                            List.of("drawWall {\"length\":5}"),
                            Usage.of(41, 4).withCachedInput(10),
                            FinishReason.TOOL_CALLS));
        }

        private static ServerResponse lines(String... lines) {
            String text = String.join("\n", lines) + "\n";
            return ServerResponse.of("text/tab-separated-values", text.getBytes(StandardCharsets.UTF_8))
                    .chunked();
        }
    }

    private static final class Seats implements ToolLaws {
        private final SeatPlan plan;

        Seats(int wrong) {
            plan = new SeatPlan(wrong);
        }

        @Override
        public AiTool tool() {
            return plan.tool();
        }

        @Override
        public Object snapshot() {
            return plan.seats();
        }

        @Override
        public Optional<Runnable> undo() {
            return Optional.of(plan::undo);
        }

        @Override
        public void change() {
            plan.sitDown("Walk-in");
        }
    }

    private static final class Folders implements SessionStoreLaws {
        private final int wrong;
        private final Path folder;

        Folders(int wrong) {
            this.wrong = wrong;
            try {
                folder = Files.createTempDirectory(Path.of("target"), "talks");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public SessionStore store() {
            return another(folder.resolve(String.valueOf(System.nanoTime())));
        }

        private SessionStore another(Path place) {
            return new FolderStore(wrong, place);
        }

        @Override
        public SessionStore another(SessionStore first) {
            return another(((FolderStore) first).place());
        }
    }
}
