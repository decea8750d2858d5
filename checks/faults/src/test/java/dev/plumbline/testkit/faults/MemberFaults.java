package dev.plumbline.testkit.faults;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.testkit.faults.PlantedFault.Kind;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Implementations with one error each in a member beside the main one: what they say of themselves, prepare, list and end. */
final class MemberFaults {
    private static final String SAYS = "what_it_says_of_itself_stays";
    private static final String QUESTIONS = "questions_have_no_effect";
    private static final String SENT = "conversation_is_sent";
    private static final String LEASE = "a_lease_has_one_holder";
    private static final String LARGE = "large_budgets_are_counted_exactly";
    private static final String ASIDE = "set_aside_keeps_the_prefix";
    private static final String LIST = "list_says_what_records_say";

    private final List<PlantedFault> all = new ArrayList<>();

    private MemberFaults() {}

    static List<PlantedFault> all() {
        MemberFaults faults = new MemberFaults();
        faults.policies();
        faults.providers();
        faults.requests();
        faults.responses();
        faults.sessions();
        faults.budgets();
        faults.executors();
        return List.copyOf(faults.all);
    }

    private void policy(String name, String breaks, String law, Supplier<Policy> policy) {
        all.add(new PlantedFault(Kind.POLICY, name, breaks, law, () -> PolicyFaults.laws(policy)));
    }

    private void provider(String name, String breaks, String law, Function<URI, AiProvider> provider) {
        all.add(new PlantedFault(Kind.PROVIDER, name, breaks, law, () -> ProviderFaults.laws(provider)));
    }

    private void store(String name, String breaks, String law, Supplier<?> laws) {
        all.add(new PlantedFault(Kind.STORE, name, breaks, law, laws::get));
    }

    private void policies() {
        policy("changes its place", "Its priority is another one after a call.", QUESTIONS, () -> new Policy() {
            private final AtomicInteger calls = new AtomicInteger();

            @Override
            public AiReturn around(AiCall call, Next next) {
                calls.incrementAndGet();
                return next.proceed(call);
            }

            @Override
            public int priority() {
                return 100 + calls.get();
            }
        });
        policy(
                "has one filter",
                "All calls have the same filter, in which the text of an earlier one may be.",
                "parts_depend_on_what_they_are_given",
                () -> {
                    DeltaFilter lines = DeltaFilter.byLine(line -> line);
                    return ResponsePolicy.filter(call -> lines);
                });
    }

    private void providers() {
        provider(
                "has no address",
                "Providers of two servers have one cache key.",
                SAYS,
                server -> new SocketProvider(server) {
                    @Override
                    public String endpoint() {
                        return "";
                    }
                });
        provider(
                "has a key of its own",
                "Each instance has other attributes, so no answer is found after a restart.",
                SAYS,
                server -> new SocketProvider(server) {
                    private final String instance = UUID.randomUUID().toString();

                    @Override
                    public Map<String, String> requestAttributes() {
                        return Map.of("instance", instance);
                    }
                });
        provider(
                "fails to list models",
                "An exception of another type says that there is no list.",
                "models_are_listed_or_refused",
                server -> new SocketProvider(server) {
                    @Override
                    public List<ModelInfo> fetchModels() {
                        throw new IllegalStateException("no list");
                    }
                });
        provider(
                "prepares once",
                "To warm up a second time is an exception.",
                "uses_begin_and_end",
                server -> new SocketProvider(server) {
                    private final AtomicInteger prepared = new AtomicInteger();

                    @Override
                    public void warmUp() {
                        if (prepared.getAndIncrement() > 0) {
                            throw new IllegalStateException("it is warm");
                        }
                    }
                });
    }

    private void requests() {
        provider(
                "sends no tools",
                "The model does not learn which tools there are.",
                SENT,
                server -> new SocketProvider(server) {
                    @Override
                    Json request(AiCall call) {
                        return super.request(call).with("tools", List.of());
                    }
                });
        provider("sends no options", "The limit of tokens is not sent.", SENT, server -> new SocketProvider(server) {
            @Override
            Json request(AiCall call) {
                return super.request(call).with("max_tokens", 1000);
            }
        });
    }

    private void responses() {
        store(
                "names all leases alike",
                "Each lease has the same holder.",
                LEASE,
                () -> StoreFaults.responseLaws(() -> new StoreFaults.Responses() {
                    private Lease.State last = Lease.State.BUSY;

                    @Override
                    public Lease lease(Key key, String awaited, Duration limit, Cancellation cancellation) {
                        last = last == Lease.State.HELD ? Lease.State.BUSY : Lease.State.HELD;
                        return new OneName(last);
                    }
                }));
    }

    private record OneName(State state) implements ResponseStore.Lease {
        @Override
        public String holder() {
            return "me";
        }

        @Override
        public void release(boolean unanswered) {
            // the next one gets it anyway
        }
    }

    private void session(String name, String breaks, String law, Function<SessionStore, SessionStore> store) {
        store(name, breaks, law, () -> StoreFaults.sessionLaws(store));
    }

    private void sessions() {
        session(
                "sets aside from anywhere",
                "A position that there is not is taken for the nearest one.",
                ASIDE,
                right -> new StoreFaults.Sessions(right) {
                    @Override
                    Writer writer(Writer writer) {
                        return new StoreFaults.Appending(writer, this) {
                            @Override
                            public String setAside(long position) {
                                return super.setAside(Math.max(0, Math.min(position, position())));
                            }
                        };
                    }
                });
        session(
                "finds damage everywhere",
                "A conversation without damage is repaired.",
                "what_is_whole_needs_no_repair",
                right -> new StoreFaults.Sessions(right) {
                    @Override
                    public Optional<Damage> repair(String id) {
                        return Optional.of(new Damage(0, 0, 0, "nowhere"));
                    }
                });
        session(
                "lists what was opened",
                "A conversation without a record is listed.",
                LIST,
                right -> new StoreFaults.Sessions(right) {
                    private final List<String> opened = new ArrayList<>();

                    @Override
                    public synchronized Writer open(String id, Duration limit, Cancellation cancellation) {
                        opened.add(id);
                        return super.open(id, limit, cancellation);
                    }

                    @Override
                    public synchronized List<StoredSession> list(Duration limit, Cancellation cancellation) {
                        List<StoredSession> stored = super.list(limit, cancellation);
                        Stream<StoredSession> empty = opened.stream()
                                .distinct()
                                .filter(id -> stored.stream()
                                        .noneMatch(each -> each.id().equals(id)))
                                .map(id -> StoredSession.of(id, Json.object(), Json.object()));
                        return Stream.concat(stored.stream(), empty).toList();
                    }
                });
    }

    private void budgets() {
        store(
                "waits in nanoseconds",
                "A wait without end is an ArithmeticException.",
                LARGE,
                () -> StoreFaults.budgetLaws((levels, clock) -> new StoreFaults.Budgets(levels, clock) {
                    @Override
                    public Taken take(BudgetStore.Budget budget, Amount amount, Duration limit, Cancellation ends) {
                        Duration wait = Duration.ofNanos(amount.longestWait().toNanos());
                        return super.take(budget, new Amount(amount.units(), amount.returned(), wait), limit, ends);
                    }
                }));
    }

    private void executors() {
        Function<List<AiTool>, IToolExecutor> counting = tools -> new ExecutorFaults.InTurn(tools) {
            @Override
            public int abandonedCount() {
                return tools.size();
            }
        };
        all.add(new PlantedFault(
                Kind.EXECUTOR,
                "counts all tools as abandoned",
                "Tools that have ended are among those that still run.",
                "unparsed_arguments_have_an_envelope",
                () -> ExecutorFaults.laws(counting)));
        Function<List<AiTool>, IToolExecutor> growing = tools -> new ExecutorFaults.InTurn(tools) {
            private final List<String> names = new ArrayList<>();

            @Override
            public List<String> policies() {
                names.add("approval");
                return List.copyOf(names);
            }
        };
        all.add(new PlantedFault(
                Kind.EXECUTOR,
                "lists its policies anew",
                "Each time there is one policy more.",
                "definitions_are_those_of_the_filter",
                () -> ExecutorFaults.laws(growing)));
    }
}
