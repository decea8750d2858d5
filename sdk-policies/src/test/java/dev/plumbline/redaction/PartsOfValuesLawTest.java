package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Which values are a part of another one is known from table to table, and looked for only for what is added. */
class PartsOfValuesLawTest {
    @Provide
    Arbitrary<List<String>> values() {
        Arbitrary<String> word = Arbitraries.of("anna", "berg", "a1b2", "7", "x");
        return word.list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(words -> String.join(" ", words))
                .list()
                .ofMaxSize(8);
    }

    private static Map<String, String> table(List<String> values) {
        Map<String, String> table = new HashMap<>();
        values.forEach(value -> table.put(String.format("NAME_%016x", value.hashCode()), value));
        return table;
    }

    @Property(tries = 300)
    @Label("52 the parts of values that are added one after another are those of all values")
    void w52_added(@ForAll("values") List<String> first, @ForAll("values") List<String> then) {
        PseudonymTable before = PseudonymTable.EMPTY.plus(table(first));
        assertThat(before.parts()).isSubsetOf(new HashSet<>(first));
        PseudonymTable after = before.plus(table(then));
        Map<String, String> all = new HashMap<>(table(first));
        all.putAll(table(then));
        Set<String> values = new HashSet<>(all.values());
        assertThat(after.parts())
                .containsAll(PseudonymTable.EMPTY.plus(all).parts())
                .allMatch(part -> values.stream()
                        .anyMatch(value -> !value.equals(part) && (" " + value + " ").contains(" " + part + " ")));
    }

    @Property(tries = 20)
    @Label("52 a message with known values looks for no parts: they are those of the table")
    void w52_known(@ForAll("values") List<String> values) {
        PseudonymTable table = PseudonymTable.EMPTY.plus(table(values));
        Set<String> parts = table.parts();
        assertThat(table.plus(table(values)).parts()).isSameAs(parts);
    }
}
