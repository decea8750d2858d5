package dev.plumbline.testkit.server;

import dev.plumbline.call.ModelId;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.provider.ModelInfo.Prices;
import dev.plumbline.testkit.internal.BoundCallLog;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * An emulator of a model service: it checks requests as the service documents it, keeps prompt caches by the service's rules, sends the usage
 * in the service's own members, and adds up the bill. The content of its answers is that of a script. Pass it to
 * {@link ScriptedServer#otherwise}.
 *
 * <p>At Anthropic's Messages API each thinking block is bound to the tools, instructions and messages before it: a request in
 * which they differ is refused with 400, or the blocks are dropped and named if the request asks for that. Blocks of a model
 * that the requested one does not read, or of another account, are left out, and those of another address are refused. Caches are those of
 * {@code cache_control}. At OpenAI's Responses API reasoning behind a changed prefix is dropped and named, and caches are
 * automatic, as they are at its Chat Completions API. Tokens are estimated by the length of the JSON, the same way for
 * every client; a picture counts as 1,500. Thread-safe.
 */
public final class ServiceEmulator implements Function<ServerRequest, ServerResponse> {
    /** The tokens of the reasoning of an answer, unless its script says otherwise. */
    private static final long REASONING = 100;

    private static final ModelId NO_MODEL = new ModelId("none", "none");

    private final Function<ServerRequest, ? extends ServiceScript<?>> answers;
    private final Map<String, PromptCache> caches = new HashMap<>();
    private final ConversationHistory history = new ConversationHistory();
    private final Map<ServiceBill.Part, Integer> beginnings = new EnumMap<>(ServiceBill.Part.class);
    private final Map<String, Set<String>> readers = new HashMap<>();
    private final List<String> refused = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();
    private final List<Integer> read = new ArrayList<>();
    private final List<Billed> billed = new ArrayList<>();
    private ModelCatalog models = ModelCatalog.of(NO_MODEL, List.of());
    private Clock clock = Clock.systemUTC();
    private Optional<BoundCallLog> log = Optional.empty();
    private int calls;

    private ServiceEmulator(Function<ServerRequest, ? extends ServiceScript<?>> answers) {
        this.answers = answers;
    }

    /** Returns a service whose answers are those of a script, in order. */
    public static ServiceEmulator of(ServiceScript<?> script) {
        Objects.requireNonNull(script, "script");
        return new ServiceEmulator(request -> script);
    }

    /** Returns a service whose answer to a request is the first one of the script that the function returns for it. */
    public static ServiceEmulator of(Function<ServerRequest, ? extends ServiceScript<?>> answers) {
        return new ServiceEmulator(Objects.requireNonNull(answers, "answers"));
    }

    /** Sets the clock of the caches and of the prices, such as a {@link dev.plumbline.testkit.VirtualClock}. */
    public synchronized ServiceEmulator clock(Clock time) {
        clock = time;
        return this;
    }

    /**
     * Adds models with their prices, from a file in the form that {@code docs/models.md} describes.
     *
     * @param file JSON in UTF-8
     * @throws IllegalArgumentException names row and member that are invalid
     */
    public synchronized ServiceEmulator addModels(byte[] file) {
        models = models.merged(file);
        return this;
    }

    /** Sets the models whose reasoning that model reads beside its own, at a service that binds reasoning to its model. */
    public synchronized ServiceEmulator reads(String model, String... others) {
        readers.put(model, Set.of(others));
        return this;
    }

    /** Sets a log of what is checked; the usage and the ids of answers stay those of their script. */
    ServiceEmulator judging(BoundCallLog file) {
        log = Optional.of(file);
        return this;
    }

    /** Returns why requests were refused, oldest first: the place of what was wrong and the words of the service. */
    public synchronized List<String> refused() {
        return List.copyOf(refused);
    }

    /** Returns the places of reasoning that was dropped, oldest first. */
    public synchronized List<String> dropped() {
        return List.copyOf(dropped);
    }

    /**
     * Returns how many pieces of reasoning the model of each request has read, oldest first. Those of models that it does not
     * read, and of other accounts, are left out without an error.
     */
    public synchronized List<Integer> read() {
        return List.copyOf(read);
    }

    /** Returns what the requests so far came to. */
    public synchronized ServiceBill bill() {
        Usage usage = Usage.NONE;
        for (Billed each : billed) {
            usage = usage.plus(each.usage);
        }
        return new ServiceBill(billed.size(), usage, cost(billed), refused.size(), dropped.size(), beginnings);
    }

    /**
     * Returns the least that the same requests could have cost by the service's rules: each token that a later request begins with is
     * written once, for the cheapest life time that lasts until then, and read from then on. Empty if a price that is
     * needed is not known.
     */
    public synchronized Optional<Cost> leastCost() {
        List<Usage> least = LeastUsage.of(billed.stream().map(Billed::sent).toList());
        List<Billed> all = new ArrayList<>();
        for (int i = 0; i < least.size(); i++) {
            all.add(new Billed(billed.get(i).sent, least.get(i), billed.get(i).rules));
        }
        return cost(all);
    }

    private Optional<Cost> cost(List<Billed> all) {
        Optional<Cost> sum = Optional.empty();
        for (Billed each : all) {
            LocalDate day = LocalDate.ofInstant(each.sent.at(), ZoneOffset.UTC);
            Optional<Cost> one = models.find(new ModelId(
                            each.rules.provider(), each.sent.prompt().model()))
                    .flatMap((ModelInfo model) -> model.cost(each.usage, day, Prices.Rate.STANDARD));
            if (one.isEmpty()) {
                return one;
            }
            sum = sum.map(before -> before.plus(one.get())).or(() -> one);
        }
        return sum;
    }

    @Override
    public synchronized ServerResponse apply(ServerRequest request) {
        Optional<ServiceRules> rules = ServiceRules.of(request);
        return rules.isEmpty() || !request.method().equals("POST")
                ? answers.apply(request).apply(request)
                : answer(request, rules.get());
    }

    private ServerResponse answer(ServerRequest request, ServiceRules rules) {
        Json json = request.json();
        Prompt sent = rules.read(request);
        Optional<String> refusal = rules.refusal(request, sent);
        BoundReasoning.Reader reader = rules.reader(request, sent.model());
        BoundReasoning reasoning = rules.binds(sent.model())
                ? BoundReasoning.of(sent, reader, readers.getOrDefault(sent.model(), Set.of()))
                : BoundReasoning.NONE;
        List<PromptBlock> changed = reasoning.changed();
        if (refusal.isEmpty() && reasoning.foreign().isPresent()) {
            refusal = reasoning.foreign().map(block -> block.place() + ": Invalid `signature` in `thinking` block");
        } else if (refusal.isEmpty() && !changed.isEmpty() && !rules.drops(json)) {
            refusal = Optional.of(rules.mismatch(changed.get(0).place()));
        }
        if (refusal.isPresent()) {
            String why = refusal.get()
                    + history.beginning(sent).map(part -> " (" + part + ")").orElse("");
            refused.add(why);
            log.ifPresent(file -> file.refused(why));
            return ServerResponse.json(rules.error(refusal.get()).text()).withStatus(400);
        }
        ServiceScript<?> script = answers.apply(request);
        ServiceScript.Step step = script.next();
        if (step instanceof ScriptedOutput said) {
            changed.forEach(block -> dropped.add(block.place()));
            read.add(reasoning.read());
            Optional<ServiceBill.Part> beginning = history.beginning(sent);
            beginning.ifPresent(part -> beginnings.merge(part, 1, Integer::sum));
            log.ifPresent(file -> {
                changed.forEach(block -> file.refused("dropped at " + block.place()));
                beginning.ifPresent(part -> file.startsOverUnsaid(part.name()));
                file.answered();
            });
            step = answered(sent, reasoning, said, rules, rules.reasons(json) ? Optional.of(reader) : Optional.empty());
        }
        return script.response(
                step,
                new WireFormat.Head(billed.size(), sent.model(), rules.transformations(request, reasoning)),
                json);
    }

    /** Returns an answer with its reasoning and usage, which is billed. */
    private ScriptedOutput answered(
            Prompt sent,
            BoundReasoning reasoned,
            ScriptedOutput said,
            ServiceRules rules,
            Optional<BoundReasoning.Reader> reader) {
        Prompt read = sent.without(reasoned.left());
        boolean reasons = reader.isPresent();
        Usage scripted = said.reportedUsage().orElse(Usage.NONE);
        long reasoning = !reasons ? 0 : scripted.reasoning() > 0 ? scripted.reasoning() : REASONING;
        ScriptedOutput answer = log.isPresent() ? said : said.withCalls(numbered(said.calls()));
        if (reader.isPresent()) {
            String text = said.thought().map(ScriptedOutput.Thought::text).orElse("");
            answer = answer.withThought(new ScriptedOutput.Thought(
                    text, BoundReasoning.signature(sent.without(reasoned.changed()), reader.get(), reasoning)));
        }
        long output = scripted.output() > 0
                ? scripted.output() - (reasons ? 0 : scripted.reasoning())
                : reasoning + estimated(said);
        Instant now = clock.instant();
        PromptCache cache = cache(rules, read.model());
        Usage input = cache.read(read, now);
        Usage usage = new Usage(
                input.input(),
                output,
                input.cachedInput(),
                input.cacheWrites(),
                input.longCacheWrites(),
                Math.min(output, reasoning),
                1);
        billed.add(new Billed(new LeastUsage.Sent(read, output, reasoning, now, cache.terms()), usage, rules));
        history.add(sent, answer);
        return log.isPresent() ? answer : answer.withUsage(usage);
    }

    /** Returns the calls with ids of this service, because each script numbers its own from one on. */
    private List<ScriptedOutput.Call> numbered(List<ScriptedOutput.Call> all) {
        return all.stream()
                .map(call -> new ScriptedOutput.Call("call_" + ++calls, call.name(), call.arguments()))
                .toList();
    }

    private static long estimated(ScriptedOutput said) {
        long characters = said.text().length();
        for (ScriptedOutput.Call call : said.calls()) {
            characters += call.name().length() + call.arguments().text().length();
        }
        return 1 + characters / 4;
    }

    private PromptCache cache(ServiceRules rules, String model) {
        if (rules instanceof AnthropicRules) {
            return caches.computeIfAbsent("anthropic", none -> PromptCache.ofAnthropic());
        }
        return OpenAiRules.marks(model)
                ? caches.computeIfAbsent("openai", none -> PromptCache.ofOpenAi())
                : caches.computeIfAbsent("openai before 5.6", none -> new PromptCache.OfBeginnings());
    }

    /** A request that was answered. */
    private record Billed(LeastUsage.Sent sent, Usage usage, ServiceRules rules) {}
}
