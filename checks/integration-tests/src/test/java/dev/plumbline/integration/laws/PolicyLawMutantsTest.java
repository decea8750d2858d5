package dev.plumbline.integration.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.policies.Policies;
import dev.plumbline.policy.Policy;
import dev.plumbline.redaction.Redaction;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each law of policies sees its own defect in every built-in policy, and no other law takes the defect for its own. */
class PolicyLawMutantsTest {

    static Stream<String> policies() {
        return BuiltInPolicies.all().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void m9_policy_breaksNoLaw(String name) {
        assertThat(PolicyLaw.brokenBy(policy(name))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void m9_mutant_breaksExactlyItsLaw(String name) {
        for (PolicyLaw law : PolicyLaw.values()) {
            assertThat(PolicyLaw.brokenBy(law.defect(policy(name))))
                    .as(law.name())
                    .containsExactly(law);
        }
    }

    /** Without this, a new policy would have no mutant. */
    @Test
    void m9_everyBuiltInPolicy_hasMutants() {
        Stream<String> factories = Stream.of(Policies.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .filter(method -> Policy.class.isAssignableFrom(method.getReturnType()))
                .map(method -> method.getName() + (method.toString().contains("BudgetStore)") ? " shared" : ""));
        Stream<String> redactions = Stream.of(Redaction.class.getDeclaredMethods())
                .filter(method -> Policy.class.isAssignableFrom(method.getReturnType()))
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .map(name -> name.equals("policy") ? "redaction" : "redaction " + name);
        assertThat(Stream.concat(factories, redactions)
                        .map(name -> name.replace("spending shared", "spending"))
                        .distinct()) // a factory may have a shorter form
                .containsExactlyInAnyOrderElementsOf(BuiltInPolicies.all().keySet());
    }

    private static Supplier<Policy> policy(String name) {
        return BuiltInPolicies.all().get(name);
    }
}
