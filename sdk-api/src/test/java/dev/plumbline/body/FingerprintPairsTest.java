package dev.plumbline.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two bodies have the same fingerprint if and only if they are the same request. */
class FingerprintPairsTest {
    private static final int PAIRS = Integer.getInteger("plumbline.pairs", 20_000);

    /** How many requests are compared with all later ones; more would not fit into memory. */
    private static final int REMEMBERED = 50_000;

    @Test
    @Tag("F103")
    void c1_sameFingerprint_ifAndOnlyIfItIsTheSameRequest() {
        Map<Fingerprint, RequestSpec> known = new HashMap<>();
        for (int seed = 0; seed < PAIRS; seed++) {
            Random random = new Random(seed);
            RequestSpec request = RequestSpec.random(random);
            RequestSpec other = random.nextBoolean() ? request : request.changed(random);
            Fingerprint one = new RequestBuilding(random).body(request).fingerprint();
            Fingerprint two = new RequestBuilding(random).body(other).fingerprint();
            assertThat(one.equals(two))
                    .as("seed %d: %s and %s", seed, request, other)
                    .isEqualTo(request.equals(other));
            RequestSpec before = seed < REMEMBERED ? known.putIfAbsent(two, other) : known.get(two);
            assertThat(before == null || before.equals(other))
                    .as("seed %d: %s has the fingerprint of %s", seed, other, before)
                    .isTrue();
        }
    }

    /** A hash map's order, a set's order, the locale and the zone are those of a process. */
    @Test
    void c4_everyProcess_hasTheSameFingerprints() throws Exception {
        List<String> found = new ArrayList<>();
        for (String java : javas()) {
            for (List<String> place : List.of(
                    List.of("-Duser.language=tr", "-Duser.country=TR", "-Duser.timezone=Asia/Kathmandu"),
                    List.of("-Duser.language=ar", "-Duser.country=EG", "-Duser.timezone=America/St_Johns"),
                    List.of("-Duser.language=de", "-Duser.timezone=UTC", "-Dfile.encoding=ISO-8859-1"))) {
                found.add(run(java, place));
            }
        }
        assertThat(found).allMatch(found.get(0)::equals);
        assertThat(found.get(0)).contains("plb1:");
    }

    private static String run(String java, List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), FingerprintProgram.class.getName()));
        Path out = Files.createTempFile("fingerprints", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            process.waitFor();
            return Files.readString(out, StandardCharsets.UTF_8);
        } finally {
            Files.delete(out);
        }
    }

    /** The Java of the test, and another one with {@code -Dplumbline.java=/path/to/bin/java}. */
    private static List<String> javas() {
        String own = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String other = System.getProperty("plumbline.java", "");
        return other.isEmpty() ? List.of(own) : List.of(own, other);
    }
}
