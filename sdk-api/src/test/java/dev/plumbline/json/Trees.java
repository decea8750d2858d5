package dev.plumbline.json;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.domains.DomainContextBase;

/** Arbitrary JSON trees with nasty numbers and text. */
class Trees extends DomainContextBase {

    @Provide
    Arbitrary<Tree> trees() {
        return trees(4);
    }

    private static Arbitrary<Tree> trees(int depth) {
        if (depth == 0) {
            return scalars();
        }
        return Arbitraries.frequencyOf(
                Tuple.of(3, scalars()),
                Tuple.of(2, Arbitraries.lazy(() -> arrays(depth))),
                Tuple.of(3, Arbitraries.lazy(() -> objects(depth))));
    }

    private static Arbitrary<Tree> arrays(int depth) {
        return trees(depth - 1).list().ofMaxSize(4).map(Tree.Arr::new);
    }

    private static Arbitrary<Tree> objects(int depth) {
        Arbitrary<Tree> few =
                Arbitraries.maps(strings(), trees(depth - 1)).ofMaxSize(5).map(Tree.Obj::new);
        Arbitrary<Tree> many = Arbitraries.maps(strings(), scalars())
                .ofMinSize(8)
                .ofMaxSize(24)
                .map(Tree.Obj::new);
        return Arbitraries.frequencyOf(Tuple.of(5, few), Tuple.of(1, many));
    }

    private static Arbitrary<Tree> scalars() {
        return Arbitraries.oneOf(
                strings().map(Tree.Str::new),
                numbers().map(Tree.Num::new),
                Arbitraries.of("true", "false", "null").map(Tree.Lit::new));
    }

    private static Arbitrary<String> numbers() {
        Arbitrary<String> whole = Arbitraries.oneOf(
                Arbitraries.longs().map(String::valueOf),
                Arbitraries.integers().between(-20, 20).map(String::valueOf),
                Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(40).map(digits -> "-1" + digits),
                Arbitraries.just("-0"));
        Arbitrary<String> fraction = Arbitraries.strings()
                .numeric()
                .ofMinLength(1)
                .ofMaxLength(30)
                .map("."::concat)
                .optional()
                .map(o -> o.orElse(""));
        Arbitrary<String> exponent = Combinators.combine(
                        Arbitraries.of("e", "E", "e+", "E-"),
                        Arbitraries.integers().between(0, 400))
                .as((sign, power) -> sign + power)
                .optional(0.3)
                .map(o -> o.orElse(""));
        return Combinators.combine(whole, fraction, exponent).as((w, f, e) -> w + f + e);
    }

    private static Arbitrary<String> strings() {
        Arbitrary<Integer> codePoints = Arbitraries.oneOf(
                Arbitraries.integers().between(0, 0x7F),
                Arbitraries.integers().between(0, 0x10FFFF),
                Arbitraries.of((int) '"', (int) '\\', 0x1F602, 0xFB33, 0x20AC, 0xFFFF, 0x10000));
        return codePoints
                .filter(c -> c < 0xD800 || c > 0xDFFF)
                .map(Character::toString)
                .list()
                .ofMaxSize(12)
                .map(parts -> String.join("", parts));
    }
}
