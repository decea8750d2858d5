package dev.plumbline.integration.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs every parser of untrusted input on the whole corpus again, and on some random bytes. */
class FuzzCorpusTest {
    static final Path CORPUS = Path.of("src/test/resources/fuzz");

    static Path folder(FuzzTarget target) {
        return CORPUS.resolve(target.name().toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @EnumSource
    void corpus_isTaken(FuzzTarget target) throws IOException {
        try (Stream<Path> files = Files.list(folder(target))) {
            List<Path> inputs = files.sorted().toList();
            assertThat(inputs).hasSizeGreaterThanOrEqualTo(3);
            for (Path input : inputs) {
                target.take(Files.readAllBytes(input));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void mutants_areTaken(FuzzTarget target) throws IOException {
        Random random = new Random(17);
        try (Stream<Path> files = Files.list(folder(target))) {
            for (Path input : files.sorted().toList()) {
                for (int tries = 0; tries < 20; tries++) {
                    target.take(mutant(Files.readAllBytes(input), random));
                }
            }
        }
    }

    /** A few bytes changed, and the rest cut off. */
    private static byte[] mutant(byte[] bytes, Random random) {
        byte[] mutant = bytes.clone();
        for (int i = 0; i < 3 && mutant.length > 0; i++) {
            mutant[random.nextInt(mutant.length)] = (byte) random.nextInt(256);
        }
        return Arrays.copyOf(mutant, random.nextInt(mutant.length + 1));
    }
}
