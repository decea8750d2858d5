package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.AtOnce;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.testkit.server.ServiceScript;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * The laws of every provider as jqwik properties. Implement {@link #provider} in a test class. Providers of another
 * wire format than chat completions override {@link #streams()}. Tests without
 * jqwik call them with an input.
 */
public interface ProviderLaws {

    /** Returns a provider for this server; the laws close it. */
    AiProvider provider(ScriptedServer server);

    /** Returns how long a cancelled call, and then its connection, may take to end: 5 seconds by default. */
    default Duration patience() {
        return Duration.ofSeconds(5);
    }

    /** Returns complete, successful streams in the provider's wire format. */
    default List<ServerResponse> streams() {
        return Exchange.CHAT.stream().map(Exchange::stream).toList();
    }

    /**
     * Returns streams with the answers that they are: by default those of {@link #streams()} that are the built-in chat
     * completions. Override it for another wire format.
     */
    default List<Exchange> exchanges() {
        List<ServerResponse> streams = streams();
        return Exchange.CHAT.stream()
                .filter(exchange -> streams.stream().anyMatch(stream -> stream == exchange.stream()))
                .toList();
    }

    /**
     * Returns a new script of the service, for generated answers: by default that of chat completions, if
     * {@link #streams()} are, and none for another wire format. Override it with {@code AnthropicScript} or
     * {@code OpenAiResponsesScript} for theirs.
     */
    default Optional<ServiceScript<?>> script() {
        return streams().contains(Exchange.CHAT.get(0).stream())
                ? Optional.of(OpenAiChatScript.create())
                : Optional.empty();
    }

    /**
     * A stream, and what a provider must read in it. One whose {@code finish} is {@code NONE} fails in the end.
     *
     * @param stream what the server sends
     * @param text the text of the answer
     * @param toolCalls names and arguments of the tool calls, in order, such as {@code drawWall {"from":"a"}}
     * @param usage the tokens
     * @param finish why the model stopped
     */
    record Exchange(ServerResponse stream, String text, List<String> toolCalls, Usage usage, FinishReason finish) {
        private static final List<Exchange> CHAT = chat();

        public Exchange {
            toolCalls = List.copyOf(toolCalls);
        }

        /** A stream in which the service says, behind this text, that it has failed: the text is returned beside the error. */
        public static Exchange fails(ServerResponse stream, String text) {
            return new Exchange(stream, text, List.of(), Usage.NONE, FinishReason.NONE);
        }

        private static List<Exchange> chat() {
            OpenAiChatScript script = OpenAiChatScript.create()
                    .usage(Usage.of(120, 17))
                    .says("A room of ", "5 by 4 m, ", "20 m² 😀.")
                    .callsTool("drawWall", Map.of("from", "a"))
                    .callsTool("measure", Map.of());
            return List.of(
                    new Exchange(
                            script.stream(true),
                            "A room of 5 by 4 m, 20 m² 😀.",
                            List.of(),
                            Usage.of(120, 17),
                            FinishReason.STOP),
                    new Exchange(
                            script.stream(true),
                            "",
                            List.of("drawWall {\"from\":\"a\"}", "measure {}"),
                            Usage.of(120, 17),
                            FinishReason.TOOL_CALLS));
        }
    }

    /** Checks that the return is the fold of the deltas, and the same for every split of the bytes. */
    @Property(tries = 20)
    default void return_is_the_fold_of_the_deltas(@ForAll @IntRange(min = 1, max = 64) int bytesAtOnce) {
        LawAssertion.within(patience().multipliedBy(6), "return is the fold of the deltas", () -> {
            for (ServerResponse stream : streams()) {
                LawAssertion verdict =
                        new LawAssertion("return is the fold of the deltas", stream + " by " + bytesAtOnce + " bytes");
                AiReturn whole = PolicyChecks.foldOfShown(call(stream), verdict).ret();
                AiReturn split = PolicyChecks.foldOfShown(call(stream.withBytesAtOnce(bytesAtOnce)), verdict)
                        .ret();
                verdict.check(
                        PolicyChecks.sameContent(whole, split),
                        LawAssertion.show(whole) + ", split " + LawAssertion.show(split),
                        "decode characters and events only when they are whole");
            }
        });
    }

    /** Checks that a stream that is cut anywhere is not a complete answer, unless it had ended. */
    @Property(tries = 60)
    default void cut_is_never_complete(@ForAll @IntRange(min = 0, max = 999) int perMille, @ForAll boolean chunked) {
        LawAssertion.within(patience().multipliedBy(6), "cut is never complete", () -> {
            for (ServerResponse each : streams()) {
                ServerResponse stream = chunked ? each : each.untilClose();
                AiReturn whole = call(stream).ret();
                List<Integer> ends = each.eventEnds();
                cut(stream, whole, (int) ((long) each.size() * perMille / 1000));
                cut(stream, whole, ends.get(ends.size() * perMille / 1000));
            }
        });
    }

    private void cut(ServerResponse stream, AiReturn whole, int at) {
        LawAssertion verdict = new LawAssertion("cut is never complete", stream + " cut after " + at + " bytes");
        PolicyProbe cut = call(stream.closesAfter(at));
        AiReturn ret = cut.ret();
        boolean ended = ret.finish() != FinishReason.NONE && ret.interactions().equals(whole.interactions());
        verdict.check(
                PolicyChecks.fold(cut.shown()).interactions().equals(ret.interactions()),
                "shown " + LawAssertion.show(PolicyChecks.fold(cut.shown())) + ", returned " + LawAssertion.show(ret),
                "return what had arrived beside the error");
        verdict.check(
                !ret.isOk() || ended,
                LawAssertion.show(ret),
                "return TRUNCATED unless the end mark of the format was received");
    }

    /**
     * Checks that a cancellation ends the call and closes the connection, before the headers, after them and within the
     * stream, of which everything that had arrived was shown before and is returned; and that a call that was cancelled
     * before ends as cancelled.
     */
    @Property(tries = 6, shrinking = ShrinkingMode.OFF)
    default void cancel_closes_the_socket(@ForAll @IntRange(min = -1, max = 1) int state) {
        LawAssertion.within(patience().multipliedBy(6), "cancel closes the socket", () -> {
            ServerResponse stream = streams().get(0);
            List<Integer> ends = stream.eventEnds();
            boolean hasEvents = state == 1 && ends.size() > 1;
            int at = hasEvents ? ends.get(ends.size() - 2) : state == 1 ? stream.size() / 2 : state;
            ServerResponse silent = stream.stallsAfter(at);
            LawAssertion verdict = new LawAssertion("cancel closes the socket", silent + " after " + at + " bytes");
            List<AiDelta> shown = Collections.synchronizedList(new ArrayList<>());
            Cancellation cancellation = Cancellation.create();
            try (ScriptedServer server = ScriptedServer.openAiChat().answers(silent);
                    AiProvider provider = provider(server)) {
                CompletableFuture<PolicyProbe> running =
                        ConcurrentRunner.begin(() -> call(provider, provider.defaultModel(), cancellation, shown));
                Await.until(() -> running.isDone() || !server.requests().isEmpty(), () -> "no request came");
                verdict.check(
                        () -> !hasEvents || Await.until(() -> !shown.isEmpty() || running.isDone(), patience()),
                        "nothing that was shown of a stream whose end has not come",
                        "push deltas as they arrive");
                cancellation.cancel("cancelled by the law");
                verdict.check(
                        () -> Await.until(running::isDone, patience()),
                        "a cancelled call that did not end as CANCELLED within "
                                + patience().toMillis() + " ms",
                        "link call.cancellation().onCancel(…) to the exchange, and answer with what had arrived");
                AiReturn ret = verdict.outcome(running, patience()).ret();
                verdict.check(
                        ret.status() == AiReturn.Status.CANCELLED
                                && ret.interactions()
                                        .equals(PolicyChecks.fold(shown).interactions()),
                        "a cancelled call that ended as " + ret.status() + " with " + LawAssertion.show(ret),
                        "answer a cancelled call with CANCELLED and what had arrived");
                verdict.check(
                        () -> server.awaitClientClosed(patience()),
                        "a connection that stays open after the cancel",
                        "cancel the exchange itself, not only the wait for it");
                AiReturn late = verdict.inTime(() -> call(provider, cancellation), patience())
                        .ret();
                verdict.check(
                        late.status() == AiReturn.Status.CANCELLED,
                        "a call that was cancelled before and ended as " + late.status(),
                        "look at the cancellation before a request is sent");
                verdict.close(provider);
            }
        });
    }

    /** Checks that answers are what their {@linkplain #exchanges() exchanges} say: text, tool calls, tokens, model, end. */
    @Property(tries = 1)
    default void answers_are_those_of_the_exchanges() {
        LawAssertion.within(patience().multipliedBy(6), "answers are those of the exchanges", () -> {
            for (Exchange exchange : exchanges()) {
                LawAssertion verdict = new LawAssertion("answers are those of the exchanges", exchange.toString());
                AiReturn ret = call(exchange.stream(), "").ret();
                List<String> calls = ret.toolCalls().stream()
                        .map(tool -> tool.name() + " " + tool.arguments().text())
                        .toList();
                same(exchange.text(), ret.partialText(), "text", verdict);
                same(exchange.toolCalls(), calls, "tool calls", verdict);
                if (exchange.finish() == FinishReason.NONE) {
                    verdict.check(!ret.isOk(), LawAssertion.show(ret), "return an error beside what had arrived");
                    continue;
                }
                same(exchange.usage(), ret.usage(), "tokens", verdict);
                same(exchange.finish(), ret.finish(), "reason of the end", verdict);
                verdict.check(!ret.model().equals(ModelId.NONE), "no model", "return the model that was called");
            }
        });
    }

    /**
     * Checks that any two answers of a {@linkplain #script() script}, one after the other, are read as they were sent: white
     * space, equal pieces, backslashes, long text, tool calls with their ids, many tokens, and the end.
     */
    @Property(tries = 25)
    default void answers_are_what_the_service_sent(
            @ForAll(supplier = AnyInput.Said.class) List<AiDelta> said,
            @ForAll(supplier = AnyInput.Said.class) List<AiDelta> then) {
        LawAssertion.within(patience().multipliedBy(6), "answers are what the service sent", () -> {
            if (script().isEmpty()) {
                return;
            }
            try (ScriptedServer server = ScriptedServer.openAiChat();
                    AiProvider provider = provider(server)) {
                answered(provider, server, said, new CallIds("session-7", "turn-7", 3, "request-7"));
                answered(provider, server, then, new CallIds("session-8", "turn-8", 4, "request-8"));
            }
        });
    }

    private void answered(AiProvider provider, ScriptedServer server, List<AiDelta> said, CallIds ids) {
        LawAssertion verdict = LawAssertion.on("answers are what the service sent", said);
        server.answers(LawConversation.spoken(script().orElseThrow(), said).stream());
        List<AiDelta> shown = Collections.synchronizedList(new ArrayList<>());
        AiCall call = CallInput.plain(new ModelId(provider.id(), "modelmark"), "The lastmark?").toBuilder()
                .ids(ids)
                .sink(shown::add)
                .build();
        AiReturn ret = PolicyChecks.foldOfShown(
                        new PolicyProbe(shown, verdict.inTime(() -> provider.call(call), patience())), verdict)
                .ret();
        AiReturn.Builder sent = PolicyChecks.fold(said).toBuilder()
                .model(ret.model())
                .ids(ret.ids().equals(CallIds.NONE) ? CallIds.NONE : ids);
        ret.requestId().ifPresent(sent::requestId);
        ProviderTrials.same(
                ret,
                sent.build(),
                " instead of ",
                "return what the service sent, as the wire format defines it",
                verdict);
        verdict.check( // a service may name another model as the one that answered; the script names this one
                List.of("modelmark", "script").contains(ret.model().name())
                        && ret.model().provider().equals(provider.id()),
                "model " + ret.model(),
                "return the model that was called, or the one that the service names");
    }

    private static void same(Object expected, Object seen, String what, LawAssertion verdict) {
        verdict.check(
                expected.equals(seen),
                what + ": " + seen + " instead of " + expected,
                "read the " + what + " as the wire format defines it");
    }

    /** Checks that everything effective of a call is sent, once and in order, instructions in front, and nothing else. */
    @Property(tries = 1)
    default void conversation_is_sent() {
        LawAssertion.within(patience().multipliedBy(6), "conversation is sent", () -> {
            LawAssertion verdict =
                    new LawAssertion("conversation is sent", "a call with instructions, messages and tools");
            try (ScriptedServer server = ScriptedServer.openAiChat();
                    AiProvider provider = provider(server)) {
                streams().forEach(server::answers);
                AiCall call = AiCall.builder(AiBody.of("bodymark"), new ModelId(provider.id(), "modelmark"))
                        .tools(List.of(LawConversation.DEFINED))
                        .options(ModelOptions.builder().maxOutputTokens(4711).build())
                        .build()
                        .withEffective(LawConversation.CONVERSATION);
                AiReturn unused = verdict.inTime(() -> provider.call(call), patience());
                verdict.check(!server.requests().isEmpty(), "no request", "send a request for each call");
                ServerRequest request = server.requests().get(0);
                String sent = request.target() + request.text();
                int at = -1;
                for (String mark : LawConversation.MARKS) {
                    int next = request.text().indexOf(mark);
                    verdict.check(next >= 0, "no " + mark, "send all interactions of call.effective()");
                    verdict.check( // some formats name the tool beside its result
                            request.text().indexOf(mark, next + 1) < 0 || mark.startsWith("tool"),
                            mark + " twice",
                            "send each interaction once");
                    verdict.check(
                            next > at || mark.equals("firstmark") || mark.contains("arg"),
                            mark + " before what precedes it",
                            "send the interactions in their order");
                    at = mark.equals("systemmark") ? -1 : Math.max(at, next);
                }
                for (String defined : List.of("definedmark", "describedmark", "parametermark", "4711")) {
                    verdict.check(
                            request.text().contains(defined),
                            "no " + defined,
                            "send the definitions of call.tools() and the options of call.options()");
                }
                for (String twice : LawConversation.TWICE) {
                    verdict.check(
                            request.text().split(twice, -1).length == 3,
                            request.text().split(twice, -1).length - 1 + " times " + twice + " instead of twice",
                            "send equal interactions as often as they were said");
                }
                new SentValues(request.json()).check(call, verdict);
                verdict.check(sent.contains("modelmark"), "another model", "send the name of call.model()");
                verdict.check(
                        !sent.contains("bodymark"), "the body", "send call.effective(); policies change that alone");
            }
        });
    }

    /** Checks that conversations of any length, tools in any order and options are sent as they are. */
    @Property(tries = 1)
    default void requests_are_whole() {
        LawAssertion.within(patience().multipliedBy(6), "requests are whole", () -> {
            trial(trial -> {
                for (int size : new int[] {1, 2, 3, 20, 21, 60, 101}) {
                    trial.conversation(size);
                }
                for (int size : new int[] {0, 1, 2, 3, 21}) {
                    trial.tools(size);
                }
                trial.combinations();
                trial.nothingElse();
            });
        });
    }

    /** Checks that a call sends and returns what it does with a new provider, whatever was sent and answered before. */
    @Property(tries = 25)
    default void used_providers_are_as_new_ones(@ForAll(supplier = AnyInput.History.class) List<Integer> history) {
        LawAssertion.within(patience().multipliedBy(6), "used providers are as new ones", () -> {
            trial(trial -> {
                try (AiProvider fresh = provider(trial.server())) {
                    ServerResponse last = streams().get(streams().size() - 1);
                    trial.usedIsFresh(fresh, history, last);
                }
            });
        });
    }

    /** Checks that text and tool calls that were complete are returned, however the stream of a {@linkplain #script() script} ends. */
    @Property(tries = 1)
    default void what_was_complete_is_kept() {
        LawAssertion.within(patience().multipliedBy(6), "what was complete is kept", () -> {
            if (script().isPresent()) {
                trial(trial -> trial.whatWasCompleteIsKept(() -> script().orElseThrow()));
            }
        });
    }

    /** Checks that what has arrived of an answer is shown before the rest comes. */
    @Property(tries = 1)
    default void deltas_come_as_they_arrive() {
        LawAssertion.within(patience().multipliedBy(6), "deltas come as they arrive", () -> {
            trial(ProviderTrials::showsAtOnce);
        });
    }

    /** Checks that a call is answered or cancelled while another one waits for its answer. */
    @Property(tries = 1)
    default void calls_do_not_wait_for_each_other() {
        LawAssertion.within(patience().multipliedBy(6), "calls do not wait for each other", () -> {
            trial(ProviderTrials::besideOneThatWaits);
        });
    }

    private void trial(Consumer<ProviderTrials> checks) {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                AiProvider provider = provider(server)) {
            checks.accept(new ProviderTrials(provider, server, streams().get(0), patience()));
        }
    }

    /** Checks that what a server does wrong is a failed return and no exception. */
    @Property(tries = 1)
    default void failures_are_values() {
        LawAssertion.within(patience().multipliedBy(6), "failures are values", () -> {
            for (int status : new int[] {400, 401, 403, 404, 429, 500, 503}) {
                LawAssertion verdict = new LawAssertion("failures are values", "the status " + status);
                AiError error = failed(
                        verdict,
                        ServerResponse.json("{\"error\":{\"message\":\"wordsoftheservice area of the plan\"}}")
                                .withStatus(status));
                verdict.check(
                        error.status().equals(OptionalInt.of(status))
                                && !LawConversation.NOT_REFUSALS.contains(error.category()),
                        error + " with status " + error.status(),
                        "look at the status before the answer is read, and return it with the error");
                verdict.check(
                        error.providerMessage().isEmpty()
                                || error.providerMessage().text().contains("wordsoftheservice"),
                        "other words of the service than those that it sent",
                        "return what the service says by withProviderMessage, or nothing");
                boolean may = status == 429 || status >= 500;
                verdict.check(
                        error.retryable() == may,
                        error + (may ? " that may not" : " that may") + " be tried again",
                        "let calls be tried again that were refused for the moment: 429 and 5xx");
            }
            retriesAreInTime(Optional.empty());
            retriesAreInTime(Optional.of(VirtualClock.create()));
            AiError unused =
                    failed(new LawAssertion("failures are values", "an empty stream"), ServerResponse.sse(List.of()));
            unused = failed(
                    new LawAssertion("failures are values", "no JSON"),
                    ServerResponse.sse(List.of("nonsense", "{\"broken\":")));
            unused = failed(
                    new LawAssertion("failures are values", "a closed connection"),
                    streams().get(0).closesAfter(0));
            unused = failed(
                    new LawAssertion("failures are values", "a connection that is reset"),
                    streams().get(0).resetsAfter(streams().get(0).size() / 2));
            unused = failed(
                    new LawAssertion("failures are values", "an error with the status 200"),
                    ServerResponse.json("{\"error\":{\"message\":\"wordsoftheservice\"}}"));
            LawAssertion verdict = new LawAssertion("failures are values", "an address where nobody listens");
            ScriptedServer server = ScriptedServer.openAiChat();
            try (AiProvider provider = provider(server)) {
                server.close();
                unused = failed(verdict, () -> verdict.inTime(() -> call(provider, Cancellation.create()), patience()));
            }
        });
    }

    /** Checks the times that a service names for a retry, in calls that have a clock of their own and in others. */
    private void retriesAreInTime(Optional<VirtualClock> clock) {
        Optional<Instant> early = retryAfter("100", clock);
        Optional<Instant> late = retryAfter("300", clock);
        clock.map(time -> time.instant().plusSeconds(100))
                .ifPresent(at -> new LawAssertion("failures are values", "the header Retry-After: 100, by a clock")
                        .check(
                                early.isEmpty() || early.equals(Optional.of(at)),
                                early + " instead of " + at,
                                "reckon the time that the service names by the clock AiCall.SCHEDULER"));
        if (early.isPresent() && late.isPresent()) {
            Duration between = Duration.between(early.get(), late.get());
            new LawAssertion(
                            "failures are values",
                            "the headers Retry-After: 100, and 300 soon after"
                                    + (clock.isPresent() ? ", in calls with a clock" : ""))
                    .check(
                            between.compareTo(Duration.ofSeconds(199)) >= 0
                                    && between.compareTo(Duration.ofSeconds(260)) <= 0,
                            between + " between the times of a retry",
                            "Retry-After is a number of seconds, or a date (RFC 9110)");
        }
    }

    private Optional<Instant> retryAfter(String seconds, Optional<VirtualClock> clock) {
        return failed(
                        new LawAssertion("failures are values", "the header Retry-After: " + seconds),
                        ServerResponse.json("{}").withStatus(429).withHeader("Retry-After", seconds),
                        clock)
                .retryAt();
    }

    private AiError failed(LawAssertion verdict, ServerResponse answer) {
        return failed(verdict, answer, Optional.empty());
    }

    private AiError failed(LawAssertion verdict, ServerResponse answer, Optional<VirtualClock> clock) {
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(answer).otherwise(request -> answer);
                AiProvider provider = provider(server)) {
            AiCall plain =
                    marked(provider, PolicyProbe.BODY.interactions().get(0).text());
            AiCall call = clock.map(time -> plain.withAttribute(AiCall.SCHEDULER, time))
                    .orElse(plain);
            List<AiDelta> shown = Collections.synchronizedList(new ArrayList<>());
            AiError error = failed(
                    verdict,
                    () -> verdict.inTime(
                            () -> new PolicyProbe(shown, provider.call(call.withSink(shown::add))), patience()));
            verdict.check(
                    server.requests().size() == 1,
                    server.requests().size() + " requests",
                    "send a request once; whether a call is repeated is decided by a policy");
            return error;
        }
    }

    private static AiError failed(LawAssertion verdict, Supplier<PolicyProbe> calling) {
        AiReturn ret = calling.get().ret();
        verdict.check(!ret.isOk(), LawAssertion.show(ret), "return AiReturn.failed(…) unless the answer is whole");
        AiError error = ret.error().orElseThrow();
        verdict.check(
                !error.code().isBlank() && !error.message().isBlank(),
                "the code " + Json.of(error.code()).text() + " and the message "
                        + Json.of(error.message()).text(),
                "name each kind of failure by a code, and say it in a sentence");
        String words = error + " " + error.details();
        verdict.check(
                !words.contains("wordsoftheservice")
                        && !words.contains(LawConversation.QUESTION)
                        && !error.message().matches("(?s).*\\w(Exception|Error)\\b.*"),
                "the message " + Json.of(words).text(),
                "write messages of your own: withProviderMessage has the words of the service, withCause the exception");
        return error;
    }

    /** Checks that each call sends and returns its own, one after the other and at the same time. */
    @Property(tries = 1)
    default void calls_do_not_meet() {
        LawAssertion.within(patience().multipliedBy(6), "calls do not meet", () -> {
            LawAssertion verdict = new LawAssertion("calls do not meet", "12 calls, then 4 at once");
            List<ServerResponse> streams = streams();
            List<AiReturn> alone =
                    streams.stream().map(stream -> call(stream).ret()).toList();
            try (ScriptedServer server = ScriptedServer.openAiChat();
                    AiProvider provider = provider(server)) {
                for (int i = 0; i < 12; i++) {
                    server.answers(streams.get(i % streams.size()));
                    AiCall call = marked(provider, "mark" + (100 + i));
                    AiReturn ret = verdict.inTime(() -> provider.call(call), patience());
                    AiReturn expected = alone.get(i % streams.size());
                    verdict.check( // what a provider has signed names the address of the service
                            PolicyChecks.sameContent(expected, ret)
                                    && ProviderTrials.beside(expected).equals(ProviderTrials.beside(ret)),
                            "call " + (i + 1) + ": " + LawAssertion.show(ret) + "; alone "
                                    + LawAssertion.show(expected) + "; "
                                    + LawAssertion.difference(
                                            ProviderTrials.beside(ret), ProviderTrials.beside(expected), "; alone "),
                            "keep nothing of a call for the next one");
                    String sent = server.requests().get(i).text();
                    verdict.check(
                            sent.contains("mark" + (100 + i)) && (i == 0 || !sent.contains("mark" + (99 + i))),
                            "call " + (i + 1) + " sent other messages than its own",
                            "keep nothing of a call for the next one");
                }
                for (ServerResponse stream : streams) {
                    server.answers(stream);
                    AiReturn ret = verdict.inTime(() -> provider.call(marked(provider, "asked again")), patience());
                    verdict.check(
                            PolicyChecks.sameContent(alone.get(streams.indexOf(stream)), ret),
                            "the same question again: " + LawAssertion.show(ret),
                            "send each call; answers are remembered by the cache alone");
                }
                server.otherwise(request -> streams.get(0).withPace(Duration.ofMillis(2)));
                ConcurrentRunner.run(4, i -> call(provider, Cancellation.create()))
                        .forEach(probe -> verdict.check(
                                PolicyChecks.sameContent(alone.get(0), probe.ret())
                                        && PolicyChecks.sameContent(probe.ret(), PolicyChecks.fold(probe.shown())),
                                "one of 4 calls at once: " + LawAssertion.show(probe.ret()) + ", shown "
                                        + LawAssertion.show(probe.shown()),
                                "share nothing between calls, and send deltas to the sink of their call"));
                manyAtOnce(provider, server, verdict);
            }
        });
    }

    /**
     * Checks that what a provider says of itself is its own, and the same before and after calls: it is part of the cache key
     * of its answers.
     */
    @Property(tries = 1)
    default void what_it_says_of_itself_stays() {
        LawAssertion.within(patience().multipliedBy(6), "what it says of itself stays", () -> {
            LawAssertion verdict =
                    new LawAssertion("what it says of itself stays", "a provider before and after calls");
            try (ScriptedServer server = ScriptedServer.openAiChat();
                    ScriptedServer other = ScriptedServer.openAiChat();
                    AiProvider provider = provider(server);
                    AiProvider again = provider(server);
                    AiProvider elsewhere = provider(other)) {
                Map<String, Object> before = saidOfItself(provider);
                for (ServerResponse stream : streams()) {
                    server.answers(stream);
                    AiReturn ret = verdict.inTime(() -> provider.call(marked(provider, "a question")), patience());
                    new ProviderTrials(provider, server, stream, patience()).keepsSecrets(before, ret);
                    stays(before, saidOfItself(provider), "decide it when the provider is created", verdict);
                }
                stays(before, saidOfItself(again), "decide it by the configuration alone", verdict);
                verdict.check(
                        provider.endpoint().contains(":" + server.address().getPort()),
                        "the endpoint " + Json.of(provider.endpoint()).text() + " of " + server.address(),
                        "return the address of calls as it is");
                verdict.check(
                        !provider.endpoint().equals(elsewhere.endpoint()),
                        "the endpoint " + Json.of(provider.endpoint()).text() + " for two servers",
                        "return the address of calls, so that a cache does not mix the answers of two servers");
                verdict.check(
                        !provider.id().isBlank()
                                && !provider.id().contains(":")
                                && !provider.defaultModel().isBlank(),
                        "the id " + provider.id() + " and the model " + provider.defaultModel(),
                        "return the part before the colon of a model id, and the name of a model");
                ownModels(provider, provider.models(), verdict);
            }
        });
    }

    private static Map<String, Object> saidOfItself(AiProvider provider) {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("id", provider.id());
        said.put("default model", provider.defaultModel());
        said.put("endpoint", provider.endpoint());
        said.put("request attributes", provider.requestAttributes());
        said.put("schema dialect", provider.schemaDialect());
        said.put("models", provider.models());
        said.put("price rate", provider.priceRate());
        return said;
    }

    private static void stays(Map<String, Object> before, Map<String, Object> now, String fix, LawAssertion verdict) {
        before.forEach((what, value) ->
                verdict.check(value.equals(now.get(what)), what + " " + value + ", then " + now.get(what), fix));
    }

    private static void ownModels(AiProvider provider, List<ModelInfo> models, LawAssertion verdict) {
        verdict.check(
                models.stream().allMatch(model -> model.id().provider().equals(provider.id())),
                models.stream().map(ModelInfo::id).toList() + " of provider " + provider.id(),
                "list models under the id of the provider");
    }

    /**
     * Checks that warming up connects to nothing and has no effect on a second time or after close, and that the end of a use
     * is idempotent.
     */
    @Property(tries = 1)
    default void uses_begin_and_end() {
        LawAssertion.within(patience().multipliedBy(6), "uses begin and end", () -> {
            LawAssertion verdict = new LawAssertion("uses begin and end", "two uses and two calls");
            ServerResponse stream = streams().get(0);
            try (ScriptedServer cold =
                            ScriptedServer.openAiChat().answers(stream).answers(stream);
                    ScriptedServer warm =
                            ScriptedServer.openAiChat().answers(stream).answers(stream);
                    AiProvider plain = provider(cold);
                    AiProvider provider = provider(warm)) {
                Subscription use = provider.retain();
                Subscription other = provider.retain();
                AiReturn unused = plain.call(marked(plain, "a question"));
                for (int i = 1; i <= 2; i++) {
                    int connections = warm.connections();
                    provider.warmUp();
                    verdict.check(
                            warm.connections() == connections && warm.requests().size() < i,
                            "a connection or a request by warmUp()",
                            "prepare in warmUp() what needs no network");
                    AiReturn ret = verdict.inTime(() -> provider.call(marked(provider, "a question")), patience());
                    verdict.check(ret.isOk(), LawAssertion.show(ret), "let calls be as they are without warmUp()");
                    verdict.check(
                            warm.connections() <= i * cold.connections(),
                            warm.connections() + " connections of " + i + " calls",
                            "prepare in warmUp() what needs no network");
                }
                for (Subscription each : List.of(use, use, other, other)) {
                    verdict.close(each);
                }
                verdict.close(provider);
                trial(ProviderTrials::usersLeave);
                trial(trial -> trial.isApartFrom(provider(trial.server())));
                provider.warmUp();
                verdict.check(
                        () -> warm.awaitClientClosed(patience()),
                        "a connection that stays open after close",
                        "free connections in close(), also idle ones");
            }
        });
    }

    /**
     * Checks that calls leave no connection behind, however they end: it is closed, or the next call uses it. What a provider
     * keeps open is found before it is closed, in this process and by the server.
     */
    @Property(tries = 1)
    default void connections_end_with_their_calls() {
        LawAssertion.within(patience().multipliedBy(6), "connections end with their calls", () -> {
            ServerResponse stream = streams().get(0);
            Map<String, ServerResponse> ends = new LinkedHashMap<>();
            ends.put("is answered", stream);
            for (int status : new int[] {400, 401, 429, 500, 503}) {
                ends.put(
                        "is refused with " + status,
                        ServerResponse.json("{\"error\":{\"message\":\"no\"}}").withStatus(status));
            }
            ends.put("has no answer of this format", ServerResponse.sse(List.of("nonsense", "{\"broken\":")));
            ends.put("is cut", stream.closesAfter(stream.size() / 2));
            ends.put("is cut before the answer", stream.closesAfter(0));
            ends.put("is reset", stream.resetsAfter(stream.size() / 2));
            ends.put("is cancelled", stream.stallsAfter(stream.size() / 2));
            script().ifPresent(own ->
                    ends.put("fails in the stream", own.failsAfter("overloaded_error", "A room").stream()));
            ends.forEach((how, answer) -> trial(trial -> trial.leavesNoConnection(how, answer)));
        });
    }

    /** Checks that close ends a call that waits, with a failure, and its connection. */
    @Property(tries = 1)
    default void close_ends_what_runs() {
        LawAssertion.within(patience().multipliedBy(6), "close ends what runs", () -> {
            LawAssertion verdict = new LawAssertion("close ends what runs", "two calls whose answers do not come");
            try (ScriptedServer server = ScriptedServer.openAiChat()
                    .answers(streams().get(0).stallsAfter(0))
                    .otherwise(request -> streams().get(0).stallsAfter(0))) {
                AiProvider provider = provider(server);
                Subscription use = provider.retain();
                List<CompletableFuture<PolicyProbe>> running = Stream.generate(
                                () -> ConcurrentRunner.begin(() -> call(provider, Cancellation.create())))
                        .limit(2)
                        .toList();
                Await.until(
                        () -> running.stream().anyMatch(CompletableFuture::isDone)
                                || server.requests().size() == 2,
                        () -> "no request came");
                provider.close();
                for (CompletableFuture<PolicyProbe> each : running) {
                    AiReturn ret = verdict.outcome(each, patience()).ret();
                    verdict.check(
                            !ret.isOk(), LawAssertion.show(ret), "end calls with a failure when the provider closes");
                }
                verdict.check(
                        () -> server.awaitClientClosed(patience()),
                        "a connection that stays open after close",
                        "end what is in use, too: close frees everything at once");
                verdict.close(use);
                verdict.close(provider);
            }
        });
    }

    /** Checks that models are listed under the own id or an AiException says why not, whatever the service answers. */
    @Property(tries = 1)
    default void models_are_listed_or_refused() {
        LawAssertion.within(patience().multipliedBy(6), "models are listed or refused", () -> {
            for (ServerResponse answer : List.of(
                    ServerResponse.json("{}").withStatus(500),
                    ServerResponse.json("{}"),
                    ServerResponse.json("no JSON"),
                    ServerResponse.json("{\"data\":[{\"id\":7},null]}"),
                    streams().get(0))) {
                LawAssertion verdict = new LawAssertion("models are listed or refused", answer.toString());
                try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(request -> answer);
                        AiProvider provider = provider(server)) {
                    ownModels(provider, verdict.inTime(() -> listed(provider), patience()), verdict);
                }
            }
        });
    }

    private static List<ModelInfo> listed(AiProvider provider) {
        try {
            return provider.fetchModels();
        } catch (AiException refused) {
            return List.of();
        }
    }

    /** Checks that calls whose answers end together return their own, again and again. */
    private void manyAtOnce(AiProvider provider, ScriptedServer server, LawAssertion verdict) {
        List<ServerResponse> streams = streams();
        int tasks = 6;
        List<String> marks =
                IntStream.range(0, tasks).mapToObj(i -> "mark" + (200 + i)).toList();
        server.otherwise(request -> streams.get(IntStream.range(0, tasks)
                        .filter(i -> request.text().contains(marks.get(i)))
                        .findFirst()
                        .orElse(0)
                % streams.size()));
        AtOnce.sameAsAlone(
                tasks,
                100,
                Duration.ofMillis(700),
                (number, meets) -> {
                    AiCall call = marked(provider, marks.get(number)).toBuilder()
                            .ids(new CallIds("session-" + number, "turn-" + number, 1, "request-" + number))
                            .sink(delta -> {
                                if (delta instanceof AiDelta.Finish) {
                                    meets.run();
                                }
                            })
                            .build();
                    AiReturn ret = provider.call(call);
                    return ProviderTrials.whole(ret);
                },
                verdict);
    }

    private static AiCall marked(AiProvider provider, String message) {
        return AiCall.of(AiBody.of(message), new ModelId(provider.id(), provider.defaultModel()));
    }

    private PolicyProbe call(ServerResponse answer) {
        return call(answer, "");
    }

    /** Calls a model of that name; the default one if it is empty. */
    private PolicyProbe call(ServerResponse answer, String model) {
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(answer);
                AiProvider provider = provider(server)) {
            LawAssertion verdict = new LawAssertion("each call ends", answer.toString());
            String name = model.isEmpty() ? provider.defaultModel() : model;
            return verdict.inTime(() -> call(provider, name, Cancellation.create()), patience());
        }
    }

    private static PolicyProbe call(AiProvider provider, Cancellation cancellation) {
        return call(provider, provider.defaultModel(), cancellation);
    }

    private static PolicyProbe call(AiProvider provider, String model, Cancellation cancellation) {
        return call(provider, model, cancellation, Collections.synchronizedList(new ArrayList<>()));
    }

    private static PolicyProbe call(AiProvider provider, String model, Cancellation cancellation, List<AiDelta> shown) {
        AiCall call = AiCall.builder(PolicyProbe.BODY, new ModelId(provider.id(), model))
                .cancellation(cancellation)
                .sink(shown::add)
                .build();
        return new PolicyProbe(shown, provider.call(call));
    }
}
