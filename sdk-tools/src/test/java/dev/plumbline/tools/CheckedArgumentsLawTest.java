package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.tool.ToolContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Whoever changes the arguments of a call last, a validator has seen them as they run. */
class CheckedArgumentsLawTest {
    private static final List<String> PATHS = List.of("plan", "../../etc/x", "copy", "/root");

    /** A policy that changes the path, when the call is admitted or around the tool. */
    record Changing(boolean around, String path, int priority) implements ToolPolicy {
        @Override
        public Admission admit(ToolContext call) {
            return Admission.granted(around ? call : changed(call));
        }

        @Override
        public ToolEnvelope around(ToolContext call, Next next) {
            return next.proceed(around ? changed(call) : call);
        }

        private ToolContext changed(ToolContext call) {
            return call.withArguments(call.call().arguments().with("path", path));
        }
    }

    @Provide
    Arbitrary<List<Changing>> policies() {
        return Combinators.combine(Arbitraries.of(true, false), Arbitraries.of(PATHS), Arbitraries.of(0, 49, 50, 199))
                .as(Changing::new)
                .list()
                .ofMaxSize(3);
    }

    @Provide
    Arbitrary<String> paths() {
        return Arbitraries.of(PATHS);
    }

    /** What a person does: says no rules (no approval at all), yes, or yes with another path. */
    enum Person {
        IS_NOT_ASKED,
        AGREES,
        EDITS
    }

    private static boolean isInside(String path) {
        return !path.contains("..") && !path.startsWith("/");
    }

    @Property(tries = 400)
    @Tag("FM15")
    @Label("M15 no arguments run that a validator refuses, whoever changed them last")
    void m15_whatRuns_wasChecked(
            @ForAll("policies") List<Changing> policies,
            @ForAll("paths") String written,
            @ForAll("paths") String edited,
            @ForAll Person person) {
        List<String> ran = new CopyOnWriteArrayList<>();
        ToolEnvelope outcome;
        try (ToolExecutorFixture bench = new ToolExecutorFixture()) {
            bench.with(b -> b.addArgumentValidator(
                            "inside",
                            Selector.ALL,
                            call -> isInside(call.call().arguments().get("path").asText())
                                    ? ValidationResult.OK
                                    : new ValidationResult(
                                            List.of(new Finding(Severity.ERROR, "/path", "outside", "")))))
                    .with(tool("save", (in, ctx) -> ran.add(in.get("path").asText())));
            if (person != Person.IS_NOT_ASKED) {
                bench.with(b -> b.approvals(ApprovalRules.builder().ask("*").build())
                        .questionHandler(question -> {
                            if (person == Person.EDITS) {
                                question.answer(
                                        question.options().get(0),
                                        question.toolCall()
                                                .orElseThrow()
                                                .arguments()
                                                .with("path", edited));
                            } else {
                                question.answer(question.options().get(0));
                            }
                        }));
            }
            for (int i = 0; i < policies.size(); i++) {
                Changing policy = policies.get(i);
                String name = "policy-" + i;
                bench.with(b -> b.addToolPolicy(name, Selector.ALL, policy, ""));
            }
            outcome = bench.run("save", Json.object().with("path", written));
        }
        assertThat(ran).allMatch(CheckedArgumentsLawTest::isInside);
        assertThat(ran).hasSize(outcome.isOk() ? 1 : 0);
        if (policies.isEmpty()) {
            String last = person == Person.EDITS ? edited : written;
            assertThat(outcome.isOk()).isEqualTo(isInside(written) && isInside(last));
        }
    }
}
