package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Cost;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.internal.Meeting;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks that the laws of policies and of providers share. */
final class PolicyChecks {
    private static final List<List<AiDelta>> EDGE_STREAMS = List.of(
            List.of( // white space in front of pieces, equal neighbours, quotes, several parts, many tokens
                    new AiDelta.Text("  Plan"),
                    new AiDelta.Text(" of"),
                    new AiDelta.Text(" of"),
                    new AiDelta.Text(" C:\\walls\\ \"new\"\n "),
                    new AiDelta.Boundary(),
                    new AiDelta.Reasoning(" Hm."),
                    new AiDelta.Reasoning(" Hm."),
                    new AiDelta.Reasoning(""),
                    new AiDelta.Text(""),
                    new AiDelta.Text(" End "),
                    new AiDelta.Boundary(),
                    new AiDelta.Refusal(""),
                    new AiDelta.UsageReport(Usage.of(40_000, 5_000_000_000L)),
                    new AiDelta.Finish(FinishReason.LENGTH)),
            List.of( // a cut after any odd number of units is within a character, and next, after any even one
                    new AiDelta.Text("\ud83d\ude00".repeat(20)), new AiDelta.Finish(FinishReason.STOP)),
            List.of(new AiDelta.Text("a" + "\ud83d\ude00".repeat(20)), new AiDelta.Finish(FinishReason.STOP)),
            List.of( // tool calls without text, with ids of a service
                    new AiDelta.ToolCallPart(0, "toolu_7f3", "measure", "{}"),
                    new AiDelta.ToolCallPart(1, "x-9", "draw", "{\"length\":5}"),
                    new AiDelta.Finish(FinishReason.TOOL_CALLS)),
            List.of( // text that ends with white space, and a tool call
                    new AiDelta.Text("I draw. \n"),
                    new AiDelta.ToolCallPart(0, "call_1", "draw", "{}"),
                    new AiDelta.Finish(FinishReason.TOOL_CALLS)),
            List.of(new AiDelta.Finish(FinishReason.STOP)),
            List.of(new AiDelta.Text("It ends early")));

    /** How long calls wait for each other. */
    static final Duration MOMENT = Duration.ofMillis(100);

    private static final BigDecimal CENT = new BigDecimal("0.01");

    /** A policy that passes everything on. */
    static final Policy PASSING = (call, next) -> next.proceed(call);

    private PolicyChecks() {}

    /** Returns a call of one question. */
    static AiCall question() {
        return AiCall.of(PolicyProbe.BODY, ModelId.parse("scripted:script"));
    }

    /** Returns streams that a random choice hardly ever brings. */
    static List<List<AiDelta>> edgeStreams() {
        return EDGE_STREAMS;
    }

    /** Returns calls that differ from that one in one place each, by its name. */
    static Map<String, AiCall> variants(AiCall call) {
        List<Interaction> said = new ArrayList<>(call.effective());
        said.add(0, Interaction.user("An earlier question."));
        Map<String, AiCall> variants = new LinkedHashMap<>();
        nearlyEqual(call, variants);
        variants.put("earlier question", call.withEffective(said));
        variants.put("instruction", call.withAdded(new Interaction.System("Answer in English.")));
        variants.put("model", call.withModel(ModelId.parse("scripted:other")));
        variants.put(
                "option",
                call.withOptions(ModelOptions.builder().temperature(0.9).build()));
        variants.put("schema", call.withOutputSchema(Json.object().with("type", "string")));
        variants.put("resource", call.withResource("wall.dwg", "0b1c"));
        variants.put("namespace", call.toBuilder().namespace("plan-8").build());
        variants.put(
                "set of tools",
                call.toBuilder()
                        .tools(List.of(new ToolDefinition(
                                "raise",
                                "Raises a wall.",
                                Json.object().with("type", "object"),
                                Optional.empty(),
                                Set.of(),
                                "")))
                        .build());
        return variants;
    }

    /** Adds calls that differ in a sign only, where a key may lose it: in case, or in a space. */
    private static void nearlyEqual(AiCall call, Map<String, AiCall> variants) {
        variants.put("case of the namespace", named(call, call.namespace().toUpperCase(Locale.ROOT)));
        variants.put("space in the namespace", named(call, call.namespace() + " "));
        variants.put("beginning of the namespace", named(call, call.namespace() + "1"));
        variants.put("case of a resource", call.withResource("plan.dwg", "7F3A"));
        variants.put("case of the model", call.withModel(ModelId.parse("scripted:Script")));
        List<Interaction> said = call.effective();
        for (int i = said.size() - 1; i >= 0; i--) {
            if (said.get(i) instanceof Interaction.User user) {
                variants.put("case of a message", with(call, i, user.text().toUpperCase(Locale.ROOT)));
                variants.put("space in a message", with(call, i, user.text() + " "));
                break;
            }
        }
        variants.values().removeIf(call::equals);
    }

    /** Returns pairs of calls that are one text each if their messages or their resources are joined with a sign. */
    static List<List<AiCall>> joined() {
        List<List<AiCall>> pairs = new ArrayList<>();
        AiCall plain = question();
        for (String border : StoreChecks.BORDERS) {
            for (String name : List.of("", "user:", "user: ", "USER: ")) {
                pairs.add(List.of(
                        said(plain, "A wall" + border + name + "and a door."), said(plain, "A wall", "and a door.")));
            }
            for (String equal : List.of("=", ":")) {
                pairs.add(List.of(
                        plain.withResource("a", "1" + border + "b" + equal + "2"),
                        plain.withResource("a", "1").withResource("b", "2")));
            }
        }
        return pairs;
    }

    private static AiCall said(AiCall call, String... messages) {
        return call.withEffective(
                Stream.of(messages).<Interaction>map(Interaction::user).toList());
    }

    private static AiCall named(AiCall call, String namespace) {
        return call.toBuilder().namespace(namespace).build();
    }

    private static AiCall with(AiCall call, int index, String text) {
        List<Interaction> said = new ArrayList<>(call.effective());
        said.set(index, Interaction.user(text));
        return call.withEffective(said);
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns what these deltas add up to. */
    static AiReturn fold(List<AiDelta> deltas) {
        return AiReturn.builder().deltas(deltas).build();
    }

    /** Returns what a filter makes of these deltas, with what it held back. */
    static List<AiDelta> filtered(ResponsePolicy.DeltaFilter filter, List<AiDelta> deltas) {
        List<AiDelta> out = new ArrayList<>();
        deltas.forEach(delta -> filter.accept(delta, out::add));
        filter.finish(out::add);
        return out;
    }

    /** Returns the probe after checking that its return is the fold of the shown deltas. */
    static PolicyProbe foldOfShown(PolicyProbe probe, LawAssertion verdict) {
        AiReturn shown = fold(probe.shown());
        verdict.check(
                shown.interactions().equals(probe.ret().interactions())
                        && shown.finish() == probe.ret().finish()
                        && shown.usage().equals(probe.ret().usage()),
                "shown " + LawAssertion.show(shown) + ", returned " + LawAssertion.show(probe.ret()),
                "push deltas only while around runs, on its thread, through call.sink() or a sink it was given");
        return probe;
    }

    /** Returns the result of a chain of that policy alone, of one message, at a time of a clock. */
    static PolicyProbe run(Policy policy, String message, AiProvider provider, VirtualClock clock) {
        return run(policy, AiCall.of(AiBody.of(message), ModelId.parse("scripted:script")), provider, clock);
    }

    /** Returns the result of a chain of that policy alone, of that call, at a time of a clock. */
    static PolicyProbe run(Policy policy, AiCall call, AiProvider provider, VirtualClock clock) {
        return run(policy, call, provider, clock, Collections.synchronizedList(new ArrayList<>()));
    }

    /** Returns the same, and shows the deltas as they come in a list of the law. */
    static PolicyProbe run(Policy policy, AiCall call, AiProvider provider, VirtualClock clock, List<AiDelta> shown) {
        EndingClock time = new EndingClock(clock);
        AiCall watched = call.toBuilder()
                .cancellation(Cancellation.create(time))
                .sink(new Delivering(shown))
                .build()
                .withAttribute(AiCall.SCHEDULER, time);
        AiReturn ret = PolicyChain.builder()
                .addPolicy("probed", policy)
                .build(provider)
                .call(watched);
        time.check();
        return new PolicyProbe(shown, ret);
    }

    /** A sink that has delivered what it was given, as a view has. */
    private record Delivering(List<AiDelta> shown) implements AiCall.DeltaSink {
        @Override
        public void accept(AiDelta delta) {
            shown.add(delta);
        }

        @Override
        public boolean hasDelivered() {
            return !shown.isEmpty();
        }
    }

    /** Returns an error with everything that an error can have. */
    static AiError full(AiError.Category category) {
        int number = List.of(AiError.Category.values()).indexOf(category);
        return withoutTime(category)
                .withRetryAt(Instant.parse("2030-01-01T00:00:00.123456789Z").plusSeconds(number));
    }

    /** Returns errors of a category that differ in what a policy may decide by. */
    static List<AiError> errors(AiError.Category category) {
        AiError full = full(category);
        return List.of(
                full,
                withoutTime(category),
                full.withRetryable(!full.retryable()),
                AiError.of(category, "scripted", "it failed"));
    }

    private static AiError withoutTime(AiError.Category category) {
        AiError error = AiError.of(category, "scripted", "it failed");
        int number = List.of(AiError.Category.values()).indexOf(category);
        boolean isEven = number % 2 == 0;
        Exception cause = number % 4 == 1 ? new IOException() : new IllegalStateException();
        return (isEven ? error : error.withDetail("waited", "PT7S").withCause(cause))
                .withRetryable(error.retryable())
                .withStatus(499)
                .withRequestId(isEven ? "request-7f3" : "request-8a1")
                .withDetail("provider", "scripted")
                .withExtensionId(isEven ? "an extension" : "another")
                .withProviderMessage(AiError.SensitiveText.of("We are busy."));
    }

    /** Returns a provider whose returns have all that a service can say beside the answer. */
    static AiProvider full(AiProvider right, Runnable answered) {
        return full(right, 0, answered);
    }

    /** Returns the same, whose answers cost so many tokens when a cache had them from a service. */
    static AiProvider full(AiProvider right, long saved, Runnable answered) {
        return new AiProvider() {
            @Override
            public String id() {
                return right.id();
            }

            @Override
            public String defaultModel() {
                return right.defaultModel();
            }

            @Override
            public AiReturn call(AiCall call) {
                AiReturn ret = right.call(call);
                answered.run();
                boolean isCheap = ret.usage().total() % 2 == 0;
                AiReturn.Builder full = ret.toBuilder()
                        .requestId(isCheap ? "request-7f3" : "request-8a1")
                        .savedTokens(ret.isOk() ? saved : 0);
                return (ret.isOk()
                                ? full.cost(new Cost(isCheap ? CENT : CENT.add(CENT), isCheap ? "USD" : "EUR"))
                                : full)
                        .build();
            }
        };
    }

    /** Returns a provider that waits before its answer until that many calls have come, or a moment has passed. */
    static AiProvider together(Meeting all, String... pieces) {
        ScriptedProvider right = ScriptedProvider.create().says(pieces).repeats();
        return new AiProvider() {
            @Override
            public String id() {
                return right.id();
            }

            @Override
            public String defaultModel() {
                return right.defaultModel();
            }

            @Override
            public AiReturn call(AiCall call) {
                boolean unused = all.meet(MOMENT); // fewer may come
                return right.call(call);
            }
        };
    }

    /** Returns the options that are set in a call and not in what is sent of it. */
    static List<String> unset(ModelOptions given, ModelOptions sent) {
        Map<String, Boolean> kept = new LinkedHashMap<>();
        kept.put(
                "temperature",
                given.temperature().isEmpty() || sent.temperature().isPresent());
        kept.put("topP", given.topP().isEmpty() || sent.topP().isPresent());
        kept.put(
                "maxOutputTokens",
                given.maxOutputTokens().isEmpty() || sent.maxOutputTokens().isPresent());
        kept.put("reasoning", given.reasoning().isEmpty() || sent.reasoning().isPresent());
        kept.put("seed", given.seed().isEmpty() || sent.seed().isPresent());
        kept.put("stop", sent.stop().containsAll(given.stop()));
        kept.put("toolChoice", given.toolChoice().isEmpty() || sent.toolChoice().isPresent());
        kept.put("extras", sent.extras().keySet().containsAll(given.extras().keySet()));
        return kept.entrySet().stream()
                .filter(each -> !each.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the text of an interaction, without what is behind the first thousand characters, such as that of a picture. */
    private static String show(Interaction item) {
        String text = item.toJson().text();
        return text.length() <= 1000 ? text : text.substring(0, 1000) + "…";
    }

    /** Returns calls as text, with their content, which is generated. */
    static String show(List<AiCall> calls) {
        return calls.stream()
                .map(call -> call.model() + " " + call.options()
                        + call.effective().stream().map(PolicyChecks::show).toList())
                .collect(Collectors.joining(" and ", "sent ", ""));
    }

    static boolean sameContent(AiReturn one, AiReturn other) {
        return one.interactions().equals(other.interactions())
                && one.finish() == other.finish()
                && one.isOk() == other.isOk();
    }

    /** Returns whether a policy, not the provider, refuses a call until a time that it names. */
    static boolean isRefusedForNow(AiReturn ret) {
        return ret.error()
                .filter(error -> error.retryAt().isPresent() && !error.code().equals("scripted"))
                .isPresent();
    }
}
