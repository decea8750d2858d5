package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.faults.PlantedFault.Kind;
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.laws.ResponseStoreLaws;
import dev.plumbline.testkit.laws.ToolExecutorLaws;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Faults of a twelfth author, who wrote six implementations from the pages, gave the laws what the pages recommend, and then planted
 * errors before any of them was run; and further ones of the kinds that were missed.
 */
final class TwelfthFaults {
    private static final IntFunction<Object> LINKS = Links::new;
    private static final IntFunction<Object> CALLS = wrong -> new Quota(wrong, 3, 1_000);
    private static final IntFunction<Object> TOKENS = wrong -> new Quota(wrong, 1_000, 20);
    private static final IntFunction<Object> NETS = Netstrings::new;
    private static final IntFunction<Object> SHELF = Shelf::new;
    private static final IntFunction<Object> BLOBS = Blobs::new;
    private static final IntFunction<Object> POOL =
            wrong -> (ToolExecutorLaws) (tools, time) -> PooledExecutor.of(wrong, tools);

    private final List<PlantedFault> all = new ArrayList<>();

    private TwelfthFaults() {}

    /** Returns those of the author. */
    static List<PlantedFault> all() {
        TwelfthFaults faults = new TwelfthFaults();
        faults.ofTheAuthor();
        return List.copyOf(faults.all);
    }

    /** Returns others of the kinds that were missed. */
    static List<PlantedFault> alike() {
        TwelfthFaults faults = new TwelfthFaults();
        faults.likeThose();
        return List.copyOf(faults.all);
    }

    /** Returns the implementations as he meant them, and policies whose requests send what was sent. */
    static Map<String, PlantedFault.LawsOf> right() {
        return Map.of(
                "twelfth filter", () -> LINKS.apply(0),
                "twelfth quota of calls", () -> CALLS.apply(0),
                "twelfth quota of tokens", () -> TOKENS.apply(0),
                "twelfth provider", () -> NETS.apply(0),
                "twelfth tool", () -> SHELF.apply(0),
                "twelfth store", () -> BLOBS.apply(0),
                "twelfth executor", () -> POOL.apply(0),
                "constant instruction", () -> new Sending(call -> call.withAdded(CONSTANT)),
                "instruction at each message", () -> new Sending(TwelfthFaults::withNoteAtEachMessage),
                "fact behind what was said",
                        () -> new Sending(call -> call.withFacts(new Interaction.Context(
                                Map.of("messages", Json.of(call.effective().size()))))));
    }

    private void add(Kind kind, IntFunction<Object> laws, int wrong, String name, String breaks, String law) {
        all.add(new PlantedFault(kind, name, breaks, law, () -> laws.apply(wrong)));
    }

    private void ofTheAuthor() {
        add(
                Kind.POLICY,
                LINKS,
                1,
                "holds back one character too few",
                "A mark is missed if it is cut right before its last character.",
                "exchanges_hold_everywhere");
        add(
                Kind.POLICY,
                LINKS,
                2,
                "drops what is held back when a stream is cut",
                "Text that had arrived is not shown.",
                "any_end_of_text_is_passed_on");
        add(
                Kind.POLICY,
                LINKS,
                3,
                "counts links in the policy",
                "The second answer has none.",
                "exchanges_hold_everywhere");
        add(
                Kind.POLICY,
                LINKS,
                4,
                "goes on with a mark in the next part",
                "Two parts become one text.",
                "words_count_at_every_cut");
        add(
                Kind.POLICY,
                CALLS,
                5,
                "does not count what a cache saved",
                "A tenant uses more than it pays for.",
                "a_policy_is_as_its_model");
        add(
                Kind.POLICY,
                CALLS,
                6,
                "counts a call that is exactly an hour old",
                "It refuses at the very time that it has named.",
                "a_policy_is_as_its_model");
        add(
                Kind.POLICY,
                CALLS,
                7,
                "compares namespaces in lower case",
                "Two tenants share an account.",
                "a_policy_is_as_its_model");
        add(
                Kind.POLICY,
                CALLS,
                8,
                "looks and counts in two locked steps",
                "More calls at once pass than may.",
                "calls_at_once_are_counted");
        add(
                Kind.POLICY,
                TOKENS,
                9,
                "does not count failed calls",
                "Tokens of failures cost nothing.",
                "a_policy_is_as_its_model");
        add(
                Kind.PROVIDER,
                NETS,
                10,
                "leaves the connection of a failed call open",
                "It ends when the provider is closed.",
                "connections_end_with_their_calls");
        add(
                Kind.PROVIDER,
                NETS,
                11,
                "leaves out top_p beside a temperature",
                "An option is not sent, and no remark says so.",
                "requests_are_whole");
        add(
                Kind.PROVIDER,
                NETS,
                12,
                "hears a cancellation behind the head alone",
                "A cancelled call waits for its answer.",
                "cancel_closes_the_socket");
        add(
                Kind.PROVIDER,
                NETS,
                13,
                "keeps the usage of the last call",
                "The tokens of the next call are too few.",
                "used_providers_are_as_new_ones");
        add(
                Kind.PROVIDER,
                NETS,
                14,
                "ends a use as often as it is closed",
                "The call of another user ends.",
                "uses_begin_and_end");
        add(Kind.TOOL, SHELF, 15, "keeps the last piece", "It cannot be reserved.", "a_tool_is_as_its_model");
        add(
                Kind.TOOL,
                SHELF,
                16,
                "looks before the lock",
                "Two calls at once take more than there is.",
                "calls_at_once_are_as_in_an_order");
        add(
                Kind.TOOL,
                SHELF,
                17,
                "asks for a cancellation behind the effect",
                "A cancelled call has changed something.",
                "cancel_ends_it");
        add(
                Kind.STORE,
                BLOBS,
                18,
                "keeps the terms of what was replaced",
                "An old tag removes the new answer.",
                "histories_are_those_of_a_map");
        add(
                Kind.STORE,
                BLOBS,
                19,
                "keeps the old answer when the new one is too large",
                "The answer is not the newest one.",
                "what_is_not_kept_is_refused");
        add(
                Kind.EXECUTOR,
                POOL,
                20,
                "keeps the word of a call that was cancelled while it waited",
                "No later call gets it.",
                "executors_serve_on");
        add(
                Kind.EXECUTOR,
                POOL,
                21,
                "runs what is idempotent beside others",
                "A tool that must run alone does not.",
                "tools_that_exclude_each_other_do_not_overlap");
        add(
                Kind.EXECUTOR,
                POOL,
                22,
                "makes a failure of what a tool refuses",
                "The code of a ToolException is lost.",
                "outcomes_come_in_call_order");
    }

    private void likeThose() {
        add(
                Kind.POLICY,
                LINKS,
                23,
                "holds a text back behind a tool call",
                "The end of a text comes behind the call that followed it.",
                "words_count_at_every_cut");
        add(Kind.POLICY, CALLS, 24, "strips namespaces", "Two tenants share an account.", "a_policy_is_as_its_model");
        add(
                Kind.POLICY,
                TOKENS,
                25,
                "adds tokens without a lock",
                "Calls at once count as one.",
                "calls_at_once_are_counted");
        add(
                Kind.EXECUTOR,
                POOL,
                26,
                "runs what has a tag of its own beside others",
                "A tool that must run alone does not.",
                "tools_that_exclude_each_other_do_not_overlap");
        add(
                Kind.EXECUTOR,
                POOL,
                27,
                "runs what a filter hides by a tag",
                "A tool that was not offered runs.",
                "definitions_are_those_of_the_filter");
        add(
                Kind.POLICY,
                TOKENS,
                28,
                "counts tokens on the day on which a call began",
                "A call at midnight counts on the wrong day.",
                "a_policy_is_as_its_model");
        add(
                "sends a system text about the question",
                "Each answer but the last is behind another text.",
                call -> call.withAdded(new Interaction.System(
                        "The question has " + newest(call).length() + " characters.")));
        add(
                "sends a system text when a conversation is long",
                "It is sent in front of what was sent without it.",
                call -> call.effective().size() > 6 ? call.withAdded(CONSTANT) : call);
        add(
                "sends a note behind the newest message alone",
                "The next call sends this message without it.",
                call -> call.withEffective(Stream.concat(call.effective().stream(), Stream.of(CONSTANT))
                        .toList()));
        add(
                "writes the number of messages into the first one",
                "What was sent first is another text in each call.",
                call -> {
                    List<Interaction> said = new ArrayList<>(call.effective());
                    int first = IntStream.range(0, said.size())
                            .filter(i -> said.get(i) instanceof Interaction.User)
                            .findFirst()
                            .orElse(0);
                    if (said.get(first) instanceof Interaction.User user) {
                        said.set(first, Interaction.user(user.text() + " (1 of " + said.size() + ")"));
                    }
                    return call.withEffective(said);
                });
        add(
                "takes the signed parts out of answers",
                "A model does not see what it thought.",
                call -> call.withEffective(Interaction.withoutOpaque(call.effective())));
        add(
                "offers the tools of the question",
                "Answers are bound to the tools that were declared.",
                call -> newest(call).length() % 2 == 0 ? call : call.withTools(List.of()));
    }

    private void add(String name, String breaks, RequestPolicy policy) {
        all.add(new PlantedFault(Kind.POLICY, name, breaks, "what_was_sent_stays_sent", () -> new Sending(policy)));
    }

    private static final Interaction.System CONSTANT = new Interaction.System("All lengths are millimetres.");

    private static String newest(AiCall call) {
        return call.effective().stream()
                .filter(Interaction.User.class::isInstance)
                .map(Interaction::text)
                .reduce("", (older, newer) -> newer);
    }

    /** Adds a text to each message by that message alone, so that it is the same in each call. */
    private static AiCall withNoteAtEachMessage(AiCall call) {
        return call.withEffective(call.effective().stream()
                .map(each -> each instanceof Interaction.User user
                        ? new Interaction.User(Stream.concat(
                                        user.parts().stream(),
                                        Stream.of(Part.text("(" + user.text().length() + " characters)")))
                                .toList())
                        : each)
                .toList());
    }

    private record Sending(RequestPolicy policy) implements PolicyLaws {
        @Override
        public boolean changesAnswers() {
            return false;
        }
    }

    private record Links(int wrong) implements PolicyLaws {
        private static final Map<String, String> NAMES =
                Map.of("W12", "wall 12", "D-3", "door 3", "A1B2C3D4", "room 8");

        @Override
        public Policy policy() {
            return new CitationLinks(wrong, NAMES, 2);
        }

        @Override
        public boolean changesRequests() {
            return false;
        }

        @Override
        public List<String> words() {
            return List.of("[#W12]", "[#D-3]", "[#A1B2C3D4]", "[#X9]");
        }

        @Override
        public Optional<Policy> model() {
            ResponsePolicy whole = (ret, call) -> {
                int[] links = {0};
                return ret.mapText(text -> linked(text, links));
            };
            return Optional.of(whole);
        }

        /** By hand, without patterns. */
        private static String linked(String text, int[] links) {
            StringBuilder out = new StringBuilder();
            int at = 0;
            while (at < text.length()) {
                int end = text.startsWith("[#", at) ? text.indexOf(']', at) : -1;
                String name = end < 0 ? null : NAMES.get(text.substring(at + 2, end));
                if (name == null) {
                    out.append(text.charAt(at++));
                } else {
                    out.append(links[0]++ < 2 ? "<plan:" + name + ">" : name);
                    at = end + 1;
                }
            }
            return out.toString();
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(
                    Exchange.answers("Move [#W12] to [#D-3].", "Move <plan:wall 12> to <plan:door 3>."),
                    Exchange.answers("In [#A1B2C3D4].", "In <plan:room 8>."),
                    Exchange.answers("[#W12][#W12][#D-3]", "<plan:wall 12><plan:wall 12>door 3"),
                    Exchange.answers("[#X9] [#D-3", "[#X9] [#D-3"));
        }
    }

    private record Quota(int wrong, int calls, long tokens) implements PolicyLaws {
        @Override
        public Policy policy() {
            return new TenantQuota(wrong, calls, tokens, VirtualClock.create());
        }

        @Override
        public boolean changesRequests() {
            return false;
        }

        @Override
        public boolean changesAnswers() {
            return false;
        }

        @Override
        public Optional<Policy> model() {
            return Optional.of(new QuotaModel(calls, tokens));
        }
    }

    private static final class QuotaModel implements Policy {
        record Begun(String tenant, Instant at) {}

        record Ended(String tenant, LocalDate day, long tokens) {}

        private final int calls;
        private final long tokens;
        private final List<Begun> begun = new ArrayList<>();
        private final List<Ended> ended = new ArrayList<>();

        QuotaModel(int calls, long tokens) {
            this.calls = calls;
            this.tokens = tokens;
        }

        @Override
        public synchronized AiReturn around(AiCall call, Next next) {
            Instant now = call.attribute(AiCall.SCHEDULER).orElseThrow().instant();
            List<Instant> hour = begun.stream()
                    .filter(one ->
                            one.tenant().equals(call.namespace()) && one.at().isAfter(now.minus(Duration.ofHours(1))))
                    .map(Begun::at)
                    .sorted()
                    .toList();
            LocalDate today = day(now);
            long used = ended.stream()
                    .filter(one ->
                            one.tenant().equals(call.namespace()) && one.day().equals(today))
                    .mapToLong(Ended::tokens)
                    .sum();
            List<Instant> free = new ArrayList<>();
            if (hour.size() >= calls) {
                free.add(hour.get(0).plus(Duration.ofHours(1)));
            }
            if (used >= tokens) {
                free.add(today.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
            }
            if (!free.isEmpty()) {
                return AiReturn.failed(AiError.of(
                                AiError.Category.BUDGET, "tenant-quota", "the quota of this tenant is used up")
                        .withRetryAt(free.stream().max(Instant::compareTo).orElseThrow()));
            }
            begun.add(new Begun(call.namespace(), now));
            AiReturn ret = next.proceed(call);
            Instant then = call.attribute(AiCall.SCHEDULER).orElseThrow().instant();
            ended.add(new Ended(call.namespace(), day(then), ret.usage().total() + ret.savedTokens()));
            return ret;
        }

        private static LocalDate day(Instant at) {
            return LocalDate.ofInstant(at, ZoneOffset.UTC);
        }
    }

    /** Returns the laws of his provider, or of a fault of it. */
    static ProviderLaws netstrings(int wrong) {
        return new Netstrings(wrong);
    }

    private record Netstrings(int wrong) implements ProviderLaws {
        @Override
        public AiProvider provider(ScriptedServer server) {
            return new NetstringService(wrong, server.address());
        }

        @Override
        public List<ServerResponse> streams() {
            return exchanges().stream().map(Exchange::stream).toList();
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(
                    new Exchange(
                            frames("tTwo ", "tw\u00e4lls, ", "t\ud83d\ude00 5:x,.", usage(40, 3, 0, 0), "edone"),
                            "Two w\u00e4lls, \ud83d\ude00 5:x,.",
                            List.of(),
                            Usage.of(40, 3),
                            FinishReason.STOP),
                    new Exchange(
                            frames(
                                    "rThey want walls.",
                                    "tI draw.",
                                    "c{\"n\":0,\"id\":\"call-a\",\"name\":\"drawWall\"}",
                                    "c{\"n\":1,\"id\":\"call-b\",\"name\":\"drawDoor\"}",
                                    "a0 {\"len",
                                    "a1 {\"wide\": ",
                                    "a0 gth\":5}",
                                    "a1 9}",
                                    usage(41, 4, 0, 0),
                                    usage(41, 24, 30, 6),
                                    "ecalls"),
                            "I draw.",
                            List.of("drawWall {\"length\":5}", "drawDoor {\"wide\":9}"),
                            Usage.of(41, 24).withCachedInput(30).withReasoning(6),
                            FinishReason.TOOL_CALLS),
                    new Exchange(
                            frames("tHalf of", "xsomething newer", usage(7, 2, 0, 0), "efull"),
                            "Half of",
                            List.of(),
                            Usage.of(7, 2),
                            FinishReason.LENGTH),
                    new Exchange(
                            frames("t", "tNo.", "t", usage(7, 1, 0, 0), "eblocked"),
                            "No.",
                            List.of(),
                            Usage.of(7, 1),
                            FinishReason.OTHER));
        }

        private static String usage(int in, int out, int cached, int thought) {
            return "u{\"in\":" + in + ",\"out\":" + out + ",\"cached\":" + cached + ",\"thought\":" + thought + "}";
        }

        private static ServerResponse frames(String... frames) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (String frame : frames) {
                byte[] payload = frame.substring(1).getBytes(StandardCharsets.UTF_8);
                all.writeBytes((frame.charAt(0) + "" + payload.length + ":").getBytes(StandardCharsets.UTF_8));
                all.writeBytes(payload);
                all.write(',');
            }
            return ServerResponse.of("application/x-netstrings", all.toByteArray())
                    .chunked();
        }
    }

    private static final class Shelf implements ToolLaws {
        private final Stock stock;
        private final int[] shelf = {25, 25, 25};
        private int number;

        Shelf(int wrong) {
            stock = new Stock(wrong, 25);
        }

        @Override
        public AiTool tool() {
            return stock.tool();
        }

        @Override
        public Object snapshot() {
            return stock.snapshot();
        }

        @Override
        public Optional<Runnable> undo() {
            return Optional.of(stock::undo);
        }

        @Override
        public void change() {
            stock.deliver("bolt", 3);
            shelf[0] += 3;
        }

        @Override
        public Optional<AiTool> model() {
            return Optional.of(AiTool.of(
                    "reserve", "The same, with three numbers.", Json.parse(Stock.SCHEMA), (in, call) -> {
                        List<String> things = List.of("bolt", "nut", "washer");
                        int[] after = shelf.clone();
                        Set<String> named = new LinkedHashSet<>();
                        for (Json line : in.get("lines").elements()) {
                            after[things.indexOf(line.get("thing").asText())] -=
                                    line.get("count").asInt();
                            named.add(line.get("thing").asText());
                        }
                        for (int each : after) {
                            if (each < 0) {
                                throw new ToolException("There are not enough.");
                            }
                        }
                        System.arraycopy(after, 0, shelf, 0, 3);
                        Json left = Json.object();
                        List<String> low = new ArrayList<>();
                        for (String thing : named) {
                            left = left.with(thing, after[things.indexOf(thing)]);
                            if (after[things.indexOf(thing)] <= 9) {
                                low.add(thing);
                            }
                        }
                        return Json.object()
                                .with("number", ++number)
                                .with("left", left)
                                .with("low", low);
                    }));
        }
    }

    private record Blobs(int wrong) implements ResponseStoreLaws {
        @Override
        public ResponseStore store() {
            return new BlobStore(wrong, 60, 200_000);
        }

        @Override
        public int capacity() {
            return 60;
        }

        @Override
        public boolean damage(ResponseStore store, ResponseStore.Key key, int at) {
            return ((BlobStore) store).flip(key, at);
        }
    }
}
