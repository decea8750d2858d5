package dev.plumbline.json;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.domains.DomainContextBase;

/** Arbitrary JSON trees with nasty numbers and text. */
public class JsonTreeArbitraries extends DomainContextBase {

    // Built from the leaves up, each part once: the engine looks generators up by equality, and lazy ones are all new.
    @Provide
    Arbitrary<ReferenceJsonTree> trees() {
        Arbitrary<String> names = strings();
        Arbitrary<ReferenceJsonTree> scalars = scalars(names);
        Arbitrary<ReferenceJsonTree> trees = scalars;
        for (int level = 0; level < 3; level++) {
            trees = around(trees, names, scalars);
        }
        return trees;
    }

    private static Arbitrary<ReferenceJsonTree> around(
            Arbitrary<ReferenceJsonTree> inner, Arbitrary<String> names, Arbitrary<ReferenceJsonTree> scalars) {
        Arbitrary<ReferenceJsonTree> arrays = inner.list()
                .ofMaxSize(4)
                .<ReferenceJsonTree>map(ReferenceJsonTree.Arr::new)
                .withoutEdgeCases();
        Arbitrary<ReferenceJsonTree> objects = Arbitraries.maps(names, inner)
                .ofMaxSize(5)
                .<ReferenceJsonTree>map(ReferenceJsonTree.Obj::new)
                .withoutEdgeCases();
        Arbitrary<ReferenceJsonTree> large = Arbitraries.maps(names, scalars)
                .ofMinSize(8)
                .ofMaxSize(24)
                .<ReferenceJsonTree>map(ReferenceJsonTree.Obj::new)
                .withoutEdgeCases();
        return Arbitraries.frequencyOf(
                Tuple.of(6, scalars), Tuple.of(4, arrays), Tuple.of(5, objects), Tuple.of(1, large));
    }

    private static Arbitrary<ReferenceJsonTree> scalars(Arbitrary<String> strings) {
        return Arbitraries.oneOf(
                strings.map(ReferenceJsonTree.Str::new),
                numbers().map(ReferenceJsonTree.Num::new),
                Arbitraries.of("true", "false", "null").map(ReferenceJsonTree.Lit::new));
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
