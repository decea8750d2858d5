package dev.plumbline.body;

import dev.plumbline.json.Json;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Prints fingerprints of random bodies, and of facts that are sets and maps without an order. */
final class FingerprintProgram {
    private FingerprintProgram() {}

    /** A record with what has no order. */
    record Layers(Set<String> names, Map<String, Integer> levels) {}

    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            RequestSpec request = RequestSpec.random(random);
            out.println(new RequestBuilding(random).body(request).fingerprint());
            Set<String> words = new TreeSet<>();
            while (words.size() < 9) {
                words.add(RequestSpec.text(random) + words.size());
            }
            List<Object> values = new ArrayList<>(List.of(Set.copyOf(words), new HashSet<>(words)));
            values.add(new Layers(Set.copyOf(words), Map.of("a", 1, "b", 2, "c", 3, "d", 4)));
            for (Object value : values) {
                out.println(Json.of(value).text()
                        + AiBody.builder().addContext("facts", value).build().fingerprint());
            }
        }
    }
}
