package dev.plumbline.body;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;

class SelectorLawTest {

    @Property
    boolean text_isCanonical(
            @ForAll @AlphaChars @StringLength(min = 1, max = 5) String a,
            @ForAll @AlphaChars @StringLength(min = 1, max = 5) String b) {
        Selector one = Selector.of(a + ", " + b + " -x");
        Selector other = Selector.of("-x " + b + "," + a + "," + a);
        return one.equals(other) && Selector.of(one.text()).equals(one);
    }

    @Property
    boolean glob_isWhatARegularExpressionSays(
            @ForAll @CharRange(from = 'a', to = 'b') @StringLength(max = 8) String name, @ForAll("globs") String glob) {
        return Selector.of(glob).matches(name) == name.matches(glob.replace("*", ".*"));
    }

    @Provide
    Arbitrary<String> globs() {
        return Arbitraries.strings().withChars('a', 'b', '*').ofMinLength(1).ofMaxLength(7);
    }

    @Property
    boolean and_isBoth(@ForAll("globs") String one, @ForAll("globs") String two, @ForAll("globs") String name) {
        Selector both = Selector.of(one).and(Selector.of(two));
        return both.matches(name)
                == (Selector.of(one).matches(name) && Selector.of(two).matches(name));
    }
}
