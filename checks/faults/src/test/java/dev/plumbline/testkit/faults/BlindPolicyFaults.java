package dev.plumbline.testkit.faults;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.laws.PolicyLaws;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Policies with one error each, written from the contract without knowledge of the laws. */
final class BlindPolicyFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private BlindPolicyFaults() {}

    static List<PlantedFault> all() {
        BlindPolicyFaults faults = new BlindPolicyFaults();
        faults.requests();
        faults.returns();
        faults.errors();
        faults.streams();
        faults.state();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Supplier<Policy> policy) {
        all.add(new PlantedFault(PlantedFault.Kind.POLICY, name, breaks, "", () -> PolicyFaults.laws(policy)));
    }

    /** Adds a policy that changes answers on purpose, and also has an error. */
    private void changing(String name, String breaks, Supplier<Policy> policy) {
        all.add(new PlantedFault(PlantedFault.Kind.POLICY, name, breaks, "", () -> changing(policy)));
    }

    /** Returns the laws of a policy that changes answers. */
    static PolicyLaws changing(Supplier<Policy> policy) {
        return policy::get;
    }

    private static Policy onReturn(UnaryOperator<AiReturn> change) {
        return (call, next) -> change.apply(next.proceed(call));
    }

    private static Policy onCall(UnaryOperator<AiCall> change) {
        return (RequestPolicy) change::apply;
    }

    private static Policy onDelta(Function<AiDelta, List<AiDelta>> change) {
        return (call, next) ->
                next.proceed(call.withSink(delta -> change.apply(delta).forEach(call.sink()::accept)));
    }

    static Policy repeating(Policy policy) {
        return new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                return policy.around(call, next);
            }

            @Override
            public boolean mayRepeat() {
                return true;
            }
        };
    }

    private void requests() {
        add("numbers requests", "The number of earlier calls is sent with each call.", () -> {
            AtomicInteger sent = new AtomicInteger();
            return onCall(call -> call.withAdded(new Interaction.System("Request " + sent.incrementAndGet())));
        });
        add(
                "cuts the conversation anywhere",
                "Of a conversation the last four interactions are sent, so results are sent without their calls.",
                () -> onCall(call -> {
                    List<Interaction> sent = call.effective();
                    return sent.size() <= 4 ? call : call.withEffective(sent.subList(sent.size() - 4, sent.size()));
                }));
        add(
                "loses the newest interaction of long conversations",
                "The end of a range is taken as inclusive, so the newest of more than six interactions is not sent.",
                () -> onCall(call -> {
                    List<Interaction> sent = call.effective();
                    return sent.size() <= 6 ? call : call.withEffective(sent.subList(sent.size() - 6, sent.size() - 1));
                }));
        add("remembers the changed call", "A later call with an equal body is sent as the first one.", () -> {
            Map<AiBody, AiCall> known = new ConcurrentHashMap<>();
            return onCall(call -> known.computeIfAbsent(call.body(), body -> call));
        });
        add(
                "gives the call a cancellation of its own",
                "The call is copied with a new cancellation, which nobody gives.",
                () -> onCall(call ->
                        call.toBuilder().cancellation(Cancellation.create()).build()));
        add(
                "rebuilds the call",
                "The call is built from body and model, so its sink and its effective interactions are lost.",
                () -> onCall(call -> AiCall.of(call.body(), call.model())));
        add(
                "sends each text once",
                "Interactions that equal an earlier one are left out, as if they were duplicates.",
                () -> onCall(call ->
                        call.withEffective(call.effective().stream().distinct().toList())));
    }

    private void returns() {
        add(
                "counts tokens twice",
                "The usage of the answer is added to itself.",
                () -> onReturn(ret -> ret.withUsage(ret.usage().plus(ret.usage()))));
        add(
                "says that nothing was used by failed calls",
                "A failed answer has no usage, although it was billed.",
                () -> onReturn(ret -> ret.isOk() ? ret : ret.withUsage(Usage.NONE)));
        add(
                "says STOP for every end",
                "The reason of the end is STOP, also of an answer that was cut by its length.",
                () -> onReturn(ret -> ret.toBuilder().finish(FinishReason.STOP).build()));
        add(
                "forgets the request id",
                "The return is rebuilt from content, usage, end and error, without ids and request id.",
                () -> onReturn(ret -> {
                    AiReturn.Builder built = AiReturn.builder()
                            .interactions(ret.interactions())
                            .usage(ret.usage())
                            .finish(ret.finish())
                            .model(ret.model());
                    ret.error().ifPresent(built::error);
                    return built.build();
                }));
        add(
                "keeps the text alone",
                "The return is made of the text, so tool calls and reasoning are lost.",
                () -> onReturn(ret -> ret.isOk() ? AiReturn.ofText(ret.text()).withUsage(ret.usage()) : ret));
        add(
                "refuses answers without text",
                "An answer that consists of tool calls is reported as empty.",
                () -> onReturn(ret -> ret.isOk() && ret.text().isBlank()
                        ? ret.withError(AiError.of(AiError.Category.INVALID_RESPONSE, "empty", "no answer came"))
                        : ret));
        changing(
                "cuts a text between the halves of a character",
                "A text is cut after 7 UTF-16 units, which may be between two surrogates.",
                () -> (ResponsePolicy) (ret, call) ->
                        ret.mapText(text -> text.substring(0, Math.min(7, text.length()))));
        changing(
                "reads the text of a failed answer",
                "It reads text(), which throws if the answer failed.",
                () -> (ResponsePolicy) (ret, call) -> ret.text().contains("secret")
                        ? ret.withError(AiError.of(AiError.Category.POLICY_DENIED, "secret", "secret"))
                        : ret);
        changing(
                "checks complete answers alone",
                "A word is hidden in complete answers, and shown in those that failed half-way.",
                () -> (ResponsePolicy) (ret, call) -> ret.isOk() ? ret.mapText(text -> text.replace("a", "*")) : ret);
        changing(
                "changes the return without showing it",
                "The text of the return is changed, and the old one stays on the screen.",
                () -> onReturn(ret -> ret.mapText(text -> text + ".")));
    }

    private void errors() {
        add(
                "turns a failure into an empty answer",
                "A call that failed is returned as an answer without text.",
                () -> onReturn(ret -> ret.isOk() ? ret : AiReturn.ofText("")));
        add(
                "makes a cancellation a time limit",
                "A cancelled call is reported as TIMEOUT_TOTAL.",
                () -> onReturn(ret -> ret.error()
                                .filter(error -> error.category() == AiError.Category.CANCELLED)
                                .isPresent()
                        ? ret.withError(AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "time is up"))
                        : ret));
        add(
                "copies an error without its details",
                "The error is rebuilt from category, code and message, so the time of a retry is lost.",
                () -> onReturn(ret -> ret.error()
                        .map(error -> ret.withError(AiError.of(error.category(), error.code(), error.message())))
                        .orElse(ret)));
        add(
                "drops what came before a failure",
                "A failed answer is returned as its error alone.",
                () -> onReturn(ret -> ret.error().map(AiReturn::failed).orElse(ret)));
        add(
                "repeats without saying so",
                "It calls next again after a failure, and mayRepeat is false.",
                () -> (call, next) -> {
                    AiReturn ret = next.proceed(call);
                    return ret.error().filter(AiError::retryable).isPresent() ? next.proceed(call) : ret;
                });
        add(
                "repeats cancelled calls",
                "It repeats after every error, also after a cancellation.",
                () -> repeating((call, next) -> {
                    AiReturn ret = next.proceed(call);
                    for (int i = 0; i < 2 && !ret.isOk(); i++) {
                        ret = next.proceed(call);
                    }
                    return ret;
                }));
        add(
                "waits without the cancellation",
                "Before it repeats, it waits for three seconds and does not look at the cancellation.",
                () -> repeating((call, next) -> {
                    AiReturn ret = next.proceed(call);
                    if (ret.error().filter(AiError::retryable).isEmpty()) {
                        return ret;
                    }
                    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
                    while (System.nanoTime() < until) {
                        LockSupport.parkNanos(until - System.nanoTime());
                    }
                    return next.proceed(call);
                }));
    }

    private void streams() {
        add(
                "strips pieces of text",
                "White space at the ends of a piece is removed, so words are joined.",
                () -> onDelta(delta -> List.of(
                        delta instanceof AiDelta.Text text
                                ? new AiDelta.Text(text.text().strip())
                                : delta)));
        add(
                "hides reasoning from views alone",
                "Reasoning is not shown, and stays in the return.",
                () -> onDelta(delta -> delta instanceof AiDelta.Reasoning ? List.of() : List.of(delta)));
        add(
                "shows an answer only when it is complete",
                "Deltas are kept until the end, and those of a failed answer are never shown.",
                () -> (call, next) -> {
                    List<AiDelta> kept = new ArrayList<>();
                    AiReturn ret = next.proceed(call.withSink(kept::add));
                    if (ret.isOk()) {
                        kept.forEach(call.sink()::accept);
                    }
                    return ret;
                });
        add(
                "passes boundaries on as nothing",
                "The end of a part is dropped, so two parts are shown as one.",
                () -> ResponsePolicy.filter(call -> (delta, out) -> {
                    if (!(delta instanceof AiDelta.Boundary)) {
                        out.accept(delta);
                    }
                }));
        add(
                "keeps the last character",
                "It holds the last character of a piece back, in case that it is half a character, and forgets it at the end.",
                () -> ResponsePolicy.filter(call -> new HoldingFilter(false)));
        add(
                "joins pieces behind their successors",
                "Text that was held back is passed on at the end, behind what followed it.",
                () -> ResponsePolicy.filter(call -> new HoldingFilter(true)));
        changing("has one filter for all calls", "The filter keeps the rest of a line, and calls share it.", () -> {
            DeltaFilter shared = DeltaFilter.byLine(line -> line.replace("\t", "  "));
            return ResponsePolicy.filter(call -> shared);
        });
        changing(
                "replaces a word in each piece",
                "A word that comes in two pieces is not replaced in the stream.",
                () -> onDelta(delta -> List.of(
                        delta instanceof AiDelta.Text text
                                ? new AiDelta.Text(text.text().replace("ab", "x"))
                                : delta)));
    }

    private void state() {
        add(
                "answers equal questions from memory",
                "The key is the last text, not the model or what was before.",
                () -> {
                    Map<String, AiReturn> known = new ConcurrentHashMap<>();
                    return (call, next) -> {
                        List<Interaction> sent = call.effective();
                        String key =
                                sent.isEmpty() ? "" : sent.get(sent.size() - 1).text();
                        return known.computeIfAbsent(key, fresh -> next.proceed(call));
                    };
                });
        add("keeps the sink in a field", "Deltas go to the sink of the call that began last.", () -> new Policy() {
            private volatile Consumer<AiDelta> sink = delta -> {};

            @Override
            public AiReturn around(AiCall call, Next next) {
                sink = call.sink();
                return next.proceed(call.withSink(delta -> sink.accept(delta)));
            }
        });
        add(
                "lets one call in at a time",
                "It is synchronized, so a call waits for those of others.",
                () -> new Policy() {
                    @Override
                    public synchronized AiReturn around(AiCall call, Next next) {
                        return next.proceed(call);
                    }
                });
        add(
                "calls next in a pool",
                "The inner policies run on a thread of a pool, so that a time limit can be set.",
                () -> (call, next) -> ConcurrentRunner.begin(() -> next.proceed(call))
                        .orTimeout(1, TimeUnit.MINUTES)
                        .join());
        add("never gives a quota back", "After 20 calls all are refused, because nothing counts down.", () -> {
            AtomicInteger calls = new AtomicInteger();
            return (call, next) -> calls.incrementAndGet() > 20
                    ? AiReturn.failed(AiError.of(AiError.Category.BUDGET, "quota", "too many calls"))
                    : next.proceed(call);
        });
        add(
                "opens its circuit for ever",
                "After one failure it answers each call with that failure.",
                () -> new Policy() {
                    private volatile Optional<AiError> last = Optional.empty();

                    @Override
                    public AiReturn around(AiCall call, Next next) {
                        if (last.isPresent()) {
                            return AiReturn.failed(last.get());
                        }
                        AiReturn ret = next.proceed(call);
                        last = ret.error();
                        return ret;
                    }
                });
        add("counts when it is asked whether it applies", "Every second call bypasses it, and it adds text.", () -> {
            AtomicInteger asked = new AtomicInteger();
            return new RequestPolicy() {
                @Override
                public AiCall onRequest(AiCall call) {
                    return call.withAdded(new Interaction.System("Be brief."));
                }

                @Override
                public boolean appliesTo(AiCall call) {
                    return asked.getAndIncrement() % 2 == 0;
                }
            };
        });
    }

    /** Holds the last character of each text back. */
    private static final class HoldingFilter implements DeltaFilter {
        private final boolean isPassedOn;
        private String held = "";

        HoldingFilter(boolean isPassedOn) {
            this.isPassedOn = isPassedOn;
        }

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (!(delta instanceof AiDelta.Text text)) {
                out.accept(delta);
                return;
            }
            String known = held + text.text();
            int end = Math.max(0, known.length() - 1);
            held = known.substring(end);
            if (end > 0) {
                out.accept(new AiDelta.Text(known.substring(0, end)));
            }
        }

        @Override
        public void finish(Consumer<AiDelta> out) {
            if (isPassedOn && !held.isEmpty()) {
                out.accept(new AiDelta.Text(held));
            }
        }
    }
}
