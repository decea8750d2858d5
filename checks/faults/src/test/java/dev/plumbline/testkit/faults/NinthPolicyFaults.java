package dev.plumbline.testkit.faults;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.TypedKey;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.testkit.laws.PolicyLaws;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Policies with one error each, written by a ninth author from the pages while he built a program: an id of a request for a
 * gateway, a limit of the size of pictures, a quota of departments, and a filter of trade marks. The laws did not ask for
 * words and exchanges then; what he says of them now, they ask for.
 */
final class NinthPolicyFaults {
    private static final TypedKey<String> REQUEST_ID = TypedKey.of("acme.request-id", String.class);
    private static final int MOST = 1_000_000;

    /** The law that finds a fault that none found at first. */
    static final Map<String, String> LAWS = Map.of(
            "puts the conversation into a header", "traces_hold_no_content",
            "quotes the message that it refuses", "traces_hold_no_content",
            "refuses a picture after the answer", "laws_hold_for_edge_cases",
            "looks for pictures in the body", "the_effective_call_counts",
            "counts in a static field", "instances_share_nothing",
            "counts in kilobytes", "exchanges_hold_everywhere",
            "cleans each piece", "words_count_at_every_cut",
            "has one filter of signs", "words_count_at_every_cut",
            "cleans the return", "exchanges_hold_everywhere",
            "takes out another sign", "a_policy_is_as_its_model");

    private final List<PlantedFault> all = new ArrayList<>();

    private NinthPolicyFaults() {}

    static List<PlantedFault> all() {
        NinthPolicyFaults faults = new NinthPolicyFaults();
        faults.ids();
        faults.pictures();
        faults.quotas();
        faults.signs();
        return List.copyOf(faults.all);
    }

    /** The laws of a policy that passes calls and answers on. */
    private static class Passing implements PolicyLaws {
        private final Supplier<Policy> policies;

        Passing(Supplier<Policy> policies) {
            this.policies = policies;
        }

        @Override
        public Policy policy() {
            return policies.get();
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

    private void add(String name, String breaks, Function<Supplier<Policy>, PolicyLaws> laws, Supplier<Policy> policy) {
        all.add(new PlantedFault(
                PlantedFault.Kind.POLICY, name, breaks, LAWS.getOrDefault(name, ""), () -> laws.apply(policy)));
    }

    private void ids() {
        add("adds a number to the request", "Equal calls differ, so that no cache finds them.", Passing::new, () -> {
            AtomicInteger number = new AtomicInteger();
            return (call, next) ->
                    next.proceed(call.withAdded(new Interaction.System("request " + number.incrementAndGet())));
        });
        add("quotes the newest message in a remark", "A remark holds content.", Passing::new, () -> (call, next) -> {
            call.addRemark("request for " + newest(call));
            return next.proceed(call.withAttribute(REQUEST_ID, "x"));
        });
        add(
                "asks on a thread of a pool",
                "next runs on another thread.",
                Passing::new,
                () -> (call, next) -> CompletableFuture.supplyAsync(
                                () -> next.proceed(call.withAttribute(REQUEST_ID, "x")))
                        .join());
        add(
                "builds the call from the body",
                "The changes of policies outside are lost.",
                Passing::new,
                () -> (call, next) -> next.proceed(
                        AiCall.builder(call.body(), call.model()).build().withAttribute(REQUEST_ID, "x")));
        add(
                "puts the conversation into a header",
                "An attribute that the provider sends as a header holds content.",
                Passing::new,
                () -> (call, next) -> next.proceed(call.withAttribute(
                        REQUEST_ID,
                        "x"
                                + call.effective().stream()
                                        .map(each -> each.toJson().text())
                                        .toList())));
        add(
                "gives every request one id",
                "Nobody can tell the requests of a log apart.",
                Passing::new,
                () -> (call, next) -> next.proceed(call.withAttribute(REQUEST_ID, "always")));
    }

    private static String newest(AiCall call) {
        return call.effective().isEmpty()
                ? ""
                : call.effective().get(call.effective().size() - 1).toJson().text();
    }

    private static final class Pictures extends Passing {
        Pictures(Supplier<Policy> policies) {
            super(policies);
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(
                    Exchange.sends(picture(MOST), picture(MOST)), Exchange.refuses(picture(MOST + 1), "picture"));
        }
    }

    private static AiCall picture(int bytes) {
        Blob blob = Blob.of(new byte[bytes], "image/png");
        Interaction shown = new Interaction.User(List.of(new Part.Text("What is it?"), new Part.Image(blob)));
        return AiCall.of(AiBody.builder().addAll(List.of(shown)).build(), ModelId.parse("scripted:script"));
    }

    private static boolean hasPicture(List<Interaction> said, int most) {
        return said.stream()
                .filter(Interaction.User.class::isInstance)
                .flatMap(each -> ((Interaction.User) each).parts().stream())
                .anyMatch(
                        part -> part instanceof Part.Image image && image.blob().size() > most);
    }

    private static AiReturn refused(String code, String message) {
        return AiReturn.failed(AiError.of(AiError.Category.POLICY_DENIED, code, message));
    }

    private void pictures() {
        add(
                "takes pictures out",
                "A message with a picture is sent without it.",
                Passing::new,
                () -> (call, next) -> next.proceed(call.withEffective(call.effective().stream()
                        .map(each -> hasPicture(List.of(each), 0) ? Interaction.user("(picture removed)") : each)
                        .toList())));
        add(
                "looks for pictures in the body",
                "What policies outside took out is refused, and what they added is not.",
                Passing::new,
                () -> (call, next) -> hasPicture(call.body().interactions(), 0)
                        ? refused("picture", "too large")
                        : next.proceed(call));
        add(
                "refuses a picture after the answer",
                "The model is asked and paid for, the answer is shown, and then thrown away.",
                Passing::new,
                () -> (call, next) -> {
                    AiReturn ret = next.proceed(call);
                    return hasPicture(call.effective(), 0) ? refused("picture", "too large") : ret;
                });
        add(
                "quotes the message that it refuses",
                "The message of the error holds content.",
                Passing::new,
                () -> (call, next) -> hasPicture(call.effective(), 0)
                        ? refused("picture", "too large: " + newest(call))
                        : next.proceed(call));
        add("throws for a picture", "A policy throws.", Passing::new, () -> (call, next) -> {
            if (hasPicture(call.effective(), 0)) {
                throw new IllegalStateException("too large");
            }
            return next.proceed(call);
        });
        add(
                "counts in kilobytes",
                "Pictures of a thousandth of the size are refused.",
                Pictures::new,
                () -> (call, next) -> hasPicture(call.effective(), MOST / 1000)
                        ? refused("picture", "too large")
                        : next.proceed(call));
    }

    /** The tokens of all programs. */
    private static final Map<String, Long> USED = new ConcurrentHashMap<>();

    /** A quota that has none left refuses. */
    private static class Quota implements Policy {
        private final long limit;
        private final Map<String, Long> used = new HashMap<>();

        Quota(long limit) {
            this.limit = limit;
        }

        synchronized long used(String department) {
            return used.getOrDefault(department, 0L);
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            if (used(call.namespace()) >= limit) {
                return AiReturn.failed(AiError.of(AiError.Category.BUDGET, "department-tokens", "no tokens left"));
            }
            AiReturn ret = next.proceed(call);
            synchronized (this) {
                used.merge(call.namespace(), ret.usage().total(), Long::sum);
            }
            return ret;
        }
    }

    /** A quota of tokens for each hour by the clock of the call, which says until when it refuses. */
    private static final class Hourly implements Policy {
        private final long limit;
        private Instant end = Instant.MIN;
        private long used;

        Hourly(long limit) {
            this.limit = limit;
        }

        @Override
        public AiReturn around(AiCall call, Next next) {
            Instant now = call.attribute(AiCall.SCHEDULER).orElseThrow().instant();
            synchronized (this) {
                if (!now.isBefore(end)) {
                    end = now.plus(Duration.ofHours(1));
                    used = 0;
                }
                if (used >= limit) {
                    return AiReturn.failed(AiError.of(AiError.Category.BUDGET, "department-tokens", "no tokens left")
                            .withRetryAt(end));
                }
            }
            AiReturn ret = next.proceed(call);
            synchronized (this) {
                used += ret.usage().total();
            }
            return ret;
        }
    }

    private void quotas() {
        add("counts in a static field", "All programs have one quota.", Passing::new, () -> (call, next) -> {
            long used = USED.merge("all", 10L, Long::sum);
            return used % 1000 > 500 ? refused("tokens", "none left") : next.proceed(call);
        });
        add("locks while it asks", "Calls wait for each other.", Passing::new, () -> new Policy() {
            @Override
            public synchronized AiReturn around(AiCall call, Next next) {
                return next.proceed(call);
            }
        });
        add(
                "refuses an answer that was dear",
                "The model is asked and paid for, and the answer is thrown away.",
                Passing::new,
                () -> (call, next) -> {
                    AiReturn ret = next.proceed(call);
                    return ret.usage().total() > 20 ? refused("tokens", "none left") : ret;
                });
        add(
                "says that answers are free",
                "The tokens are lost.",
                Passing::new,
                () -> (call, next) -> next.proceed(call).withUsage(Usage.of(0, 0)));
        add("counts twice", "The quota ends after half of its tokens.", Passing::new, () -> new Policy() {
            private final AtomicLong used = new AtomicLong();

            @Override
            public AiReturn around(AiCall call, Next next) {
                AiReturn ret = next.proceed(call);
                used.addAndGet(2 * ret.usage().total());
                return ret;
            }
        });
        add("adds up all departments", "One department uses the tokens of another.", Passing::new, () -> new Quota(30) {
            private final AtomicLong sum = new AtomicLong();

            @Override
            synchronized long used(String department) {
                return sum.get();
            }

            @Override
            public AiReturn around(AiCall call, Next next) {
                AiReturn ret = super.around(call, next);
                sum.addAndGet(ret.usage().total());
                return ret;
            }
        });
    }

    /** The laws of a policy that takes out two signs. */
    private static final class Signs extends Passing {
        Signs(Supplier<Policy> policies) {
            super(policies);
        }

        @Override
        public boolean changesAnswers() {
            return true;
        }

        @Override
        public List<String> words() {
            return List.of("\u2122", "(TM)");
        }

        @Override
        public Optional<Policy> model() {
            return Optional.of((ResponsePolicy) (ret, call) -> ret.mapText(NinthPolicyFaults::clean));
        }

        @Override
        public List<Exchange> exchanges() {
            return List.of(Exchange.answers("A door\u2122 of Oak(TM).", "A door of Oak."));
        }
    }

    private static String clean(String text) {
        return text.replace("\u2122", "").replace("(TM)", "");
    }

    /** Takes the signs out as text comes: only what may begin a sign waits. */
    private static class Filter implements DeltaFilter {
        final StringBuilder held = new StringBuilder();

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (delta instanceof AiDelta.Text text) {
                String now = clean(held + text.text());
                int from = now.length()
                        - Stream.of("(TM", "(T", "(")
                                .filter(now::endsWith)
                                .findFirst()
                                .orElse("")
                                .length();
                held.setLength(0);
                held.append(now.substring(from));
                out.accept(new AiDelta.Text(now.substring(0, from)));
            } else {
                if (!(delta instanceof AiDelta.UsageReport)) {
                    finish(out);
                }
                out.accept(delta);
            }
        }

        @Override
        public void finish(Consumer<AiDelta> out) {
            out.accept(new AiDelta.Text(held.toString()));
            held.setLength(0);
        }
    }

    private static Policy filter(Function<AiCall, DeltaFilter> filter) {
        return ResponsePolicy.filter(filter::apply);
    }

    private void signs() {
        add(
                "cleans each piece",
                "A sign that comes in two pieces is shown.",
                Signs::new,
                () -> filter(call -> (delta, out) ->
                        out.accept(delta instanceof AiDelta.Text text ? new AiDelta.Text(clean(text.text())) : delta)));
        add(
                "does not forward the end",
                "What may begin a sign is lost if the stream was cut.",
                Signs::new,
                () -> filter(call -> {
                    Filter inner = new Filter();
                    return inner::accept;
                }));
        add("has one filter of signs", "Calls have one buffer.", Signs::new, () -> {
            Filter one = new Filter();
            return filter(call -> one);
        });
        add(
                "swallows resets",
                "What another attempt takes back stays in the view.",
                Signs::new,
                () -> filter(call -> (delta, out) -> {
                    if (!(delta instanceof AiDelta.Reset)) {
                        out.accept(delta);
                    }
                }));
        add(
                "cleans the return",
                "The signs are shown before they are taken out.",
                Signs::new,
                () -> (call, next) -> next.proceed(call).mapText(NinthPolicyFaults::clean));
        add(
                "takes out another sign",
                "The sign of registered marks is taken out, and not that of trade marks.",
                Signs::new,
                () -> filter(call -> DeltaFilter.byLine(line -> line.replace("\u00ae", ""))));
        add(
                "forgets that an attempt was taken back",
                "The text of an attempt that was taken back is shown with that of the next one.",
                Signs::new,
                () -> filter(call -> new DeltaFilter() {
                    private final StringBuilder text = new StringBuilder();

                    @Override
                    public void accept(AiDelta delta, Consumer<AiDelta> out) {
                        if (delta instanceof AiDelta.Text piece) {
                            text.append(piece.text());
                        } else {
                            out.accept(delta);
                        }
                    }

                    @Override
                    public void finish(Consumer<AiDelta> out) {
                        out.accept(new AiDelta.Text(clean(text.toString())));
                    }
                }));
    }

    /** The policies that he meant; those that count tokens say until when they refuse, with any limit (T6). */
    static Map<String, PlantedFault.LawsOf> right() {
        Map<String, PlantedFault.LawsOf> right = new HashMap<>();
        right.put("policy with a filter and words", () -> new Signs(() -> filter(call -> new Filter())));
        right.put(
                "policy with exchanges that refuses",
                () -> new Pictures(() -> (call, next) ->
                        hasPicture(call.effective(), MOST) ? refused("picture", "too large") : next.proceed(call)));
        for (long limit : new long[] {3, 20, 100, 1_000, 50_000}) {
            right.put("policy that counts to " + limit, () -> new Passing(() -> new Hourly(limit)));
        }
        return right;
    }
}
