package dev.plumbline.testkit.faults;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.faults.PlantedFault.Kind;
import dev.plumbline.testkit.laws.ToolPolicyLaws;
import dev.plumbline.tool.ToolContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Tool policies with a model, and with one error each by number; 0 is none. */
final class ToolPolicyFaults {
    private static final String MODEL = "a_tool_policy_is_as_its_model";
    private static final String ENOUGH = "There were two calls.";

    private final List<PlantedFault> all = new ArrayList<>();

    private ToolPolicyFaults() {}

    /**
     * The laws of a tool policy with its model.
     *
     * @param words what it is about
     * @param clock its clock
     * @param policy creates it
     * @param same creates its model
     */
    private record Modelled(
            List<String> words,
            VirtualClock clock,
            Function<VirtualClock, ToolPolicy> policy,
            Function<VirtualClock, ToolPolicy> same)
            implements ToolPolicyLaws {
        @Override
        public ToolPolicy toolPolicy() {
            return policy.apply(clock);
        }

        @Override
        public Optional<ToolPolicy> model() {
            return Optional.of(same.apply(clock));
        }
    }

    static ToolPolicyLaws modelled(
            List<String> words, Function<VirtualClock, ToolPolicy> policy, Function<VirtualClock, ToolPolicy> same) {
        return new Modelled(words, VirtualClock.create(), policy, same);
    }

    /** Returns the laws of policies that should pass everything on. */
    static ToolPolicyLaws passing(Supplier<ToolPolicy> policy) {
        return modelled(List.of(), clock -> policy.get(), clock -> (call, next) -> next.proceed(call));
    }

    static Map<String, PlantedFault.LawsOf> right() {
        return Map.of(
                "quota of tools", () -> quota(0),
                "memory of pure tools", () -> memory(0),
                "pause of tools that fail", () -> pause(0),
                "guard of names", () -> guard(0),
                "mask of results", () -> mask(0),
                "question before a tool", () -> question(0));
    }

    static List<PlantedFault> all() {
        ToolPolicyFaults faults = new ToolPolicyFaults();
        faults.add(ToolPolicyFaults::quota, "counts calls of a session", "The next turn has no calls left.");
        faults.add(ToolPolicyFaults::quota, "counts all tools together", "A tool has no calls left after another.");
        faults.add(
                ToolPolicyFaults::quota, "counts calls of all sessions", "A session has no calls left after another.");
        faults.add(ToolPolicyFaults::memory, "remembers failures", "A tool that failed is not called again.");
        faults.add(ToolPolicyFaults::memory, "remembers by arguments", "A tool has the result of another one.");
        faults.add(ToolPolicyFaults::memory, "remembers by the hash of names", "Two names with one hash are mixed up.");
        faults.add(ToolPolicyFaults::memory, "remembers results alone", "Notes and parts are lost the second time.");
        faults.add(ToolPolicyFaults::memory, "remembers every tool", "A tool that is not pure is not called again.");
        faults.add(ToolPolicyFaults::pause, "counts refusals of the tool", "A wrong argument pauses a tool.");
        faults.add(ToolPolicyFaults::pause, "counts failures for good", "A success between two failures is forgotten.");
        faults.add(ToolPolicyFaults::pause, "pauses from the first failure", "The pause ends early.");
        faults.add(
                ToolPolicyFaults::pause,
                "goes on a millisecond late",
                "The tool is refused at the very end of the pause.");
        faults.add(ToolPolicyFaults::guard, "looks at texts that are members", "A name in a list passes.");
        faults.add(ToolPolicyFaults::guard, "looks for the first name", "Others pass.");
        faults.add(ToolPolicyFaults::guard, "looks at whole texts", "A name within a text passes.");
        faults.add(ToolPolicyFaults::mask, "leaves failures as they are", "A name is in the message of a failure.");
        faults.add(ToolPolicyFaults::mask, "replaces a name once", "The second one is shown.");
        faults.add(ToolPolicyFaults::mask, "makes a new result", "Notes and the end of the turn are lost.");
        faults.add(ToolPolicyFaults::question, "asks again in each turn", "A tool that is allowed is asked for again.");
        faults.add(ToolPolicyFaults::question, "takes no answer as yes", "A tool runs that nobody has allowed.");
        faults.add(
                ToolPolicyFaults::question, "remembers a no", "A tool that was refused once is never asked for again.");
        return List.copyOf(faults.all);
    }

    /** Adds the next fault of a policy. */
    private void add(IntFunction<ToolPolicyLaws> policy, String name, String breaks) {
        String first = policy.apply(0).toolPolicy().getClass().getName();
        long number = all.stream()
                .filter(each -> ((ToolPolicyLaws) each.laws().create())
                        .toolPolicy()
                        .getClass()
                        .getName()
                        .equals(first))
                .count();
        all.add(new PlantedFault(Kind.POLICY, name, breaks, MODEL, () -> policy.apply((int) number + 1)));
    }

    /** Two calls of a tool in each turn. Fault 4 is of a sixteenth author. */
    static ToolPolicyLaws quota(int wrong) {
        return modelled(List.of(), clock -> new Quota(wrong, new HashMap<>()), clock -> {
            List<List<Object>> calls = new ArrayList<>();
            return (call, next) -> {
                List<Object> key = List.of(
                        call.ids().session(), call.ids().turn(), call.tool().name());
                calls.add(key);
                return calls.stream().filter(key::equals).count() > 2
                        ? ToolEnvelope.failed(Code.QUOTA, ENOUGH)
                        : next.proceed(call);
            };
        });
    }

    private record Quota(int wrong, Map<String, Integer> everywhere) implements ToolPolicy {
        @Override
        public ToolEnvelope around(ToolContext call, Next next) {
            String name = wrong == 2 ? "" : call.tool().name();
            StateKey<Integer> key =
                    StateKey.of("quota." + name, wrong == 1 ? StateKey.Scope.SESSION : StateKey.Scope.TURN, 0);
            if (wrong == 4) {
                ToolEnvelope outcome =
                        call.state().get(key) < 2 ? next.proceed(call) : ToolEnvelope.failed(Code.QUOTA, ENOUGH);
                int unused = call.state().update(key, n -> n + 1);
                return outcome;
            }
            int calls = wrong == 3
                    ? everywhere(call.ids().turn() + name)
                    : call.state().update(key, n -> n + 1);
            return calls > 2 ? ToolEnvelope.failed(Code.QUOTA, ENOUGH) : next.proceed(call);
        }

        private int everywhere(String key) {
            synchronized (everywhere) {
                return everywhere.merge(key, 1, Integer::sum);
            }
        }
    }

    /** The result of a pure tool for arguments that are equal. */
    private static ToolPolicyLaws memory(int wrong) {
        return modelled(List.of(), clock -> new Memory(wrong, new HashMap<>()), clock -> {
            List<Map.Entry<List<Object>, ToolEnvelope>> calls = new ArrayList<>();
            return (call, next) -> {
                List<Object> key = List.of(call.tool(), call.call().arguments());
                return calls.stream()
                        .filter(each -> each.getKey().equals(key) && call.tool().isPure())
                        .map(Map.Entry::getValue)
                        .filter(ToolEnvelope::isOk)
                        .findFirst()
                        .orElseGet(() -> {
                            ToolEnvelope outcome = next.proceed(call);
                            calls.add(Map.entry(key, outcome));
                            return outcome;
                        });
            };
        });
    }

    private record Memory(int wrong, Map<Object, ToolEnvelope> known) implements ToolPolicy {
        @Override
        public boolean wraps(ToolDefinition tool) {
            return wrong == 5 || tool.isPure();
        }

        @Override
        public ToolEnvelope around(ToolContext call, Next next) {
            if (!wraps(call.tool())) {
                return next.proceed(call);
            }
            Json arguments = call.call().arguments();
            Object key = switch (wrong) {
                case 2 -> arguments;
                case 3 -> List.of(call.tool(), arguments.text().hashCode());
                default -> List.of(call.tool(), arguments);
            };
            synchronized (known) {
                if (known.containsKey(key)) {
                    return known.get(key);
                }
            }
            ToolEnvelope outcome = next.proceed(call);
            synchronized (known) {
                if (outcome.isOk() || wrong == 1) {
                    known.put(key, wrong == 4 ? ToolEnvelope.ok(outcome.result()) : outcome);
                }
            }
            return outcome;
        }
    }

    /** A minute without a tool that has failed twice in a row. */
    private static ToolPolicyLaws pause(int wrong) {
        return modelled(List.of(), clock -> new Pause(wrong, clock, new HashMap<>()), clock -> {
            Map<String, Deque<Instant>> failures = new TreeMap<>();
            return (call, next) -> {
                Deque<Instant> own = failures.computeIfAbsent(call.tool().name(), name -> new ArrayDeque<>());
                if (own.size() > 1 && clock.instant().isBefore(own.getLast().plus(Duration.ofMinutes(1)))) {
                    return ToolEnvelope.failed(Code.QUOTA, "The tool has failed twice. Try again later.");
                }
                if (own.size() > 1) {
                    own.clear();
                }
                ToolEnvelope outcome = next.proceed(call);
                if (isCrash(outcome)) {
                    own.add(clock.instant());
                } else {
                    own.clear();
                }
                return outcome;
            };
        });
    }

    private static boolean isCrash(ToolEnvelope outcome) {
        return outcome.failure().filter(each -> each.code() == Code.FAILED).isPresent();
    }

    private record Pause(int wrong, VirtualClock clock, Map<String, Health> tools) implements ToolPolicy {
        /** How often a tool has failed, and when that began or was last. */
        private record Health(int failures, Instant since) {}

        @Override
        public ToolEnvelope around(ToolContext call, Next next) {
            String name = call.tool().name();
            synchronized (tools) {
                Health health = tools.getOrDefault(name, new Health(0, Instant.EPOCH));
                Instant end = health.since().plus(Duration.ofMinutes(1)).plusMillis(wrong == 4 ? 1 : 0);
                if (health.failures() > 1 && clock.instant().isBefore(end)) {
                    return ToolEnvelope.failed(Code.QUOTA, "The tool has failed twice. Try again later.");
                }
                if (health.failures() > 1) {
                    tools.remove(name);
                }
            }
            ToolEnvelope outcome = next.proceed(call);
            synchronized (tools) {
                boolean isFailure = wrong == 1 ? !outcome.isOk() : isCrash(outcome);
                if (isFailure) {
                    Health before = tools.getOrDefault(name, new Health(0, clock.instant()));
                    tools.put(name, new Health(before.failures() + 1, wrong == 3 ? before.since() : clock.instant()));
                } else if (wrong != 2) {
                    tools.remove(name);
                }
            }
            return outcome;
        }
    }

    private static final List<String> NAMES = List.of("cellar.dwg", "roof.dwg");

    /** No call that names a file of this list. */
    private static ToolPolicyLaws guard(int wrong) {
        return modelled(NAMES, clock -> new Guard(wrong), clock -> new ToolPolicy() {
            @Override
            public Admission admit(ToolContext call) {
                String text = call.call().arguments().text();
                return NAMES.stream().anyMatch(text::contains)
                        ? Admission.answered(ToolEnvelope.failed(Code.DENIED, "This file is closed."))
                        : Admission.granted(call);
            }

            @Override
            public ToolEnvelope around(ToolContext call, Next next) {
                return next.proceed(call);
            }
        });
    }

    private record Guard(int wrong) implements ToolPolicy {
        @Override
        public Admission admit(ToolContext call) {
            return names(call.call().arguments())
                    ? Admission.answered(ToolEnvelope.failed(Code.DENIED, "This file is closed."))
                    : Admission.granted(call);
        }

        private boolean names(Json value) {
            return switch (value.kind()) {
                case STRING ->
                    NAMES.subList(0, wrong == 2 ? 1 : 2).stream()
                            .anyMatch(name -> wrong == 3
                                    ? value.asText().equals(name)
                                    : value.asText().contains(name));
                case ARRAY -> wrong != 1 && value.elements().stream().anyMatch(this::names);
                case OBJECT -> value.fields().values().stream().anyMatch(this::names);
                default -> false;
            };
        }

        @Override
        public ToolEnvelope around(ToolContext call, Next next) {
            return next.proceed(call);
        }
    }

    /** Stars in the place of each name. */
    private static ToolPolicyLaws mask(int wrong) {
        return modelled(NAMES, clock -> new Mask(wrong), clock -> (call, next) -> {
            ToolEnvelope outcome = next.proceed(call);
            String text = outcome.toJson().text();
            for (String name : NAMES) {
                text = text.replace(name, "***");
            }
            return ToolEnvelope.from(Json.parse(text))
                    .withOnlyParts(outcome.parts())
                    .withStopsTurn(outcome.stopsTurn());
        });
    }

    private record Mask(int wrong) implements ToolPolicy {
        @Override
        public ToolEnvelope around(ToolContext call, Next next) {
            ToolEnvelope outcome = next.proceed(call);
            if (outcome.failure().isPresent()) {
                ToolEnvelope.Failure failure = outcome.failure().get();
                ToolEnvelope masked = ToolEnvelope.failed(failure.code(), masked(failure.message()))
                        .withEffect(failure.effect())
                        .withRetryable(failure.retryable())
                        .withMeta(masked(outcome.meta()))
                        .withOnlyParts(outcome.parts())
                        .withStopsTurn(outcome.stopsTurn());
                return wrong == 1 ? outcome : masked;
            }
            Json result = masked(outcome.result());
            return wrong == 3
                    ? ToolEnvelope.ok(result)
                    : outcome.withResult(result).withMeta(masked(outcome.meta()));
        }

        private Json masked(Json value) {
            return switch (value.kind()) {
                case STRING -> Json.of(masked(value.asText()));
                case ARRAY ->
                    Json.of(value.elements().stream().map(this::masked).toList());
                case OBJECT -> {
                    Json all = Json.object();
                    for (Map.Entry<String, Json> each : value.fields().entrySet()) {
                        all = all.with(masked(each.getKey()), masked(each.getValue()));
                    }
                    yield all;
                }
                default -> value;
            };
        }

        private String masked(String text) {
            String masked = text;
            for (String name : NAMES) {
                int at = masked.indexOf(name);
                masked = wrong != 2
                        ? masked.replace(name, "***")
                        : at < 0 ? masked : masked.substring(0, at) + "***" + masked.substring(at + name.length());
            }
            return masked;
        }
    }

    /** A question before the first call of a tool in a session, until it is allowed. */
    private static ToolPolicyLaws question(int wrong) {
        return modelled(List.of(), clock -> new Asking(wrong), clock -> new ToolPolicy() {
            private final Set<List<String>> allowed = new HashSet<>();

            @Override
            public Admission admit(ToolContext call) {
                List<String> key = List.of(call.ids().session(), call.tool().name());
                if (!allowed.contains(key) && ask(call).filter("yes"::equals).isEmpty()) {
                    return Admission.answered(ToolEnvelope.failed(Code.DENIED, "The user does not want that."));
                }
                allowed.add(key);
                return Admission.granted(call);
            }

            @Override
            public ToolEnvelope around(ToolContext call, Next next) {
                return next.proceed(call);
            }
        });
    }

    private static Optional<String> ask(ToolContext call) {
        return call.ask("May " + call.tool().name() + " run?", List.of("yes", "no"), Duration.ofMinutes(5));
    }

    private record Asking(int wrong) implements ToolPolicy {
        @Override
        public Admission admit(ToolContext call) {
            StateKey<String> key = StateKey.of(
                    "asked." + call.tool().name(), wrong == 1 ? StateKey.Scope.TURN : StateKey.Scope.SESSION, "");
            String said = call.state().get(key);
            if (said.isEmpty()) {
                said = ask(call).orElse(wrong == 2 ? "yes" : "");
                if (said.equals("yes") || wrong == 3) {
                    String kept = said;
                    said = call.state().update(key, before -> kept);
                }
            }
            return said.equals("yes")
                    ? Admission.granted(call)
                    : Admission.answered(ToolEnvelope.failed(Code.DENIED, "The user does not want that."));
        }

        @Override
        public ToolEnvelope around(ToolContext call, Next next) {
            return next.proceed(call);
        }
    }
}
