package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Checks of a provider with unusual requests, and with several calls and users.
 *
 * @param provider the provider
 * @param server the server that it calls
 * @param answer an answer of the service
 * @param patience how long a call may take to end
 */
record ProviderTrials(AiProvider provider, ScriptedServer server, ServerResponse answer, Duration patience) {
    /** Where services expect the secret of a user. */
    private static final List<String> SECRETS = List.of("Authorization", "x-api-key", "api-key", "x-goog-api-key");

    private static final int SECRET_LENGTH = 6;

    /** Names of secrets, and what may be returned of them. */
    private static final Pattern SECRET =
            Pattern.compile("(?i)key|token|secret|password|authorization|cookie|credential");

    private static final Pattern HASH = Pattern.compile("([\\w-]+:)?[0-9a-fA-F]{8,}|([\\w-]+:)?[\\w+/-]{20,}={0,2}");
    private static final Duration MOMENT = Duration.ofMillis(50);

    /** Checks that every message of a conversation of that length is sent, in order. */
    void conversation(int messages) {
        LawAssertion verdict = new LawAssertion("requests are whole", messages + " messages");
        List<Interaction> said = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            said.add(
                    (messages - i) % 2 == 1
                            ? Interaction.user(mark(i))
                            : new Interaction.Assistant(List.of(new Part.Text(mark(i)))));
        }
        AiCall call = call().withEffective(said);
        inOrder(IntStream.range(0, messages).mapToObj(ProviderTrials::mark).toList(), sent(call, verdict), verdict);
    }

    /** Checks that that many tools are sent in the order of the call. */
    void tools(int number) {
        LawAssertion verdict = new LawAssertion("requests are whole", number + " tools");
        List<String> names = IntStream.range(0, number)
                .mapToObj(i -> (i % 2 == 0 ? "zebra" : "apple") + (100 + number - i))
                .toList();
        List<ToolDefinition> tools = names.stream()
                .map(name -> new ToolDefinition(
                        name, "A tool.", Json.object().with("type", "object"), Optional.empty(), Set.of(), ""))
                .toList();
        inOrder(names, sent(call().toBuilder().tools(tools).build(), verdict), verdict);
    }

    private static void inOrder(List<String> marks, String sent, LawAssertion verdict) {
        int at = -1;
        for (String mark : marks) {
            int next = sent.indexOf(mark);
            verdict.check(
                    next > at && sent.indexOf(mark, next + 1) < 0,
                    next < 0 ? "no " + mark : mark + " at another place than in the call, or twice",
                    "send all of call.effective() and call.tools(), once, in their order");
            at = next;
        }
    }

    /** Checks that everything effective is sent, also what is neither a message nor a call. */
    void kinds() {
        LawAssertion verdict = new LawAssertion("requests are whole", "a summary, facts and several parts");
        List<Interaction> said = List.of(
                new Interaction.System("systemmark"),
                new Interaction.Context(Map.of("factmark", Json.of("valuemark"))),
                new Interaction.Summary("summarymark"),
                new Interaction.User(List.of(new Part.Text("onemark"), new Part.Text("othermark"))),
                new Interaction.Assistant(List.of(new Part.Text("answermark"), new Part.Text("secondmark"))),
                Interaction.user("lastmark"));
        String sent = sent(call().withEffective(said), verdict);
        for (String mark : List.of(
                "systemmark",
                "factmark",
                "valuemark",
                "summarymark",
                "onemark",
                "othermark",
                "answermark",
                "secondmark",
                "lastmark")) {
            verdict.check(sent.contains(mark), "no " + mark, "send all of call.effective(), of every kind");
        }
    }

    /** Checks that options are sent if they are set, unless a remark says why not, and not if they are not. */
    void options() {
        Map<String, ModelOptions> options = Map.of(
                "0.0625", ModelOptions.builder().temperature(0.0625).build(),
                "0.03125", ModelOptions.builder().topP(0.03125).build(),
                "stopmark", ModelOptions.builder().stop("stopmark").build(),
                "7654321", ModelOptions.builder().seed(7_654_321).build());
        options.forEach((mark, option) -> sentOrSaid(mark, call().withOptions(option)));
        String plain = sent(call(), new LawAssertion("requests are whole", "a call without options"));
        for (ModelOptions zero : List.of(
                ModelOptions.builder().temperature(0).build(),
                ModelOptions.builder().seed(0).build())) {
            ViewSink view = new ViewSink(false);
            LawAssertion verdict = new LawAssertion("requests are whole", "the options " + zero);
            verdict.check(
                    !sent(call().withOptions(zero).withSink(view), verdict).equals(plain)
                            || !view.remarks().isEmpty(),
                    "the request of a call without options",
                    "send an option that is 0: it is set, and the default of the service is another value");
        }
        Json schema = Json.parse("{\"type\":\"object\",\"properties\":{\"schemamark\":{\"type\":\"string\"}},"
                + "\"required\":[\"schemamark\"],\"additionalProperties\":false}");
        sentOrSaid("schemamark", call().withOutputSchema(schema));
        LawAssertion verdict = new LawAssertion("requests are whole", "a call without options");
        String without = sent(call(), verdict);
        verdict.check(
                !without.contains("temperature") && !without.contains("\"seed\"") && !without.contains("\"stop\":"),
                "an option that the call does not have",
                "leave out what the call does not say; the service has its own default");
    }

    private void sentOrSaid(String mark, AiCall call) {
        LawAssertion verdict = new LawAssertion("requests are whole", "an option or a schema with " + mark);
        ViewSink view = new ViewSink(false);
        String sent = sent(call.withSink(view), verdict);
        verdict.check(
                sent.contains(mark) || !view.remarks().isEmpty(),
                "no " + mark + ", and no remark that says why",
                "send call.options() and call.outputSchema(); say with call.addRemark(…) what a model does not take");
    }

    private static String mark(int number) {
        return "message-" + (1000 + number) + "-mark";
    }

    private AiCall call() {
        return AiCall.of(AiBody.of("a question"), new ModelId(provider.id(), provider.defaultModel()));
    }

    private String sent(AiCall call, LawAssertion verdict) {
        server.answers(answer);
        int before = server.requests().size();
        AiReturn ret = verdict.inTime(() -> provider.call(call), patience);
        verdict.check(
                server.requests().size() == before + 1,
                LawAssertion.show(ret) + " after " + (server.requests().size() - before) + " requests",
                "send one request for each call");
        return server.requests().get(before).text();
    }

    /** Checks that what has arrived of an answer is shown before the rest comes. */
    void showsAtOnce() {
        LawAssertion verdict = new LawAssertion("deltas come as they arrive", answer.toString());
        List<Integer> ends = answer.eventEnds();
        if (ends.size() > 1) {
            server.answers(answer.stallsAfter(ends.get(ends.size() - 2)));
            List<AiDelta> shown = new CopyOnWriteArrayList<>();
            Cancellation cancellation = Cancellation.create();
            AiCall call = call().toBuilder()
                    .cancellation(cancellation)
                    .sink(shown::add)
                    .build();
            CompletableFuture<AiReturn> running = ConcurrentRunner.begin(() -> provider.call(call));
            boolean isShown = Await.until(() -> !shown.isEmpty() || running.isDone(), patience);
            cancellation.cancel("ended by the law");
            AiReturn unused = verdict.outcome(running, patience);
            verdict.check(
                    isShown, "nothing that was shown of a stream whose end has not come", "push deltas as they arrive");
        }
    }

    /** Checks that a call is answered, and another one cancelled, beside one whose answer does not come. */
    void besideOneThatWaits() {
        LawAssertion verdict = new LawAssertion("calls do not wait for each other", "a call beside one that waits");
        ServerResponse silent = answer.stallsAfter(0);
        Cancellation first = Cancellation.create();
        server.answers(silent);
        CompletableFuture<AiReturn> waiting = begin(first);
        Await.until(() -> waiting.isDone() || !server.requests().isEmpty(), () -> "no request came");
        try {
            server.answers(answer);
            AiReturn beside = verdict.inTime(() -> provider.call(call()), patience);
            verdict.check(
                    beside.isOk(), LawAssertion.show(beside), "share nothing between calls that one of them may hold");
            server.answers(silent);
            Cancellation other = Cancellation.create();
            CompletableFuture<AiReturn> cancelled = begin(other);
            Await.until(
                    () -> cancelled.isDone() || server.requests().size() == 3,
                    () -> "no request came beside one that waits");
            other.cancel("cancelled by the law");
            AiReturn ret = verdict.outcome(cancelled, patience);
            verdict.check(
                    ret.status() == AiReturn.Status.CANCELLED && !Await.until(waiting::isDone, MOMENT),
                    LawAssertion.show(ret) + (waiting.isDone() ? ", which ended another call" : ""),
                    "end only the exchange of the call that is cancelled");
        } finally {
            first.cancel("ended by the law");
        }
        AiReturn ret = verdict.outcome(waiting, patience);
        verdict.check(
                ret.status() == AiReturn.Status.CANCELLED, LawAssertion.show(ret), "end a cancelled call as CANCELLED");
    }

    private CompletableFuture<AiReturn> begin(Cancellation cancellation) {
        AiCall call = call().toBuilder().cancellation(cancellation).build();
        return ConcurrentRunner.begin(() -> provider.call(call));
    }

    /** Checks that closing another provider of the same service ends no call of this one. */
    void isApartFrom(AiProvider other) {
        LawAssertion verdict = new LawAssertion("uses begin and end", "two providers, of which one is closed");
        server.answers(answer).answers(answer);
        AiReturn unused = verdict.inTime(() -> other.call(call()), patience);
        other.close();
        AiReturn ret = verdict.inTime(() -> provider.call(call()), patience);
        verdict.check(ret.isOk(), LawAssertion.show(ret), "let each provider close what is its own");
    }

    /** Checks that a user that leaves twice ends no use of another one: not a call that runs, nor one that follows. */
    void usersLeave() {
        LawAssertion verdict = new LawAssertion("uses begin and end", "two users, of whom one leaves twice");
        Subscription one = provider.retain();
        Subscription other = provider.retain();
        server.answers(answer.stallsAfter(0));
        Cancellation cancellation = Cancellation.create();
        CompletableFuture<AiReturn> running = begin(cancellation);
        Await.until(() -> running.isDone() || !server.requests().isEmpty(), () -> "no request came");
        one.close();
        if (!Await.until(running::isDone, MOMENT)) { // the last user closes it, not the first
            one.close();
            server.answers(answer);
            AiReturn ret = verdict.inTime(() -> provider.call(call()), patience);
            verdict.check(
                    ret.isOk() && !Await.until(running::isDone, MOMENT),
                    LawAssertion.show(ret) + (running.isDone() ? ", and the call of another user ended" : ""),
                    "count a user once, however often it leaves");
        }
        other.close();
        cancellation.cancel("ended by the law");
        AiReturn unused = verdict.outcome(running, patience);
    }

    /** Checks that the secrets of the requests are in nothing that a provider says of itself, or of a call. */
    void keepsSecrets(Map<String, Object> said, AiReturn ret) {
        provider.requestAttributes()
                .forEach((name, value) -> new LawAssertion("what it says of itself stays", name)
                        .check(
                                !SECRET.matcher(name).find()
                                        || value.isEmpty()
                                        || HASH.matcher(value).matches(),
                                "a value that is no hash for a name of a secret",
                                "return hashes of secrets among the attributes of requests"));
        String words = said + " " + provider + " " + ret + " " + ret.error();
        for (ServerRequest request : server.requests()) {
            for (String header : SECRETS) {
                String value = request.header(header).orElse("").replaceFirst("^(Bearer|Basic) ", "");
                new LawAssertion("what it says of itself stays", "the secret in " + header)
                        .check(
                                value.length() < SECRET_LENGTH || !words.contains(value),
                                "the secret of the user among what it says of itself",
                                "return names, configuration and hashes, never a secret");
            }
        }
    }
}
