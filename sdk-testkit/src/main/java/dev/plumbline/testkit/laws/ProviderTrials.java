package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.internal.OpenHandles;
import dev.plumbline.testkit.internal.Pairs;
import dev.plumbline.testkit.internal.ShortWait;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.testkit.server.ServiceScript;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
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
    /** In how many ways a call of a history ends. */
    private static final int ENDS = 11;

    private static final Duration MOMENT = Duration.ofMillis(50);

    /** The number of calls that end in one way, and of connections that a provider may keep for its next calls. */
    private static final int CALLS = 8;

    private static final int KEPT = 3;

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

    /**
     * Checks that whatever a call has arrives, alone and with everything else: in each row of values every pair of them
     * occurs. What a service does not take is left out with a remark.
     */
    void combinations() {
        List<CallInput.Dimension> all = CallInput.SENT;
        Request plain = request(call(), new LawAssertion("requests are whole", "a call without options"));
        new LawAssertion("requests are whole", "a call without options")
                .check(
                        !plain.text().contains("temperature")
                                && !plain.text().contains("\"seed\"")
                                && !plain.text().contains("\"stop\":"),
                        "an option that the call does not have",
                        "leave out what the call does not say; the service has its own default");
        List<Set<String>> alone = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Set<String> remarks = new HashSet<>();
            for (int value = 1; value <= all.get(i).values().size(); value++) {
                int[] row = new int[all.size()];
                row[i] = value;
                remarks.addAll(arrives(row, List.of()));
            }
            alone.add(remarks);
        }
        for (int[] row : CallInput.rows(all)) {
            Set<String> unused = arrives(row, alone);
        }
    }

    /**
     * Checks that all values of a row arrive, and returns the remarks that say what is left out.
     *
     * @param alone the remarks of each dimension without the others, which say nothing about a combination
     */
    private Set<String> arrives(int[] row, List<Set<String>> alone) {
        List<CallInput.Dimension> all = CallInput.SENT;
        LawAssertion verdict = new LawAssertion("requests are whole", "a call with " + CallInput.names(all, row));
        AiCall call = CallInput.of(call(), all, row);
        Request request = request(call, verdict);
        verdict.check(
                request.text().contains("lastmark") && !request.text().contains(CallInput.BODY),
                "no message, or the body",
                "send all of call.effective(), of every kind, and nothing of the body");
        if (request.remarks().isEmpty()) {
            new SentValues(Json.parse(request.text())).check(call, verdict);
        }
        for (int i = 0; i < row.length; i++) {
            if (row[i] > 0) {
                int own = i;
                CallInput.Value value = all.get(i).values().get(row[i] - 1);
                boolean arrives = value.marks().stream().allMatch(request.text()::contains)
                        && (value.unlike().isEmpty()
                                || !request(CallInput.unlike(call(), all, own, row), verdict)
                                        .text()
                                        .equals(request.text()));
                boolean isSaid = request.remarks().stream()
                        .anyMatch(remark -> alone.isEmpty()
                                || alone.get(own).contains(remark)
                                || alone.stream().noneMatch(remarks -> remarks.contains(remark)));
                verdict.check(
                        arrives || isSaid,
                        "no " + all.get(i).name() + value.marks() + ", and no remark that says why",
                        "send everything of a call, whatever else it has; say with call.addRemark(…) what a model does"
                                + " not take");
            }
        }
        return Set.copyOf(request.remarks());
    }

    /** Checks that a request depends on what the service must have alone, not on ids, notes or who looks on. */
    void nothingElse() {
        String plain = request(call(), new LawAssertion("requests are whole", "a call"))
                .text();
        for (int[] row : CallInput.rows(CallInput.NOT_SENT)) {
            LawAssertion verdict = new LawAssertion(
                    "requests are whole", "a call with other " + CallInput.names(CallInput.NOT_SENT, row));
            verdict.check(
                    request(CallInput.of(call(), CallInput.NOT_SENT, row), verdict)
                            .text()
                            .equals(plain),
                    "another request",
                    "send call.effective(), its model, options, tools and schema, and nothing else; caches rely on it");
        }
    }

    /**
     * Checks that a call sends and returns what it does with a new provider, whatever was sent and answered before: each
     * number is a row of values and a way in which a call ends.
     */
    void usedIsFresh(AiProvider fresh, List<Integer> history, ServerResponse plain) {
        List<int[]> rows = CallInput.rows(CallInput.SENT);
        for (int number : history) {
            LawAssertion verdict = new LawAssertion("used providers are as new ones", history.toString());
            Cancellation cancellation = Cancellation.create();
            AiCall call = CallInput.of(call(), CallInput.SENT, rows.get(number % rows.size())).toBuilder()
                    .cancellation(cancellation)
                    .build();
            server.answers(ended(number % ENDS));
            boolean unused = verdict.inTime(() -> provider.call(call).isOk(), patience);
            cancellation.cancel("the turn is over");
        }
        int next = history.stream().mapToInt(each -> each + 1).sum();
        AiCall call = CallInput.of(call(), CallInput.SENT, rows.get(next % rows.size()));
        LawAssertion verdict =
                new LawAssertion("used providers are as new ones", "calls " + history + ", then " + next);
        List<ServerRequest> sent = new ArrayList<>();
        List<AiReturn> returned = new ArrayList<>();
        // a reset may drop what had arrived
        ServerResponse last = next % ENDS == 2 || next % 4 == 0 ? plain : ended(next % ENDS);
        for (AiProvider each : List.of(fresh, provider)) {
            int before = server.requests().size();
            server.answers(last);
            returned.add(verdict.inTime(() -> each.call(call), patience));
            verdict.check(
                    server.requests().size() == before + 1,
                    (server.requests().size() - before) + " requests, returned " + LawAssertion.show(returned.get(0)),
                    "send a request for each call, whatever was answered before");
            sent.add(server.requests().get(before));
        }
        verdict.check(
                sent.get(0).text().equals(sent.get(1).text())
                        && sent.get(0).target().equals(sent.get(1).target()),
                "another request than that of a new provider",
                "keep nothing of a call for the next one");
        same(
                returned.get(1),
                returned.get(0),
                "; of a new provider ",
                "keep nothing of a call for the next one",
                verdict);
    }

    /** Checks that two returns are the same in everything but the trace of the chain. */
    static void same(AiReturn seen, AiReturn expected, String between, String fix, LawAssertion verdict) {
        Map<String, Object> one = whole(seen);
        whole(expected)
                .forEach((what, value) -> verdict.check(
                        value.equals(one.get(what)),
                        what + " " + LawAssertion.difference(Objects.requireNonNull(one.get(what)), value, between),
                        fix));
    }

    /** Returns everything of a return but its content and the trace of the chain. */
    static Map<String, Object> beside(AiReturn ret) {
        Map<String, Object> beside = whole(ret);
        beside.remove("the content");
        return beside;
    }

    /** Returns everything of a return but the trace of the chain. */
    static Map<String, Object> whole(AiReturn ret) {
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put(
                "the content",
                ret.interactions().stream().map(each -> each.toJson().text()).toList());
        whole.put("the tokens", ret.usage());
        whole.put("the saved tokens", ret.savedTokens());
        whole.put("the cost", ret.cost());
        whole.put("the end", ret.finish());
        whole.put("the status", ret.status());
        whole.put("the error", ret.error());
        whole.put("the model", ret.model());
        whole.put("the ids", ret.ids());
        whole.put("the id of the request", ret.requestId());
        return whole;
    }

    private ServerResponse ended(int way) {
        return switch (way) {
            case 0 -> answer;
            case 1 -> answer.closesAfter(answer.size() / 2);
            case 2 -> answer.resetsAfter(answer.size() / 2);
            case 3 -> ServerResponse.sse(List.of("nonsense", "{\"broken\":"));
            default ->
                ServerResponse.json("{\"error\":{\"message\":\"no\"}}")
                        .withStatus(new int[] {400, 401, 403, 404, 429, 500, 503}[way - 4]);
        };
    }

    /**
     * Checks that what was complete is returned, however a stream ends: text, tool calls and both, with each reason of the
     * end, with none, and behind an error.
     */
    void whatWasCompleteIsKept(Supplier<ServiceScript<?>> scripts) {
        LawAssertion failing = new LawAssertion("what was complete is kept", "text, and then an error in the stream");
        server.answers(scripts.get().failsAfter("overloaded_error", "A room of ", "5 m.").stream());
        AiReturn failed = failing.inTime(() -> provider.call(call()), patience);
        failing.check(
                !failed.isOk() && failed.partialText().equals("A room of 5 m."),
                LawAssertion.show(failed),
                "return what had arrived beside the error");
        List<FinishReason> reasons = List.of(FinishReason.values());
        for (int[] row : Pairs.of(2, 3, reasons.size())) {
            FinishReason reason = reasons.get(row[2]);
            if (reason == FinishReason.TOOL_CALLS && row[1] == 0) {
                continue; // no service says that
            }
            List<AiDelta> said = new ArrayList<>();
            if (row[0] == 1 || row[1] == 0) {
                said.add(new AiDelta.Text("A room of "));
                said.add(new AiDelta.Text("5 m."));
            }
            for (int i = 0; i < row[1]; i++) {
                said.add(new AiDelta.ToolCallPart(i, "call_" + (i + 1), "measure", "{\"wall\":" + i + "}"));
            }
            said.add(new AiDelta.UsageReport(Usage.of(40, 3)));
            said.add(new AiDelta.Finish(reason));
            LawAssertion verdict = LawAssertion.on("what was complete is kept", said);
            ServiceScript<?> script = LawConversation.spoken(scripts.get(), said);
            server.answers(script.endsAs(reason).stream());
            List<AiDelta> shown = new CopyOnWriteArrayList<>();
            AiReturn ret = verdict.inTime(() -> provider.call(call().withSink(shown::add)), patience);
            AiReturn whole = PolicyChecks.fold(said);
            verdict.check(
                    ret.interactions().equals(whole.interactions())
                            && PolicyChecks.fold(shown).interactions().equals(whole.interactions()),
                    "shown " + LawAssertion.show(shown) + ", returned " + LawAssertion.show(ret),
                    "return all that had arrived, whatever the reason of the end is; pass tool calls on as they come");
            boolean isWhole = EnumSet.of(FinishReason.STOP, FinishReason.LENGTH, FinishReason.TOOL_CALLS)
                    .contains(reason);
            boolean isFinish =
                    ret.finish() == reason || (reason == FinishReason.STOP && ret.finish() == FinishReason.TOOL_CALLS);
            boolean counts = !isWhole || ret.usage().equals(whole.usage());
            verdict.check(
                    reason == FinishReason.NONE ? !ret.isOk() : ret.isOk() ? isFinish && counts : !isWhole,
                    LawAssertion.show(ret),
                    "return the reason that the service gives, OTHER for one that is not known, and TRUNCATED without one");
        }
    }

    private static String mark(int number) {
        return "message-" + (1000 + number) + "-mark";
    }

    private AiCall call() {
        return CallInput.plain(new ModelId(provider.id(), provider.defaultModel()), "The lastmark?");
    }

    private String sent(AiCall call, LawAssertion verdict) {
        return request(call, verdict).text();
    }

    /** Sends a call, and returns its request with the remarks. */
    private Request request(AiCall call, LawAssertion verdict) {
        server.answers(answer);
        int before = server.requests().size();
        List<String> remarks = new ArrayList<>();
        AiReturn ret = verdict.inTime(
                () -> {
                    ViewSink view = new ViewSink(false);
                    AiReturn answered = provider.call(call.withSink(view));
                    remarks.addAll(view.remarks());
                    return answered;
                },
                patience);
        verdict.check(
                server.requests().size() == before + 1,
                LawAssertion.show(ret) + " after " + (server.requests().size() - before) + " requests",
                "send one request for each call");
        return new Request(server.requests().get(before).text(), List.copyOf(remarks));
    }

    private record Request(String text, List<String> remarks) {}

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
                    ret.status() == AiReturn.Status.CANCELLED && !ShortWait.until(waiting::isDone, MOMENT),
                    LawAssertion.show(ret) + (waiting.isDone() ? ", which ended another call" : ""),
                    "end only the exchange of the call that is cancelled");
        } finally {
            first.cancel("ended by the law");
        }
        AiReturn ret = verdict.outcome(waiting, patience);
        verdict.check(
                ret.status() == AiReturn.Status.CANCELLED, LawAssertion.show(ret), "end a cancelled call as CANCELLED");
    }

    /** Checks that many calls that end in one way leave a few connections at most; a call that waits is cancelled. */
    void leavesNoConnection(String how, ServerResponse each) {
        LawAssertion verdict =
                new LawAssertion("connections end with their calls", CALLS + " calls, each of which " + how);
        server.otherwise(request -> each);
        for (int i = 1; i <= CALLS; i++) {
            int number = i;
            Cancellation cancellation = Cancellation.create();
            CompletableFuture<AiReturn> running = begin(cancellation);
            if (how.equals("is cancelled")) {
                Await.until(() -> running.isDone() || server.requests().size() == number, () -> "no request came");
            } else {
                boolean unused = Await.until(running::isDone, patience);
            }
            cancellation.cancel("the turn is over");
            AiReturn unused = verdict.outcome(running, patience);
        }
        verdict.check(
                () -> Await.until(() -> server.openConnections() <= KEPT && own() <= KEPT, patience),
                server.openConnections() + " connections that the server has, and " + own()
                        + " of this process, before close",
                "close the connection of a call on every way out, or read its answer to the end and use it again");
    }

    /** Returns the number of sockets of this process that are connected to the server. */
    private long own() {
        String end = "remote port " + server.address().getPort();
        return OpenHandles.sockets().values().stream()
                .filter(socket -> socket.endsWith(end))
                .count();
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
        if (!ShortWait.until(running::isDone, MOMENT)) { // the last user closes it, not the first
            one.close();
            server.answers(answer);
            AiReturn ret = verdict.inTime(() -> provider.call(call()), patience);
            verdict.check(
                    ret.isOk() && !ShortWait.until(running::isDone, MOMENT),
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
                                "a value that is not a hash for a name of a secret",
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
