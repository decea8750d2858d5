package dev.plumbline.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LineProbesTest {

    /** Branches, a loop and a constructor call, whose frames a careless change would break. */
    static final class Sample {
        private Sample() {}

        static String run(int number) {
            StringBuilder text = new StringBuilder(number > 2 ? "many" : "few");
            for (int i = 0; i < number; i++) {
                text.append(i);
            }
            return text.toString();
        }
    }

    /** Defines one changed class. */
    private static final class Loader extends ClassLoader {
        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private static byte[] compiled() throws IOException {
        try (var in = Objects.requireNonNull(LineProbesTest.class.getResourceAsStream("LineProbesTest$Sample.class"))) {
            return in.readAllBytes();
        }
    }

    @Test
    void m11_linesThatRan_areKnown_andTheOthersNot() throws Exception {
        ClassLoader loader = LineProbesTest.class.getClassLoader();
        LineProbes probes = new LineProbes(loader, Set.of("LineProbesTest"));
        byte[] changed =
                Objects.requireNonNull(probes.probed(Sample.class.getName().replace('.', '/'), compiled()));
        Method run = new Loader().define(Sample.class.getName(), changed).getDeclaredMethod("run", int.class);
        run.setAccessible(true);
        LineHits.reset();
        assertThat(run.invoke(null, 0)).isEqualTo("few");
        int without = LineHits.names().size();
        assertThat(run.invoke(null, 3)).isEqualTo("many012");
        assertThat(LineHits.names()).hasSizeGreaterThan(without);
        assertThat(LineHits.names())
                .allMatch(name -> name.startsWith(Sample.class.getName() + ".run(I)Ljava/lang/String;:"));
    }

    @Test
    void m11_otherClasses_areLeftAlone() throws IOException {
        ClassLoader loader = LineProbesTest.class.getClassLoader();
        LineProbes probes = new LineProbes(loader, Set.of("Other"));
        assertThat(probes.probed(Sample.class.getName().replace('.', '/'), compiled()))
                .isNull();
        assertThat(probes.probed("java/lang/Other", new byte[0])).isNull();
    }
}
