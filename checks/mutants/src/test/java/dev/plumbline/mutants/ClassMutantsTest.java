package dev.plumbline.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ClassMutantsTest {

    /** A record with one method that the compiler would have written otherwise. */
    record Sample(int number) {
        @Override
        public String toString() {
            return "Sample";
        }
    }

    @Test
    void m11_methodsThatTheCompilerWrote_areNoMutants() throws IOException {
        try (var in =
                Objects.requireNonNull(ClassMutantsTest.class.getResourceAsStream("ClassMutantsTest$Sample.class"))) {
            assertThat(ClassMutants.generated(in.readAllBytes()))
                    .containsExactlyInAnyOrder("hashCode()I", "equals(Ljava/lang/Object;)Z");
        }
    }
}
