package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** A change belongs to its author: a person, a call that was approved, or one that nobody was asked about. */
class AuthoredChangesLawTest {
    private static final List<String> IDS = List.of("w1", "w2", "w3");

    /** The tool of a call. */
    enum Kind {
        /** Asked about; deletes in {@code edit}. */
        DELETE,
        /** Asked about; moves in {@code edit}, which changes no name. */
        MOVE,
        /** Asked about; moves, and nobody knows that it was the call. */
        MOVE_UNTOLD,
        /** Not asked about; renames in {@code edit}. */
        RENAME,
        /** Not asked about; changes nothing. */
        READ
    }

    /** When the person edits beside a call. */
    enum Moment {
        NEVER,
        BEFORE_THE_TOOL,
        IN_THE_TOOL,
        BEHIND_THE_TOOL
    }

    /** One call, and what the person does meanwhile. */
    record Step(Kind kind, String id, Moment moment, String renamed) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.of(IDS),
                        Arbitraries.of(
                                Moment.NEVER,
                                Moment.NEVER,
                                Moment.BEFORE_THE_TOOL,
                                Moment.IN_THE_TOOL,
                                Moment.BEHIND_THE_TOOL),
                        Arbitraries.of(IDS))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(6);
    }

    /** A document in which a person and tools rename and delete things. */
    private static final class Plan {
        private final Map<String, String> names = new HashMap<>(Map.of("w1", "old", "w2", "vault", "w3", "door"));
        private final List<String> wrong = new ArrayList<>();
        private final Map<String, String> asked = new HashMap<>();
        private int revision;

        int rename(String id) {
            names.computeIfPresent(id, (key, name) -> name + "'");
            return ++revision;
        }

        int delete(Interaction.ToolCall call) {
            String id = call.arguments().get("id").asText();
            String name = names.remove(id);
            if (name != null && !name.equals(asked.get(call.id()))) {
                wrong.add(asked.get(call.id()) + " was named, " + name + " was deleted");
            }
            return ++revision;
        }
    }

    @Property(tries = 1_000)
    @Tag("S26")
    @Label("S26 nothing is deleted that was not named, whoever changes the document between question and call")
    void s26_onlyWhatWasNamed_isDeleted(@ForAll("steps") List<Step> steps) {
        Plan plan = new Plan();
        Map<String, Step> byCall = new HashMap<>();
        int[] ran = {0};
        try (ToolExecutorFixture bench = new ToolExecutorFixture()) {
            for (Kind kind : Kind.values()) {
                bench.with(tool(kind.name(), (in, ctx) -> {
                    Step step = byCall.get(ctx.call().id());
                    person(plan, step, Moment.IN_THE_TOOL);
                    ran[0]++;
                    String id = in.get("id").asText();
                    return switch (kind) {
                        case DELETE -> ctx.edit(() -> plan.delete(ctx.call()));
                        case MOVE -> ctx.edit(() -> ++plan.revision);
                        case MOVE_UNTOLD -> ++plan.revision;
                        case RENAME -> ctx.edit(() -> plan.rename(id));
                        case READ -> plan.revision;
                    };
                }));
            }
            bench.policy("person", (call, next) -> {
                Step step = byCall.get(call.call().id());
                person(plan, step, Moment.BEFORE_THE_TOOL);
                try {
                    return next.proceed(call);
                } finally {
                    person(plan, step, Moment.BEHIND_THE_TOOL);
                }
            });
            bench.with(b -> b.approvals(ApprovalRules.builder()
                            .allow("RENAME, READ")
                            .ask("DELETE, MOVE, MOVE_UNTOLD")
                            .validWhileUnchanged("plan")
                            .build())
                    .documentRevisions((key, turn) -> Optional.of("r" + plan.revision))
                    .questionHandler(question -> {
                        Interaction.ToolCall call = question.toolCall().orElseThrow();
                        plan.asked.put(
                                call.id(),
                                String.valueOf(plan.names.get(
                                        call.arguments().get("id").asText())));
                        question.answer(question.options().get(0));
                    }));
            List<Interaction.ToolCall> batch = new ArrayList<>();
            for (Step step : steps) {
                Interaction.ToolCall call =
                        bench.call(step.kind().name(), Json.object().with("id", step.id()));
                byCall.put(call.id(), step);
                batch.add(call);
            }
            bench.run(batch.toArray(Interaction.ToolCall[]::new));
        }
        assertThat(plan.wrong).isEmpty();
        boolean alone = steps.stream()
                .allMatch(step -> step.moment() == Moment.NEVER
                        && (step.kind() == Kind.MOVE || step.kind() == Kind.READ || step.kind() == Kind.DELETE));
        if (alone) {
            assertThat(ran[0]).as("approved calls do not void each other").isEqualTo(steps.size());
        }
    }

    private static void person(Plan plan, Step step, Moment moment) {
        if (step.moment() == moment) {
            plan.rename(step.renamed());
        }
    }
}
