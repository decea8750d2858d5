package dev.plumbline.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PersistentTreeMapLawTest {

    @Property(tries = 300)
    @Label("a persistent map has what a map of the JDK has")
    void isAMap(@ForAll("changes") List<Integer> changes) {
        PersistentTreeMap<Integer> tree = PersistentTreeMap.empty();
        SortedMap<String, Integer> map = new TreeMap<>();
        for (int change : changes) {
            String name = "n" + Math.abs(change) % 200;
            tree = change < 0 ? tree.without(name) : tree.with(name, change);
            if (change < 0) {
                map.remove(name);
            } else {
                map.put(name, change);
            }
        }
        PersistentTreeMap<Integer> filled = tree;
        Map<String, Integer> visited = new LinkedHashMap<>();
        filled.forEach(visited::put);
        assertThat(List.copyOf(visited.entrySet())).isEqualTo(List.copyOf(map.entrySet()));
        assertThat(filled).hasSameHashCodeAs(map).hasToString(map.toString()).isEqualTo(PersistentTreeMap.of(map));
        assertThat(filled.size()).isEqualTo(map.size());
        for (int i = 0; i < 200; i++) {
            assertThat(filled.get("n" + i)).isEqualTo(map.get("n" + i));
            assertThat(filled.containsKey("n" + i)).isEqualTo(map.containsKey("n" + i));
        }
    }

    @Provide
    Arbitrary<List<Integer>> changes() {
        return Arbitraries.integers().between(-10_000, 30_000).list().ofMaxSize(600);
    }
}
