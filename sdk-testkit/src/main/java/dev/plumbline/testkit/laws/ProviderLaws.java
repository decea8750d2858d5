package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
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
     * A stream, and what a provider must read in it.
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
    }

    /** Checks that a stream that is cut anywhere is not a complete answer, unless it had ended. */
    @Property(tries = 60)
    default void cut_is_never_complete(@ForAll @IntRange(min = 0, max = 999) int perMille, @ForAll boolean chunked) {
        for (ServerResponse each : streams()) {
            int at = (int) ((long) each.size() * perMille / 1000);
            ServerResponse stream = chunked ? each : each.untilClose();
            AiReturn whole = call(stream).ret();
            LawAssertion verdict = new LawAssertion("cut is never complete", stream + " cut after " + at + " bytes");
            PolicyProbe cut = call(stream.closesAfter(at));
            AiReturn ret = cut.ret();
            boolean ended =
                    ret.finish() != FinishReason.NONE && ret.interactions().equals(whole.interactions());
            verdict.check(
                    AiReturn.builder()
                            .deltas(cut.shown())
                            .build()
                            .interactions()
                            .equals(ret.interactions()),
                    "shown "
                            + LawAssertion.show(
                                    AiReturn.builder().deltas(cut.shown()).build()) + ", returned "
                            + LawAssertion.show(ret),
                    "return what had arrived beside the error");
            verdict.check(
                    !ret.isOk() || ended,
                    LawAssertion.show(ret),
                    "return TRUNCATED unless the end mark of the format was received");
        }
    }

    /**
     * Checks that a cancellation ends the call and closes the connection, before the headers, after them and within the
     * stream.
     */
    @Property(tries = 6, shrinking = ShrinkingMode.OFF)
    default void cancel_closes_the_socket(@ForAll @IntRange(min = -1, max = 1) int state) {
        ServerResponse stream = streams().get(0);
        ServerResponse silent = stream.stallsAfter(state == 1 ? stream.size() / 2 : state);
        LawAssertion verdict = new LawAssertion("cancel closes the socket", silent.toString());
        Cancellation cancellation = Cancellation.create();
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(silent);
                AiProvider provider = provider(server)) {
            CompletableFuture<PolicyProbe> running = ConcurrentRunner.begin(() -> call(provider, cancellation));
            Await.until(() -> running.isDone() || !server.requests().isEmpty(), () -> "no request came");
            cancellation.cancel("cancelled by the law");
            boolean ended = Await.until(running::isDone, patience());
            AiReturn.Status status = ended ? running.join().ret().status() : AiReturn.Status.CANCELLED;
            verdict.check(
                    status == AiReturn.Status.CANCELLED,
                    "a cancelled call that ended as " + status,
                    "answer a cancelled call with CANCELLED and what had arrived");
            verdict.check(
                    ended,
                    "a cancelled call that did not end as CANCELLED within "
                            + patience().toMillis() + " ms",
                    "link call.cancellation().onCancel(…) to the exchange, and answer with what had arrived");
            verdict.check(
                    () -> server.awaitClientClosed(patience()),
                    "a connection that stays open after the cancel",
                    "cancel the exchange itself, not only the wait for it");
        }
    }

    /** Checks that answers are what their {@linkplain #exchanges() exchanges} say: text, tool calls, tokens, model, end. */
    @Property(tries = 1)
    default void answers_are_those_of_the_exchanges() {
        for (Exchange exchange : exchanges()) {
            LawAssertion verdict = new LawAssertion("answers are those of the exchanges", exchange.toString());
            AiReturn ret = call(exchange.stream()).ret();
            List<String> calls = ret.toolCalls().stream()
                    .map(tool -> tool.name() + " " + tool.arguments().text())
                    .toList();
            same(exchange.text(), ret.partialText(), "text", verdict);
            same(exchange.toolCalls(), calls, "tool calls", verdict);
            same(exchange.usage(), ret.usage(), "tokens", verdict);
            same(exchange.finish(), ret.finish(), "reason of the end", verdict);
            verdict.check(!ret.model().equals(ModelId.NONE), "no model", "return the model that was called");
        }
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
        LawAssertion verdict = new LawAssertion("conversation is sent", "a call with instructions, messages and tools");
        try (ScriptedServer server = ScriptedServer.openAiChat();
                AiProvider provider = provider(server)) {
            streams().forEach(server::answers);
            AiCall call = AiCall.builder(AiBody.of("bodymark"), new ModelId(provider.id(), "modelmark"))
                    .build()
                    .withEffective(List.of(
                            new Interaction.System("systemmark"),
                            Interaction.user("firstmark"),
                            new Interaction.ToolCall(
                                    "call_1", "toolmark", Json.object().with("a", "argumentmark")),
                            new Interaction.ToolResult("call_1", ToolEnvelope.ok("resultmark")),
                            new Interaction.Assistant(List.of(new Part.Text("answermark"))),
                            Interaction.user("lastmark")));
            AiReturn unused = PolicyChecks.inTime(() -> provider.call(call), patience(), verdict);
            verdict.check(!server.requests().isEmpty(), "no request", "send a request for each call");
            ServerRequest request = server.requests().get(0);
            String sent = request.target() + request.text();
            int at = -1;
            for (String mark : List.of(
                    "systemmark", "firstmark", "toolmark", "argumentmark", "resultmark", "answermark", "lastmark")) {
                int next = request.text().indexOf(mark);
                verdict.check(next >= 0, "no " + mark, "send all interactions of call.effective()");
                verdict.check( // some formats name the tool beside its result
                        request.text().indexOf(mark, next + 1) < 0 || mark.equals("toolmark"),
                        mark + " twice",
                        "send each interaction once");
                verdict.check(
                        next > at || mark.equals("firstmark") || mark.equals("argumentmark"),
                        mark + " before what precedes it",
                        "send the interactions in their order");
                at = mark.equals("systemmark") ? -1 : Math.max(at, next);
            }
            verdict.check(sent.contains("modelmark"), "another model", "send the name of call.model()");
            verdict.check(!sent.contains("bodymark"), "the body", "send call.effective(); policies change that alone");
        }
    }

    /** Checks that what a server does wrong is a failed return and no exception. */
    @Property(tries = 1)
    default void failures_are_values() {
        for (int status : new int[] {400, 401, 403, 404, 429, 500, 503}) {
            ServerResponse answer =
                    ServerResponse.json("{\"error\":{\"message\":\"refused\"}}").withStatus(status);
            failed("the status " + status, answer);
        }
        failed("an empty stream", ServerResponse.sse(List.of()));
        failed("no JSON", ServerResponse.sse(List.of("nonsense", "{\"broken\":")));
        failed("a closed connection", streams().get(0).closesAfter(0));
    }

    private void failed(String what, ServerResponse answer) {
        LawAssertion verdict = new LawAssertion("failures are values", what);
        try {
            AiReturn ret = call(answer).ret();
            verdict.check(!ret.isOk(), LawAssertion.show(ret), "return AiReturn.failed(…) unless the answer is whole");
        } catch (RuntimeException e) {
            throw verdict.violation(e.getClass().getName(), "catch what the network and the service do wrong");
        }
    }

    /** Checks that each call sends and returns its own, one after the other and at the same time. */
    @Property(tries = 1)
    default void calls_do_not_meet() {
        LawAssertion verdict = new LawAssertion("calls do not meet", "12 calls, then 4 at once");
        List<ServerResponse> streams = streams();
        List<AiReturn> alone =
                streams.stream().map(stream -> call(stream).ret()).toList();
        try (ScriptedServer server = ScriptedServer.openAiChat();
                AiProvider provider = provider(server)) {
            for (int i = 0; i < 12; i++) {
                server.answers(streams.get(i % streams.size()));
                AiCall call = marked(provider, "mark" + (100 + i));
                AiReturn ret = PolicyChecks.inTime(() -> provider.call(call), patience(), verdict);
                verdict.check(
                        PolicyChecks.sameContent(alone.get(i % streams.size()), ret),
                        "call " + (i + 1) + ": " + LawAssertion.show(ret),
                        "keep nothing of a call for the next one");
                String sent = server.requests().get(i).text();
                verdict.check(
                        i == 0 || !sent.contains("mark" + (99 + i)),
                        "call " + (i + 1) + " sent what the one before it had sent",
                        "keep nothing of a call for the next one");
            }
            server.otherwise(request -> streams.get(0).withPace(Duration.ofMillis(2)));
            ConcurrentRunner.run(4, i -> provider.call(marked(provider, "at once " + i)))
                    .forEach(ret -> verdict.check(
                            PolicyChecks.sameContent(alone.get(0), ret),
                            "one of 4 calls at once: " + LawAssertion.show(ret),
                            "share nothing between calls that is not safe for threads"));
        }
    }

    private static AiCall marked(AiProvider provider, String message) {
        return AiCall.of(AiBody.of(message), new ModelId(provider.id(), provider.defaultModel()));
    }

    private PolicyProbe call(ServerResponse answer) {
        try (ScriptedServer server = ScriptedServer.openAiChat().answers(answer);
                AiProvider provider = provider(server)) {
            LawAssertion verdict = new LawAssertion("each call ends", answer.toString());
            return PolicyChecks.inTime(() -> call(provider, Cancellation.create()), patience(), verdict);
        }
    }

    private static PolicyProbe call(AiProvider provider, Cancellation cancellation) {
        List<AiDelta> shown = Collections.synchronizedList(new ArrayList<>());
        AiCall call = AiCall.builder(PolicyProbe.BODY, new ModelId(provider.id(), provider.defaultModel()))
                .cancellation(cancellation)
                .sink(shown::add)
                .build();
        return new PolicyProbe(shown, provider.call(call));
    }
}
