package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.tool.IToolExecutor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whether laws call each member of each contract that has laws: a member that no law calls may do anything. */
class LawCoverageTest {
    private static final String LAWS = PolicyLaws.class.getPackageName();

    /** Members that no law calls, as patterns, with the reason. */
    private static final Map<String, String> NOT_CALLED =
            Map.of("ConversationObserver\\.on(?!Event).*", "onEvent calls them, unless a view overrides that");

    @Test
    @DisplayName("C9 laws call each member of each contract that has laws")
    void c9_membersOfContracts_areCalledByLaws() {
        assertThat(contracts().stream().map(Class::getSimpleName))
                .contains("AiProvider", "Policy", "RequestPolicy", "DeltaFilter", "AiTool", "ToolPolicy", "Lease")
                .contains("ResponseStore", "SessionStore", "Writer", "BudgetStore", "IToolExecutor", "Redactor")
                .contains("TelemetryObserver", "Hook", "ConversationObserver");
        Set<String> missing = notCalledBy(laws());
        assertThat(missing).allMatch(member -> NOT_CALLED.keySet().stream().anyMatch(member::matches));
        assertThat(NOT_CALLED.keySet())
                .as("exceptions that are used")
                .allMatch(pattern -> missing.stream().anyMatch(member -> member.matches(pattern)));
    }

    @Test
    @DisplayName("C9 a member that no law calls is found")
    void c9_memberWithoutLaw_isFound() {
        List<JavaClass> others = laws().stream()
                .filter(each -> !each.getName().matches(".*\\.(ResponseStoreLaws|StoreHistories).*"))
                .toList();
        assertThat(notCalledBy(others)).contains("Lease.release(boolean)", "ResponseStore.remove(Key)");
    }

    @Test
    @DisplayName("C9 a law hears everything that its subject may report")
    void c9_reportsOfSubjects_areHeardByLaws() {
        Set<String> heard = CompiledProject.classes().stream()
                .filter(each ->
                        each.getPackageName().equals(LAWS) && each.isAssignableTo(IToolExecutor.CallListener.class))
                .flatMap(each -> each.getMethods().stream())
                .map(JavaMethod::getName)
                .collect(Collectors.toSet());
        assertThat(heard).contains("starting", "traced", "finished");
    }

    @Test
    @DisplayName("C13 each law ends, whatever its subject does")
    void c13_laws_haveABound() {
        List<JavaMethod> laws = laws().stream()
                .flatMap(each -> each.getMethods().stream())
                .filter(each -> each.isAnnotatedWith(Property.class))
                .toList();
        assertThat(laws).hasSizeGreaterThan(100);
        assertThat(laws.stream().filter(law -> !isBounded(law)).map(JavaMethod::getFullName))
                .as("laws without LawAssertion.within")
                .isEmpty();
    }

    /** Returns whether a law checks in a thread that it waits for; the checker of tools ends a call itself. */
    private static boolean isBounded(JavaMethod law) {
        return law.getOwner().isEquivalentTo(ToolLaws.class)
                || law.getMethodCallsFromSelf().stream()
                        .anyMatch(call -> call.getTargetOwner().isEquivalentTo(LawAssertion.class)
                                && call.getName().equals("within"));
    }

    /** Returns the compiled laws, and the checker that has those of tools as methods. */
    private static List<JavaClass> laws() {
        return CompiledProject.classes().stream()
                .filter(each -> each.getPackageName().equals(LAWS)
                        || each.getName().equals("dev.plumbline.testkit.ToolChecker"))
                .toList();
    }

    /**
     * Returns what laws are about: the types of their subjects, the interfaces that extend these, and the nested
     * interfaces that members of these return. An implementation of a sealed one is the library's own.
     */
    private static Set<Class<?>> contracts() {
        Set<Class<?>> contracts = laws().stream()
                .filter(each -> each.isInterface() && each.getSimpleName().endsWith("Laws"))
                .flatMap(each -> Arrays.stream(each.reflect().getDeclaredMethods()))
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .map(Method::getReturnType)
                .filter(LawCoverageTest::isContract)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        CompiledProject.classes().stream()
                .filter(each -> CompiledProject.isFrom("sdk-api", each) && ArchConditions.isOpen(each))
                .filter(each -> each.isInterface() && contracts.stream().anyMatch(each::isAssignableTo))
                .forEach(each -> contracts.add(each.reflect()));
        for (Class<?> contract : List.copyOf(contracts)) {
            members(contract)
                    .map(Method::getReturnType)
                    .filter(type -> isContract(type) && type.getDeclaringClass() == contract && !type.isSealed())
                    .forEach(contracts::add);
        }
        return contracts;
    }

    private static boolean isContract(Class<?> type) {
        return type.isInterface() && type.getName().startsWith(CompiledProject.ROOT);
    }

    /** Returns the members that an implementation may have; copies of a tool are made by the library. */
    private static Stream<Method> members(Class<?> contract) {
        return Arrays.stream(contract.getDeclaredMethods())
                .filter(each -> Modifier.isPublic(each.getModifiers()) && !Modifier.isStatic(each.getModifiers()))
                .filter(each -> !each.isSynthetic()
                        && !(contract.isSealed() && each.getName().startsWith("with")))
                .filter(each -> Arrays.stream(contract.getInterfaces())
                        .noneMatch(base -> isContract(base) && find(base, each).isPresent()));
    }

    private static Optional<Method> find(Class<?> type, Method like) {
        return Arrays.stream(type.getMethods())
                .filter(each -> each.getName().equals(like.getName())
                        && Arrays.equals(each.getParameterTypes(), like.getParameterTypes()))
                .findAny();
    }

    private static Set<String> notCalledBy(List<JavaClass> laws) {
        Set<String> called = laws.stream()
                .flatMap(each -> each.getAccessesFromSelf().stream())
                .filter(access -> !isDelegation(access))
                .map(LawCoverageTest::target)
                .collect(Collectors.toSet());
        Set<String> missing = new TreeSet<>();
        for (Class<?> contract : contracts()) {
            members(contract)
                    .filter(each -> !called.contains(contract.getName() + "." + signature(each)))
                    .forEach(each -> missing.add(contract.getSimpleName() + "." + signature(each)));
        }
        return missing;
    }

    /** Returns whether an implementation passes on what it is asked itself, which checks nothing. */
    private static boolean isDelegation(JavaAccess<?> access) {
        return access.getName().equals(access.getOrigin().getName())
                && access.getOriginOwner()
                        .isAssignableTo(access.getTargetOwner().getName());
    }

    private static String target(JavaAccess<?> access) {
        String parameters = access.getTarget() instanceof CodeUnitAccessTarget code
                ? code.getRawParameterTypes().stream()
                        .map(JavaClass::getSimpleName)
                        .collect(Collectors.joining(", "))
                : "";
        return access.getTargetOwner().getName() + "." + access.getName() + "(" + parameters + ")";
    }

    private static String signature(Method member) {
        return member.getName() + "("
                + Arrays.stream(member.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", "))
                + ")";
    }
}
