package dev.plumbline.integration.redteam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.extensions.Extensions;
import dev.plumbline.json.Json;
import dev.plumbline.metrics.MicrometerObserver;
import dev.plumbline.metrics.TraceObserver;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.Redactor;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.ConversationSession.SideTurn;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tools.ToolLimits;
import dev.plumbline.web.SessionReport;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

/**
 * Whatever a program does, nothing that leaves it has a value that a scan of the whole conversation hides, and a person reads
 * values, never pseudonyms. A program is a list of {@linkplain Step steps} in a conversation that is stored; it runs with real
 * requests to two servers on this machine, whose model repeats the first pseudonym that it reads.
 *
 * <p>What leaves: requests, the arguments of tools that may not have values, stored answers, the request log and traces, which
 * may have values that nothing has announced yet; logs at all levels, events and their files, spans, meters, reports of
 * lengths, exceptions, and whatever has a {@code toString}, which have no value at all.
 */
@Tag("slow")
class WhatLeavesLawTest {
    private static final Pattern PSEUDONYM = Pattern.compile("[A-Z]{3,}_[0-9a-f]{16}");
    private static final Pattern PIECE = Pattern.compile("[A-Z]{3,}_[0-9a-f]{1,16}");
    private static final Pattern REFERENCE = Pattern.compile("\\\\*\"reference\\\\*\":\\\\*\"([^\"\\\\]+)");
    private static final Json ANYTHING = Json.parse("{\"type\":\"object\"}");
    private static final int SHORTEST = 6;

    /** A value, and the words that announce it. */
    private enum Value {
        PASSWORD("My password: ", "hunter2x99"),
        MAIL("Write to ", "anna.berg@example.org"),
        NUMBER("My SSN is ", "078-05-1120"),
        /** It is found only where a list of names has it. */
        NAME("It belongs to ", "Berta Kranz"),
        /** It is found only by a pattern. */
        PROJECT("It is for ", "PRJ-QX20K5"),
        /** It is in a result that is too long for a request, far behind its name. */
        PAGED("The password is ", "q7rk2mzw4t");

        final String before;
        final String text;

        Value(String before, String text) {
            this.before = before;
            this.text = text;
        }

        /** Returns whether a text has it, or half of it; digits alone are in other numbers by chance. */
        boolean isIn(String plain) {
            int half = this == NUMBER ? text.length() : Math.max(SHORTEST, text.length() / 2);
            for (int at = 0; at + half <= text.length(); at++) {
                if (plain.contains(text.substring(at, at + half))) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final String PAGED = Value.PAGED.before + Value.PAGED.text;

    /** How a text has its value. */
    private enum How {
        ANNOUNCED("%s%s."),
        ALONE("They like %2$s."),
        QUOTED("It is \"%2$s\", or (%2$s)."),
        IN_JSON("{\"a\":\"%2$s\",\"b\":[\"x %2$s\"]}");

        final String form;

        How(String form) {
            this.form = form;
        }
    }

    /** What is said in a step. */
    private record Words(Value value, How how) {
        String text() {
            return String.format(how.form, value.before, value.text);
        }
    }

    /** How the model repeats a pseudonym, which is at the {@code @}. */
    private enum Form {
        PLAIN("They like @."),
        MARKED("**@** and (@)"),
        LINES("@\n- @\n"),
        QUOTED("\"@\", `@`; @"),
        /** It passes it to a tool before, as a value and as a name. */
        TO_A_TOOL("I passed @.");

        final String text;

        Form(String text) {
            this.text = text;
        }

        /** Returns the moves of a turn, behind those. */
        Move[] moves(Move... before) {
            List<Move> all = new ArrayList<>(List.of(before));
            if (this == TO_A_TOOL) {
                all.add(calls("echo"));
                all.add(calls("mail"));
            }
            all.add(says(this));
            return all.toArray(Move[]::new);
        }
    }

    /** What a tool does with the text that it returns. */
    private enum Result {
        TEXT,
        OBJECT,
        LIST,
        ERROR;

        Object of(String text) {
            return switch (this) {
                case TEXT -> text;
                case OBJECT -> Json.object().with("note", text).with("wall", 3);
                case LIST -> List.of("a wall", text);
                case ERROR -> throw new ToolException(text);
            };
        }
    }

    /** What a program that opens the conversation has set. */
    private enum Settings {
        FIRST,
        OTHER_KEY,
        NAMES,
        PATTERN,
        COUNTRY,
        SMALL_CACHE,
        FOR_A_TOOL,
        WITHOUT;

        Optional<RedactionOptions> options() {
            RedactionOptions first = RedactionOptions.ofDefaults().withKey(key("a"));
            return switch (this) {
                case FIRST -> Optional.of(first);
                case OTHER_KEY -> Optional.of(first.withKey(key("b")));
                case NAMES -> Optional.of(first.withRedactor(Redactor.ofNames(() -> List.of(Value.NAME.text))));
                case PATTERN -> Optional.of(first.withPattern("PRJ-[A-Z0-9]{6}"));
                case COUNTRY -> Optional.of(first.withCountry("DE"));
                case SMALL_CACHE -> Optional.of(first.withMaxCachedBytes(1));
                case FOR_A_TOOL -> Optional.of(first.withRestoredFor("mail"));
                case WITHOUT -> Optional.empty();
            };
        }

        private static Secret key(String end) {
            return Secret.of(("0123456789abcdef-" + end).toCharArray());
        }
    }

    /** A step of a program. In most of them the person says something, and the model repeats a pseudonym in its answer. */
    private sealed interface Step {
        void run(World its);

        record Send(Words words, Form form) implements Step {
            @Override
            public void run(World its) {
                its.turn(() -> its.session.send(its.says(words)), form.moves());
            }
        }

        /** A tool returns a text. */
        record Returned(Words words, Result result, Form form) implements Step {
            @Override
            public void run(World its) {
                its.returned = () -> result.of(its.says(words));
                its.turn(() -> its.session.send("Look."), form.moves(calls("look")));
            }
        }

        /** The model reads a page of a long result, which begins between the name of a value and the value. */
        record Page(boolean again, Form form) implements Step {
            @Override
            public void run(World its) {
                String wall = "The wall stands. ".repeat(150);
                String before = wall + Value.PAGED.before;
                its.returned = () -> {
                    its.said.add(PAGED);
                    return before + Value.PAGED.text + "\n" + wall;
                };
                Move page = readsFrom(before.length());
                its.turn(() -> its.session.send("Look."), again ? form.moves(page) : form.moves(calls("look"), page));
            }
        }

        record Edit(int message, Words words, Form form) implements Step {
            @Override
            public void run(World its) {
                List<ConversationEntry> messages = its.session.path().stream()
                        .filter(entry -> entry.kind() == Interaction.Kind.USER)
                        .toList();
                one(messages, message)
                        .ifPresent(entry -> its.turn(() -> its.session.edit(entry, its.says(words)), form.moves()));
            }
        }

        record Fork(Words words, Form form) implements Step {
            @Override
            public void run(World its) {
                String branch = "fork" + its.session.tree().heads().size();
                try (ConversationSession fork = its.session.fork(branch)) {
                    its.turn(() -> fork.send(its.says(words)), form.moves());
                }
            }
        }

        /** The person goes on from an earlier entry. */
        record Back(int entry, Words words, Form form) implements Step {
            @Override
            public void run(World its) {
                its.turn(
                        () -> {
                            one(its.session.path(), entry).ifPresent(its.session::continueFrom);
                            return its.session.send(its.says(words));
                        },
                        form.moves());
            }
        }

        record Summary(int from, int to, Words words, Form form) implements Step {
            @Override
            public void run(World its) {
                its.turn(
                        () -> {
                            List<ConversationEntry> path = its.session.path();
                            one(path, from).ifPresent(entry -> {
                                ConversationEntry last = path.get(Math.max(to % path.size(), path.indexOf(entry)));
                                its.session.summarize(entry, last, words.text());
                                its.says(words);
                            });
                            return its.session.send("Go on.");
                        },
                        form.moves());
            }
        }

        /** The person says something while a tool runs. */
        record Interjection(Words words, Form form) implements Step {
            @Override
            public void run(World its) {
                its.meanwhile = () -> {
                    if (its.session.interject(words.text())) {
                        its.says(words);
                    }
                };
                its.turn(() -> its.session.send("Go on."), form.moves(calls("wait")));
            }
        }

        /** The person cancels the turn while a tool runs. */
        record Cancel(Words words, Form form) implements Step {
            @Override
            public void run(World its) {
                its.meanwhile = () -> its.session.cancel("enough");
                its.turn(() -> its.session.send(its.says(words)), form.moves(calls("wait")));
            }
        }

        /** The answer reaches its limit within a pseudonym, or the connection is lost there. */
        record Cut(Words words, int arrived, boolean lost) implements Step {
            @Override
            public void run(World its) {
                its.turn(() -> its.session.send(its.says(words)), (script, pseudonym, request) -> {
                    String[] pieces = {"They like ", pseudonym.substring(0, Math.min(arrived, pseudonym.length()))};
                    OpenAiChatScript unused = lost ? script.cutsAfter(pieces) : script.fillsUp(pieces);
                });
            }
        }

        /** The first service refuses, and the second one answers. */
        record Fallback(Words words, Form form) implements Step {
            @Override
            public void run(World its) {
                its.refusing = true;
                its.turn(() -> its.session.send(its.says(words)), form.moves());
                its.refusing = false; // the answer may have been stored
            }
        }

        /** The service refuses, and repeats what it was sent. */
        record Refusal(Words words) implements Step {
            @Override
            public void run(World its) {
                its.turn(
                        () -> its.session.send(its.says(words)),
                        (script, pseudonym, request) -> script.fails(400, "cannot read " + pseudonym));
            }
        }

        /** The first answer does not fit its schema. */
        record Repair(Words words) implements Step {
            @Override
            public void run(World its) {
                its.turn(
                        () -> {
                            Answer answer = its.session.send(its.says(words), Answer.class);
                            its.reads("the typed answer", answer.note());
                            return AiReturn.ofText("");
                        },
                        (script, pseudonym, request) -> script.says("{\"note\":\"" + pseudonym + "\"}"),
                        (script, pseudonym, request) -> script.says("{\"note\":\"x " + pseudonym + "\",\"number\":1}"));
            }
        }

        record Aside(Words words, boolean history, Form form) implements Step {
            @Override
            public void run(World its) {
                its.turn(
                        () -> its.session.runSideTurn(
                                SideTurn.of("aside", its.says(words)).withHistory(history)),
                        form.moves());
            }
        }

        /** A context source returns something else from now on. */
        record Fact(Words words, Form form) implements Step {
            @Override
            public void run(World its) {
                its.fact = its.says(words);
                its.turn(() -> its.session.send("Go on."), form.moves());
            }
        }

        /** A policy inside makes a call of its own, and adds a message. */
        record Added(Words asked, Words words, Form form) implements Step {
            @Override
            public void run(World its) {
                its.added = Optional.of(this);
                its.turn(() -> its.session.send("Go on."), form.moves(says(Form.PLAIN)));
                its.added = Optional.empty();
            }
        }

        /** The program ends, and another one opens the conversation. */
        record Restart(Settings settings) implements Step {
            @Override
            public void run(World its) {
                its.restart(settings);
            }
        }

        private static <T> Optional<T> one(List<T> of, int index) {
            return of.isEmpty() ? Optional.empty() : Optional.of(of.get(index % of.size()));
        }
    }

    record Answer(String note, int number) {}

    private static ScriptedServer first;
    private static ScriptedServer second;

    @BeforeContainer
    static void open() {
        first = ScriptedServer.openAiChat();
        second = ScriptedServer.openAiChat();
    }

    @AfterContainer
    static void close() {
        first.close();
        second.close();
    }

    /** What the model answers when it was sent a request with a pseudonym. */
    private interface Move {
        void add(OpenAiChatScript script, String pseudonym, String request);
    }

    private static Move says(Form form) {
        return (script, pseudonym, request) -> {
            String text = form.text.replace("@", pseudonym);
            script.says(text.substring(0, text.length() / 2), text.substring(text.length() / 2));
        };
    }

    private static Move calls(String tool) {
        return (script, pseudonym, request) -> script.callsTool(
                        tool, Map.of("q", pseudonym, pseudonym, List.of("see " + pseudonym)))
                .nextRound();
    }

    private static Move readsFrom(int from) {
        return (script, pseudonym, request) -> {
            String reference = REFERENCE
                    .matcher(request)
                    .results()
                    .map(found -> found.group(1))
                    .reduce("none", (before, next) -> next);
            script.callsTool("read_result", Map.of("reference", reference, "at", "/value", "from", from))
                    .nextRound();
        };
    }

    /** The programs that open a conversation, one after another, and what has left them. */
    private static final class World implements AutoCloseable {
        private final Path folder;
        private final List<String> faults = new CopyOnWriteArrayList<>();
        private final List<String> said = new CopyOnWriteArrayList<>();
        private final Map<String, Set<Value>> hiddenIn = new ConcurrentHashMap<>();
        private final Deque<Move> moves = new ArrayDeque<>();
        private final OpenAiChatScript script = OpenAiChatScript.create();
        private final ResponseStore answers = ResponseStore.inMemory(100);
        private final Ears ears = new Ears();
        private final List<String> noted = new CopyOnWriteArrayList<>();
        private Settings settings = Settings.FIRST;
        private Redaction redaction = redaction();
        private Supplier<Object> returned = () -> "";
        private Runnable meanwhile = () -> {};
        private String fact = "none";
        private Optional<Step.Added> added = Optional.empty();
        private boolean refusing;
        private Optional<Set<Value>> knownAtFirst = Optional.empty();
        private @Nullable AiRuntime ai;
        private @Nullable ConversationSession session;
        private SimpleMeterRegistry meters = new SimpleMeterRegistry();

        World() {
            try {
                folder = Files.createTempDirectory("leaves");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            first.otherwise(request -> answer("first", request));
            second.otherwise(request -> answer("second", request));
            start();
        }

        // what leaves

        /** Notes a fault if a text has a value that a scan of all that was said hides. */
        void leaves(String where, String text) {
            if (settings != Settings.WITHOUT) {
                check(where, text, known());
            }
        }

        /** Notes a fault if a record of a turn has a value that was known at its first call: the last one may hide more. */
        void shows(String where, String text) {
            if (settings != Settings.WITHOUT) {
                check(where, text, knownAtFirst.orElse(Set.of()));
            }
        }

        /** Notes a fault if a text has a value. */
        void hasNone(String where, Object thing) {
            check(where, String.valueOf(thing), EnumSet.allOf(Value.class));
        }

        private void check(String where, String text, Set<Value> values) {
            String plain = PSEUDONYM.matcher(text).replaceAll("_");
            for (Value value : values) {
                if (value.isIn(plain)) {
                    int at = Math.max(0, plain.indexOf(value.text.substring(0, SHORTEST)));
                    faults.add(where + " has " + value + ": "
                            + plain.substring(Math.max(0, at - 200), Math.min(plain.length(), at + 60)));
                }
            }
        }

        /** Notes a fault if a person reads a pseudonym, or a piece of one. */
        void reads(String where, String text) {
            Matcher piece = PIECE.matcher(text);
            if (piece.find()) {
                faults.add(where + " shows " + piece.group() + ": " + text);
            }
        }

        private Set<Value> known() {
            Set<Value> known = EnumSet.noneOf(Value.class);
            said.forEach(text -> known.addAll(hiddenIn.computeIfAbsent(text, this::scan)));
            return known;
        }

        private Set<Value> scan(String text) {
            String shown = redaction.maskText(text, Cancellation.create());
            return Arrays.stream(Value.values())
                    .filter(value -> text.contains(value.text) && !shown.contains(value.text))
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(Value.class)));
        }

        private Redaction redaction() {
            return Redaction.of(
                    settings.options().orElse(RedactionOptions.ofDefaults()),
                    Secret.of("0123456789abcdef".toCharArray()));
        }

        // the model

        private synchronized ServerResponse answer(String service, ServerRequest request) {
            String text = request.text();
            if (text.isEmpty()) {
                return script.apply(request); // for a list of models
            }
            knownAtFirst = knownAtFirst.or(() -> Optional.of(known()));
            leaves("the request to the " + service + " service", request.target() + request.headers() + text);
            if (service.equals("first") && refusing) {
                refusing = false;
                return script.fails(401, "invalid_api_key").apply(request);
            }
            String contents = request.json().get("messages").elements().stream()
                    .map(message -> message.get("content").text())
                    .collect(Collectors.joining("\n"));
            Matcher found = PSEUDONYM.matcher(contents);
            String pseudonym = found.find() ? found.group() : "nobody";
            if (moves.isEmpty()) {
                script.says("Yes.");
            } else {
                moves.remove().add(script, pseudonym, text);
            }
            return script.apply(request);
        }

        // the program

        private AiRuntime.Builder builder() {
            meters = new SimpleMeterRegistry();
            ObservationRegistry spans = ObservationRegistry.create();
            spans.observationConfig().observationHandler(new Spans());
            return AiRuntime.builder()
                    .addProvider(service("first", first))
                    .addProvider(service("second", second))
                    .addFallbacks("second:m")
                    .retry(RetryOptions.ofDefaults().withAttempts(1))
                    .journal(folder.resolve("journal"))
                    .cache(new CheckedStore())
                    .toolLimits(ToolLimits.ofDefaults().withResultBytes(1_100))
                    .addContext("fact", () -> fact)
                    .addTools(
                            tool("echo", arguments -> arguments),
                            tool(
                                    "mail",
                                    arguments -> "sent to " + arguments.get("q").asText()),
                            tool("look", arguments -> returned.get()),
                            tool("wait", arguments -> {
                                meanwhile.run();
                                return arguments;
                            }))
                    .policyOrder(order -> order.last("adding", new Adding()))
                    .addObserver(event -> noted.add(event.toString()))
                    .addObserver(MicrometerObserver.of(meters))
                    .addObserver(TraceObserver.of(spans))
                    .addExtension(Extensions.logging(System.getLogger("dev.plumbline.program")))
                    .addFailureListener(failure -> hasNone("a failure", failure))
                    .requestLog(false, line -> leaves("the request log", line))
                    .traceContent(2_000);
        }

        private static OpenAiChat service(String id, ScriptedServer server) {
            return OpenAiChat.builder("m")
                    .id(id)
                    .baseUrl(server.address().toString())
                    .apiKey(Secret.of("key-of-a-service".toCharArray()))
                    .build();
        }

        private interface Work {
            Object run(Json arguments);
        }

        private AiTool tool(String name, Work work) {
            return AiTool.of(name, "Works.", ANYTHING, (arguments, context) -> {
                boolean mayHave = name.equals("mail") && settings == Settings.FOR_A_TOOL;
                if (!mayHave) {
                    leaves("the arguments of " + name, arguments.text());
                }
                return work.run(arguments);
            });
        }

        private void start() {
            settings.options()
                    .ifPresentOrElse(
                            options -> ai = builder().redaction(options).build(),
                            () -> ai = builder().build());
            List<String> stored = ai.stored().stream().map(each -> each.id()).toList();
            session = stored.isEmpty()
                    ? ai.session(AiBody.builder().toolFilter("*").build())
                    : ai.resume(stored.get(0));
        }

        private void end() {
            List<TelemetryEvent> events = ai.metrics().recent(event -> true);
            SessionReport report = SessionReport.of(session.tree(), events);
            hasNone("the report", report.html(SessionReport.ContentLevel.LENGTHS) + report.text());
            hasNone("the program", List.of(ai, session, session.tree(), session.path(), session.body(), events));
            hasNone("the meters", meters.getMetersAsString());
            for (List<ConversationEntry> path : paths()) {
                for (ConversationEntry entry : path) {
                    entry.interactions().stream()
                            .filter(each -> !(each instanceof Interaction.ToolCall)) // which has what the tool received
                            .forEach(each ->
                                    reads("the conversation", each.toJson().text()));
                }
            }
            session.close();
            ai.close();
            assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
            noted.forEach(event -> hasNone("an event", event));
            noted.clear();
            ears.lines.forEach(line -> hasNone("the log", line));
            ears.lines.clear();
            files(folder.resolve("journal").resolve("events"))
                    .forEach((file, text) -> hasNone("the events in " + file.getFileName(), text));
        }

        private List<List<ConversationEntry>> paths() {
            return session.tree().heads().keySet().stream()
                    .map(branch -> session.tree().path(branch))
                    .toList();
        }

        private void restart(Settings others) {
            String kept = session.tree().toJson().text();
            end();
            // The next program knows what is stored, and what was hidden in the parts of a result.
            said.removeIf(text -> !kept.contains(escaped(text)) && !text.equals(PAGED));
            settings = others;
            redaction.close();
            redaction = redaction();
            hiddenIn.clear();
            start();
        }

        private static String escaped(String text) {
            String json = Json.of(text).text();
            return json.substring(1, json.length() - 1);
        }

        private String says(Words words) {
            said.add(words.text());
            return words.text();
        }

        /** Runs a turn, in which the model makes these moves. */
        private void turn(Supplier<AiReturn> run, Move... answering) {
            moves.clear();
            moves.addAll(List.of(answering));
            knownAtFirst = Optional.empty();
            try {
                AiReturn ret = run.get();
                reads("the answer", ret.partialText());
                shows("the trace", ret.trace().table());
                hasNone("the return", ret + " " + ret.error());
                ret.orThrow();
            } catch (AiException | IllegalStateException | IllegalArgumentException e) {
                StringWriter trace = new StringWriter();
                e.printStackTrace(new PrintWriter(trace));
                hasNone("an exception", trace);
            }
        }

        /** A policy inside of redaction, which adds a message and makes a call of its own. */
        private final class Adding implements Policy {
            @Override
            public AiReturn around(AiCall call, Next next) {
                if (added.isEmpty()) {
                    return next.proceed(call);
                }
                Step.Added its = added.get();
                next.proceed(AiCall.builder(AiBody.of(says(its.asked)), call.model())
                        .state(call.state())
                        .build());
                return next.proceed(call.withAdded(new Interaction.System(says(its.words))));
            }

            @Override
            public boolean mayRepeat() {
                return true;
            }
        }

        /** Looks at each answer that is stored. */
        private final class CheckedStore implements ResponseStore {
            @Override
            public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
                return answers.find(key, limit, cancellation);
            }

            @Override
            public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                leaves("a stored answer", key + " " + entry.answer().text() + entry);
                answers.put(key, entry, limit, cancellation);
            }

            @Override
            public boolean remove(Key key, Duration limit, Cancellation cancellation) {
                return answers.remove(key, limit, cancellation);
            }

            @Override
            public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
                return answers.invalidate(selection, limit, cancellation);
            }

            @Override
            public void close() {}
        }

        /** Looks at each span that ends. */
        private final class Spans implements ObservationHandler<Observation.Context> {
            @Override
            public void onStop(Observation.Context span) {
                shows(
                        "a span",
                        span.getName() + " " + span.getContextualName() + " " + span.getAllKeyValues() + " "
                                + span.getError());
            }

            @Override
            public boolean supportsContext(Observation.Context span) {
                return true;
            }
        }

        @Override
        public void close() {
            redaction.close();
            ears.close();
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Map<Path, String> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Map.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .collect(Collectors.toMap(file -> file, WhatLeavesLawTest::contents));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String contents(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Keeps what is logged, at all levels. */
    private static final class Ears extends Handler {
        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final Logger root = Logger.getLogger("");
        private final Level before = root.getLevel();
        private final List<Handler> others = List.of(root.getHandlers());

        Ears() {
            setLevel(Level.ALL);
            others.forEach(root::removeHandler);
            root.addHandler(this);
            root.setLevel(Level.ALL);
        }

        @Override
        public void publish(LogRecord line) {
            StringWriter text = new StringWriter();
            PrintWriter writer = new PrintWriter(text);
            Object[] parameters = line.getParameters() == null ? new Object[0] : line.getParameters();
            writer.println(line.getLoggerName() + " " + line.getMessage() + " " + Arrays.asList(parameters));
            if (line.getThrown() != null) {
                line.getThrown().printStackTrace(writer);
            }
            lines.add(text.toString());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            root.removeHandler(this);
            others.forEach(root::addHandler);
            root.setLevel(before);
        }
    }

    @Provide
    Arbitrary<List<Step>> programs() {
        Arbitrary<Words> words = Combinators.combine(
                        Arbitraries.of(Arrays.stream(Value.values())
                                .filter(value -> value != Value.PAGED)
                                .toList()),
                        Arbitraries.of(How.class))
                .as(Words::new);
        Arbitrary<Form> forms = Arbitraries.of(Form.class);
        Arbitrary<Integer> places = Arbitraries.integers().between(0, 9);
        Arbitrary<Boolean> either = Arbitraries.of(false, true);
        return Arbitraries.<Step>oneOf(
                        Combinators.combine(words, forms).as(Step.Send::new),
                        Combinators.combine(words, Arbitraries.of(Result.class), forms)
                                .as(Step.Returned::new),
                        Combinators.combine(either, forms).as(Step.Page::new),
                        Combinators.combine(places, words, forms).as(Step.Edit::new),
                        Combinators.combine(words, forms).as(Step.Fork::new),
                        Combinators.combine(places, words, forms).as(Step.Back::new),
                        Combinators.combine(places, places, words, forms).as(Step.Summary::new),
                        Combinators.combine(words, forms).as(Step.Interjection::new),
                        Combinators.combine(words, forms).as(Step.Cancel::new),
                        Combinators.combine(words, Arbitraries.integers().between(1, 20), either)
                                .as(Step.Cut::new),
                        Combinators.combine(words, forms).as(Step.Fallback::new),
                        words.map(Step.Refusal::new),
                        words.map(Step.Repair::new),
                        Combinators.combine(words, either, forms).as(Step.Aside::new),
                        Combinators.combine(words, forms).as(Step.Fact::new),
                        Combinators.combine(words, words, forms).as(Step.Added::new),
                        Arbitraries.of(Settings.class).map(Step.Restart::new))
                .list()
                .ofMinSize(1)
                .ofMaxSize(14);
    }

    @Property(tries = 100)
    @Label("52 whatever a program does, nothing leaves that a scan of the whole hides, and a person reads the values")
    void w52_everyProgram(@ForAll("programs") List<Step> program) {
        try (World world = new World()) {
            program.forEach(step -> step.run(world));
            world.end();
            assertThat(world.faults).as("%s", program).isEmpty();
        }
    }
}
