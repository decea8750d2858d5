package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.testkit.VirtualClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random extensions, priorities and moves, compared with a plain sorted list. */
class PolicyOrderLawTest {
    private static final List<String> OWNERS = List.of("", "a", "b", "c", "session");
    private static final String LAST = "session";

    enum Kind {
        REQUEST,
        RESPONSE,
        AROUND
    }

    /** A contribution; its number is its name and the order of registration. */
    record Given(int number, String owner, Kind kind, int priority) {
        String name() {
            return "policy-" + number;
        }

        int rank() {
            return OWNERS.indexOf(owner);
        }

        void addTo(Contributions to) {
            switch (kind) {
                case REQUEST -> to.addRequestPolicy(name(), priority, call -> call);
                case RESPONSE -> to.addResponsePolicy(name(), priority, (ret, call) -> ret);
                case AROUND -> to.addPolicy(name(), priority, (call, next) -> next.proceed(call));
            }
        }
    }

    /** A change by indexes into the list at that time. */
    record Move(int what, int where, int how) {}

    @Provide
    Arbitrary<List<Given>> sets() {
        Arbitrary<Given> one = Combinators.combine(
                        Arbitraries.of(OWNERS), Arbitraries.of(Kind.class), Arbitraries.of(10, 99, 100, 150))
                .as((owner, kind, priority) -> new Given(0, owner, kind, priority));
        return one.list().ofMaxSize(14).map(PolicyOrderLawTest::numbered);
    }

    private static List<Given> numbered(List<Given> some) {
        List<Given> numbered = new ArrayList<>();
        for (Given each : some) {
            numbered.add(new Given(numbered.size(), each.owner(), each.kind(), each.priority()));
        }
        return numbered;
    }

    @Provide
    Arbitrary<List<Move>> moves() {
        Arbitrary<Integer> index = Arbitraries.integers().between(0, 40);
        return Combinators.combine(index, index, Arbitraries.integers().between(0, 4))
                .as(Move::new)
                .list()
                .ofMaxSize(5);
    }

    @Property(tries = 500)
    @Label("Order: contributed policies by priority, owner and registration, and moves of the host, as in a plain list")
    void m5_order_isThatOfAPlainList(
            @ForAll("sets") List<Given> given, @ForAll("moves") List<Move> moves, @ForAll long seed) {
        List<Given> early =
                given.stream().filter(each -> !each.owner().equals(LAST)).toList();
        PolicyOrder order = PolicyOrder.of(filled(contributed(early, seed)), VirtualClock.create());
        List<String> expected = sorted(early);
        assertThat(order.names()).isEqualTo(expected);

        List<Runnable> again = new ArrayList<>();
        List<String> later = sorted(given);
        for (Move move : moves) {
            String what = expected.get(move.what() % expected.size());
            String where = expected.get(move.where() % expected.size());
            if (!what.equals(where) && expected.size() > 1) {
                order = real(order, move.how(), what, where);
                plain(expected, move.how(), what, where);
                again.add(() -> plain(later, move.how(), what, where));
            }
        }
        assertThat(order.names()).isEqualTo(expected);

        again.forEach(Runnable::run);
        List<Given> late =
                given.stream().filter(each -> each.owner().equals(LAST)).toList();
        List<PolicyEntry> all = filled(contributed(early, seed).plus(contributed(late, seed)));
        assertThat(order.on(all).names()).isEqualTo(later);
    }

    private static PolicyOrder real(PolicyOrder order, int how, String what, String where) {
        return switch (how) {
            case 0 -> order.moveBefore(what, where);
            case 1 -> order.moveAfter(what, where);
            case 2 -> order.without(what);
            case 3 -> order.replace(what, (call, next) -> next.proceed(call));
            default -> order.whenPresent("absent", some -> some.without(what));
        };
    }

    private static void plain(List<String> names, int how, String what, String where) {
        if (how < 3) {
            names.remove(what);
        }
        if (how < 2) {
            names.add(names.indexOf(where) + how, what);
        }
    }

    private static List<String> sorted(List<Given> given) {
        Comparator<Given> byNumber = Comparator.comparingInt(Given::number);
        Comparator<Given> byOwner = Comparator.comparingInt(Given::rank);
        Comparator<Given> byPriority = Comparator.comparingInt(Given::priority);
        List<String> names = new ArrayList<>(List.of("outer"));
        names.addAll(
                names(given, Kind.REQUEST, byPriority.thenComparing(byOwner).thenComparing(byNumber)));
        names.add("checks");
        names.addAll(names(
                given,
                Kind.RESPONSE,
                byPriority.reversed().thenComparing(byOwner).thenComparing(byNumber.reversed())));
        names.add("middle");
        names.addAll(names(given, Kind.AROUND, byPriority.thenComparing(byOwner).thenComparing(byNumber)));
        names.add("inner");
        return names;
    }

    private static List<String> names(List<Given> given, Kind kind, Comparator<Given> by) {
        return given.stream()
                .filter(each -> each.kind() == kind)
                .sorted(by)
                .map(Given::name)
                .toList();
    }

    /** Extensions are given in a random order, which never matters. */
    private static ContributionSet contributed(List<Given> given, long seed) {
        List<String> owners = new ArrayList<>(OWNERS);
        Collections.shuffle(owners, new Random(seed));
        Map<String, Extension> extensions = new LinkedHashMap<>();
        for (String owner : owners) {
            extensions.put(
                    owner,
                    to -> given.stream()
                            .filter(each -> each.owner().equals(owner))
                            .forEach(each -> each.addTo(to)));
        }
        return ContributionCollector.ask(extensions);
    }

    private static List<PolicyEntry> filled(ContributionSet contributed) {
        return Stream.of(
                        own("outer"),
                        contributed.requestPolicies(),
                        own("checks"),
                        contributed.responsePolicies(),
                        own("middle"),
                        contributed.policies(),
                        own("inner"))
                .flatMap(List::stream)
                .toList();
    }

    private static List<PolicyEntry> own(String name) {
        return List.of(PolicyEntry.of(name, (call, next) -> next.proceed(call)));
    }
}
