package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.Redactor;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.faults.PlantedFault.Kind;
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.laws.RedactorLaws;
import dev.plumbline.testkit.laws.SessionStoreLaws;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.testkit.laws.ToolPolicyLaws;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a fifteenth author planted and no law found, and faults like these. */
final class FifteenthFaults {
    private static final String SENT = "requests_are_whole";
    private static final String MODEL = "a_policy_is_as_its_model";
    private static final String WORDS = "words_are_found_where_they_stand";
    private static final String RETURNED = "used_providers_are_as_new_ones";
    private static final String ONE_KEY = "threads_of_one_key_do_not_meet";
    private static final String WRITERS = "writers_are_those_of_a_model";

    private final List<PlantedFault> all = new ArrayList<>();

    private FifteenthFaults() {}

    static Map<String, PlantedFault.LawsOf> right() {
        return Map.of(
                "rate of each model", () -> new Rate(call -> call.model().toString()),
                "filter of notes", () -> new Notes(0),
                "glossary", () -> new Glossary(0),
                "glossary without a model", () -> new Glossary(2),
                "provider without a script", () -> new Bare(SocketProvider::new),
                "concurrent tool with a stock", () -> new Articles(0),
                "store with leases", () -> new Leased(0),
                "redactor of a name", () -> new Names(0),
                "tool policy that may repeat", () -> (ToolPolicyLaws) () -> new OneRetry(0));
    }

    static List<PlantedFault> all() {
        FifteenthFaults faults = new FifteenthFaults();
        faults.policies();
        faults.providers();
        faults.others();
        return List.copyOf(faults.all);
    }

    private void add(Kind kind, String name, String breaks, String law, PlantedFault.LawsOf laws) {
        all.add(new PlantedFault(kind, name, breaks, law, laws));
    }

    private void policies() {
        add(
                Kind.POLICY,
                "counts calls by the name of a model",
                "Two providers have one rate.",
                MODEL,
                () -> new Rate(call -> call.model().name()));
        add(
                Kind.POLICY,
                "counts calls by the provider",
                "Two models have one rate.",
                MODEL,
                () -> new Rate(call -> call.model().provider()));
        add(
                Kind.POLICY,
                "searches again what is left",
                "A note that two others make is taken out.",
                "a_policy_is_as_its_model_at_edges",
                () -> new Notes(1));
        add(
                Kind.POLICY,
                "writes text in front of pictures",
                "The parts of a message are in another order.",
                MODEL,
                () -> new Glossary(1));
        add(
                Kind.POLICY,
                "writes text in front of pictures, without a model",
                "The parts of a message are in another order.",
                "exchanges_hold_everywhere",
                () -> new Glossary(3));
        add(
                Kind.POLICY,
                "runs a tool again after a cancellation",
                "The turn is over.",
                "nothing_runs_after_a_cancellation",
                () -> (ToolPolicyLaws) () -> new OneRetry(1));
        add(
                Kind.POLICY,
                "searches small letters",
                "The span is elsewhere behind a letter that becomes two.",
                WORDS,
                () -> new Names(1));
        add(
                Kind.POLICY,
                "searches composed letters",
                "The span is elsewhere behind letters of two signs.",
                WORDS,
                () -> new Names(3));
        add(
                Kind.POLICY,
                "shares a matcher",
                "Threads find what others search.",
                "threads_do_not_meet",
                () -> new Names(2));
    }

    private void sending(String name, String breaks, UnaryOperator<Json> change) {
        add(
                Kind.PROVIDER,
                name,
                breaks,
                SENT,
                () -> ProviderFaults.laws(server -> new SocketProvider(server) {
                    @Override
                    Json request(AiCall call) {
                        return change.apply(super.request(call));
                    }
                }));
    }

    private void leavingOut(String name, Class<? extends Part> kind) {
        add(
                Kind.PROVIDER,
                name,
                "They are neither sent nor remarked.",
                SENT,
                () -> ProviderFaults.laws(server -> new SocketProvider(server) {
                    @Override
                    List<Interaction> sent(AiCall call) {
                        return super.sent(call).stream()
                                .map(each -> without(kind, each))
                                .toList();
                    }
                }));
    }

    private static Interaction without(Class<? extends Part> kind, Interaction item) {
        return item instanceof Interaction.User user && user.parts().stream().anyMatch(kind::isInstance)
                ? new Interaction.User(user.parts().stream()
                        .filter(part -> !kind.isInstance(part))
                        .toList())
                : item;
    }

    private void providers() {
        sending(
                "cuts a seed to 32 bits",
                "Another seed is sent.",
                sent -> sent.get("seed").exists()
                        ? sent.with("seed", (int) sent.get("seed").asLong())
                        : sent);
        sending(
                "has a temperature of less digits",
                "Another temperature is sent.",
                sent -> sent.get("temperature").exists()
                        ? sent.with("temperature", (double)
                                (float) sent.get("temperature").asDouble())
                        : sent);
        sending(
                "has a topP of two digits",
                "Another topP is sent.",
                sent -> sent.get("top_p").exists()
                        ? sent.with("top_p", Math.round(sent.get("top_p").asDouble() * 100) / 100.0)
                        : sent);
        leavingOut("leaves out files", Part.File.class);
        leavingOut("leaves out sounds", Part.Audio.class);
        add(
                Kind.PROVIDER,
                "keeps the id of a request in a field",
                "A failed call has the id of the one before.",
                RETURNED,
                () -> new Bare(server -> new SocketProvider(server) {
                    private volatile String last = "";

                    @Override
                    void named(String request) {
                        last = request;
                    }

                    @Override
                    public AiReturn call(AiCall call) {
                        AiReturn ret = super.call(call);
                        return last.isEmpty()
                                ? ret
                                : ret.toBuilder().requestId(last).build();
                    }
                }));
        add(
                Kind.PROVIDER,
                "keeps the error of a call in a field",
                "A call has failed as the first one had.",
                RETURNED,
                () -> ProviderFaults.laws(server -> new SocketProvider(server) {
                    private final Map<String, AiError> known = new ConcurrentHashMap<>();

                    @Override
                    public AiReturn call(AiCall call) {
                        AiReturn ret = super.call(call);
                        return ret.error()
                                .filter(error -> error.status().isPresent())
                                .map(error -> ret.withError(known.computeIfAbsent(error.code(), code -> error)))
                                .orElse(ret);
                    }
                }));
        add(
                Kind.PROVIDER,
                "drops what had arrived before an error in the stream",
                "The text that was shown is not returned.",
                "answers_are_those_of_the_exchanges",
                () -> new Bare(server -> new SocketProvider(server) {
                    @Override
                    void failed(List<AiDelta> pushed) {
                        pushed.clear();
                    }
                }));
    }

    private void others() {
        add(
                Kind.TOOL,
                "looks and takes in two steps",
                "Two calls at once take more than there is.",
                "calls_at_once_change_as_much",
                () -> new Articles(1));
        add(
                Kind.STORE,
                "writes one temporary file for a key",
                "Two writers of a key take it from each other.",
                ONE_KEY,
                () -> StoreFaults.responseLaws(() -> new StoreFaults.Responses() {
                    private final Map<Key, Entry> temporary = new ConcurrentHashMap<>();

                    @Override
                    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                        check(limit, cancellation);
                        temporary.put(key, entry);
                        Thread.yield(); // as a disk would
                        Entry written = temporary.remove(key);
                        if (written == null) {
                            throw new UncheckedIOException(new NoSuchFileException("the temporary file"));
                        }
                        super.put(key, written, limit, cancellation);
                    }
                }));
        add(
                Kind.STORE,
                "removes an entry before it is replaced",
                "Between the two there is none.",
                ONE_KEY,
                () -> StoreFaults.responseLaws(() -> new StoreFaults.Responses() {
                    @Override
                    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                        check(limit, cancellation);
                        boolean unused = remove(key, limit, cancellation);
                        Thread.yield();
                        super.put(key, entry, limit, cancellation);
                    }
                }));
        add(
                Kind.STORE,
                "lets an overtaken writer go on when the other one has closed",
                "It appends although it was overtaken.",
                WRITERS,
                () -> new Leased(1));
        add(
                Kind.STORE,
                "lets the lease of a writer end for good",
                "A writer that nobody has overtaken cannot append.",
                WRITERS,
                () -> new Leased(2));
    }

    private static Instant now(AiCall call) {
        return call.attribute(AiCall.SCHEDULER).orElseThrow().instant();
    }

    /** Three calls in an hour of what has one name. */
    private record Rate(Function<AiCall, String> key) implements PolicyLaws {
        private static AiReturn refused(Instant until) {
            return AiReturn.failed(AiError.of(AiError.Category.BUDGET, "rate", "too many calls of this model; wait")
                    .withRetryAt(until));
        }

        @Override
        public Policy policy() {
            Map<String, Deque<Instant>> begun = new HashMap<>();
            return (call, next) -> {
                synchronized (begun) {
                    Deque<Instant> times = begun.computeIfAbsent(key.apply(call), name -> new ArrayDeque<>());
                    times.removeIf(each -> !each.plus(Duration.ofHours(1)).isAfter(now(call)));
                    if (times.size() > 2) {
                        return refused(times.element().plus(Duration.ofHours(1)));
                    }
                    times.add(now(call));
                }
                return next.proceed(call);
            };
        }

        @Override
        public Optional<Policy> model() {
            List<Map.Entry<Object, Instant>> all = new ArrayList<>();
            return Optional.of((call, next) -> {
                synchronized (all) {
                    List<Instant> recent = all.stream()
                            .filter(each -> each.getKey().equals(call.model()))
                            .map(Map.Entry::getValue)
                            .filter(each -> each.plus(Duration.ofHours(1)).isAfter(now(call)))
                            .toList();
                    if (recent.size() > 2) {
                        return refused(recent.get(recent.size() - 3).plus(Duration.ofHours(1)));
                    }
                    all.add(Map.entry(call.model(), now(call)));
                }
                return next.proceed(call);
            });
        }

        @Override
        public boolean changesAnswers() {
            return false;
        }

        @Override
        public boolean changesRequests() {
            return false;
        }
    }

    /** Takes notes out of the text. */
    private record Notes(int wrong) implements PolicyLaws {
        @Override
        public Policy policy() {
            return ResponsePolicy.filter(call -> new NoteFilter(wrong));
        }

        @Override
        public boolean changesRequests() {
            return false;
        }

        @Override
        public List<String> words() {
            return List.of(NoteFilter.OPEN, NoteFilter.CLOSE);
        }

        @Override
        public Optional<Policy> model() {
            ResponsePolicy whole =
                    (ret, call) -> ret.mapText(text -> text.replaceAll("(?s)<note>.*?(</note>|\\z)", ""));
            return Optional.of(whole);
        }
    }

    private static final class NoteFilter implements DeltaFilter {
        private static final String OPEN = "<note>";
        private static final String CLOSE = "</note>";

        private final int wrong;
        private String held = "";
        private boolean isInside;

        NoteFilter(int wrong) {
            this.wrong = wrong;
        }

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (delta instanceof AiDelta.Text text) {
                pass(held + text.text(), out);
                return;
            }
            if (!(delta instanceof AiDelta.UsageReport)) {
                finish(out);
            }
            out.accept(delta);
        }

        private void pass(String text, Consumer<AiDelta> out) {
            String now = text;
            StringBuilder shown = new StringBuilder();
            int at = 0;
            String tag = isInside ? CLOSE : OPEN;
            for (int found = now.indexOf(tag, at); found >= 0; found = now.indexOf(tag, at)) {
                if (!isInside) {
                    shown.append(now, at, found);
                }
                isInside = !isInside;
                at = found + tag.length();
                if (wrong == 1 && !isInside) {
                    now = shown + now.substring(at);
                    shown.setLength(0);
                    at = 0;
                }
                tag = isInside ? CLOSE : OPEN;
            }
            int keep = Math.max(at, now.length() - tag.length() + 1);
            while (keep < now.length() && !tag.startsWith(now.substring(keep))) {
                keep++;
            }
            if (!isInside) {
                shown.append(now, at, keep);
            }
            held = now.substring(keep);
            if (shown.length() > 0) {
                out.accept(new AiDelta.Text(shown.toString()));
            }
        }

        @Override
        public void finish(Consumer<AiDelta> out) {
            if (!isInside && !held.isEmpty()) {
                out.accept(new AiDelta.Text(held));
            }
            held = "";
            isInside = false;
        }
    }

    /** Returns a policy that writes the texts of the user in another way. */
    static RequestPolicy rewriting(UnaryOperator<String> change) {
        return call -> call.withEffective(call.effective().stream()
                .map(item -> item instanceof Interaction.User user
                        ? new Interaction.User(user.parts().stream()
                                .map(part -> part instanceof Part.Text text
                                        ? new Part.Text(change.apply(text.text()))
                                        : part)
                                .toList())
                        : item)
                .toList());
    }

    /** Writes an abbreviation of the user out; from 2 on without a model. */
    private record Glossary(int wrong) implements PolicyLaws {
        @Override
        public Policy policy() {
            return wrong % 2 == 0 ? right() : faulty();
        }

        private static RequestPolicy right() {
            return rewriting(text -> text.replace("WC", "toilet"));
        }

        private static RequestPolicy faulty() {
            return call -> call.withEffective(call.effective().stream()
                    .map(item ->
                            item instanceof Interaction.User user && user.text().contains("WC")
                                    ? Interaction.user(
                                            user.text().replace("WC", "toilet"),
                                            user.parts().stream()
                                                    .filter(part -> !(part instanceof Part.Text))
                                                    .toArray(Part[]::new))
                                    : item)
                    .toList());
        }

        @Override
        public boolean changesAnswers() {
            return false;
        }

        @Override
        public List<String> words() {
            return List.of("WC");
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(Exchange.sends(asks("Where is the WC?"), asks("Where is the toilet?")));
        }

        private static AiCall asks(String text) {
            return AiCall.of(dev.plumbline.body.AiBody.of(text), dev.plumbline.call.ModelId.parse("scripted:script"));
        }

        @Override
        public Optional<Policy> model() {
            return wrong > 1 ? Optional.empty() : Optional.of(right());
        }
    }

    /** A provider of a format for which there is no script, with examples of answers and of an error in a stream. */
    private record Bare(Function<URI, AiProvider> made) implements ProviderLaws {
        @Override
        public AiProvider provider(ScriptedServer server) {
            return made.apply(server.address());
        }

        @Override
        public Duration patience() {
            return Duration.ofSeconds(2);
        }

        @Override
        public List<ServerResponse> streams() {
            return exchanges().stream()
                    .filter(each -> each.finish() != FinishReason.NONE)
                    .map(Exchange::stream)
                    .toList();
        }

        @Override
        public List<Exchange> exchanges() {
            OpenAiChatScript script = OpenAiChatScript.create().usage(Usage.of(7, 9));
            return List.of(
                    new Exchange(
                            script.says("Two ", "doors.").stream(true).withHeader("X-Request", "r1"),
                            "Two doors.",
                            List.of(),
                            Usage.of(7, 9),
                            FinishReason.STOP),
                    Exchange.fails(
                            OpenAiChatScript.create().failsAfter("overloaded_error", "A room").stream(true), "A room"));
        }
    }

    /** Takes articles out of a stock. */
    private static final class Articles implements ToolLaws {
        private static final Json SCHEMA = Json.parse("{\"type\":\"object\",\"properties\":{"
                + "\"article\":{\"enum\":[\"door\",\"window\"]},"
                + "\"count\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":4}},"
                + "\"required\":[\"article\",\"count\"],\"additionalProperties\":false}");

        private final int wrong;
        private final Map<String, AtomicInteger> left = new ConcurrentHashMap<>();

        Articles(int wrong) {
            this.wrong = wrong;
            left.put("door", new AtomicInteger(10));
            left.put("window", new AtomicInteger(7));
        }

        @Override
        public AiTool tool() {
            return AiTool.of("reserve", "Reserves articles.", SCHEMA, (in, call) -> {
                        AtomicInteger stock = left.get(in.get("article").asText());
                        int count = in.get("count").asInt();
                        call.cancellation().throwIfCancelled();
                        int before =
                                wrong == 1 ? stock.get() : stock.getAndUpdate(now -> now < count ? now : now - count);
                        if (before < count) {
                            throw new ToolException("There are not so many. Take fewer.");
                        }
                        int unused = wrong == 1 ? stock.addAndGet(-count) : 0;
                        return Map.of("reserved", count);
                    })
                    .withConcurrent();
        }

        @Override
        public Optional<ToolLaws> fresh() {
            return Optional.of(new Articles(wrong));
        }

        @Override
        public Object snapshot() {
            Map<String, Integer> now = new TreeMap<>();
            left.forEach((article, count) -> now.put(article, count.get()));
            return now;
        }

        @Override
        public void change() {
            left.get("door").addAndGet(3);
        }
    }

    /** A store with leases of 30 seconds. */
    private static final class Leased implements SessionStoreLaws {
        private static final Duration LEASE = Duration.ofSeconds(30);
        private final VirtualClock clock = VirtualClock.create();
        private final int wrong;

        Leased(int wrong) {
            this.wrong = wrong;
        }

        @Override
        public SessionStore store() {
            return of(InMemorySessionStore.of(new TreeMap<>()).withLease(LEASE, clock));
        }

        private SessionStore of(InMemorySessionStore store) {
            return wrong == 0 ? store : new Reopening(wrong, store, clock);
        }

        @Override
        public SessionStore another(SessionStore first) {
            return of((first instanceof Reopening own ? own.right() : (InMemorySessionStore) first).another());
        }

        @Override
        public void endLease(SessionStore.Writer writer) {
            clock.advance(LEASE);
        }
    }

    /** A store whose lost writers open the conversation again, or whose leases end for good. */
    private record Reopening(int wrong, InMemorySessionStore right, VirtualClock clock) implements SessionStore {
        @Override
        public List<StoredSession> list(Duration limit, Cancellation cancellation) {
            return right.list(limit, cancellation);
        }

        @Override
        public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
            return right.read(sessionId, limit, cancellation);
        }

        @Override
        public void delete(String sessionId, Duration limit, Cancellation cancellation) {
            right.delete(sessionId, limit, cancellation);
        }

        @Override
        public void close() {
            right.close();
        }

        @Override
        public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
            Writer writer = right.open(sessionId, limit, cancellation);
            return new Writer() {
                private boolean isClosed;

                @Override
                public Lease lease() {
                    return writer.lease();
                }

                @Override
                public Lease renew(Duration time, Cancellation end) {
                    return writer.renew(time, end);
                }

                @Override
                public long position() {
                    return writer.position();
                }

                @Override
                public Stream<Json> read() {
                    return writer.read();
                }

                @Override
                public void append(long position, List<Json> records, Duration time, Cancellation end) {
                    if (wrong == 2
                            && !isClosed
                            && !clock.instant().isBefore(writer.lease().until())) {
                        throw new WriterLostException("the lease has ended");
                    }
                    try {
                        writer.append(position, records, time, end);
                    } catch (WriterLostException lost) {
                        again(records, lost);
                    }
                }

                private void again(List<Json> records, WriterLostException lost) {
                    if (wrong != 1 || isClosed) {
                        throw lost;
                    }
                    try (Writer other = right.open(sessionId)) {
                        other.append(records);
                    } catch (IllegalStateException held) {
                        throw lost;
                    }
                }

                @Override
                public String setAside(long from) {
                    return writer.setAside(from);
                }

                @Override
                public void close() {
                    isClosed = true;
                    writer.close();
                }
            };
        }
    }

    /** Finds a name in any case, and numbers of five digits or more. */
    private record Names(int wrong) implements RedactorLaws {
        private static final String NAME = "M\u00fcller";
        private static final Pattern NUMBER = Pattern.compile("[0-9]{5,}");
        private static final Pattern ANY_CASE =
                Pattern.compile(NAME, Pattern.LITERAL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

        @Override
        public Redactor redactor() {
            Matcher shared = NUMBER.matcher("");
            return text -> {
                String searched = switch (wrong) {
                    case 1 -> text.toLowerCase(Locale.ROOT);
                    case 3 -> java.text.Normalizer.normalize(text, java.text.Normalizer.Form.NFC);
                    default -> text;
                };
                List<Redactor.Span> spans = new ArrayList<>();
                Matcher names = ANY_CASE.matcher(searched);
                while (names.find()) {
                    spans.add(new Redactor.Span(names.start(), names.end(), "NAME", 0.9));
                }
                Matcher numbers = wrong == 2 ? shared.reset(text) : NUMBER.matcher(text);
                while (numbers.find()) {
                    spans.add(new Redactor.Span(numbers.start(), numbers.end(), "CUSTOMER", 0.8));
                }
                return spans;
            };
        }

        @Override
        public List<String> words() {
            return List.of(NAME, "MULLER 4711007");
        }
    }

    /** Runs an idempotent tool once more after a failure that may pass. */
    private record OneRetry(int wrong) implements ToolPolicy {
        private static final Set<ToolEnvelope.Code> PASSING =
                Set.of(ToolEnvelope.Code.FAILED, ToolEnvelope.Code.TIMEOUT);

        @Override
        public ToolEnvelope around(ToolContext call, Next next) {
            ToolEnvelope first = next.proceed(call);
            boolean mayPass = first.failure()
                    .filter(failure -> failure.retryable() && PASSING.contains(failure.code()))
                    .isPresent();
            return !mayPass
                            || !call.tool().isIdempotent()
                            || (wrong != 1 && call.cancellation().isCancelled())
                    ? first
                    : next.proceed(call);
        }
    }
}
