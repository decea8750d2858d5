package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Nothing that a program can call changes unnoticed: {@code docs/signatures.txt} lists it, and a build with another list fails. */
class SignaturesTest {
    private static final Path LIST = Path.of("../../docs/signatures.txt");

    /** Returns what a reader of the failure has to know: each line that is gone or new, and what to do. */
    static String changes(Set<String> listed, Set<String> compiled) {
        Set<String> gone = new TreeSet<>(listed);
        gone.removeAll(compiled);
        Set<String> added = new TreeSet<>(compiled);
        added.removeAll(listed);
        StringBuilder text = new StringBuilder();
        if (!gone.isEmpty()) {
            text.append("Programs that use these no longer compile or link:\n");
            gone.forEach(line -> text.append("  - ").append(line).append('\n'));
            text.append(
                    "Restore them. Before 1.0 you may also change them: say in CHANGELOG.md what a reader has to change.\n");
        }
        if (!added.isEmpty()) {
            text.append("These are new:\n");
            added.forEach(line -> text.append("  + ").append(line).append('\n'));
        }
        return text.isEmpty()
                ? ""
                : text + "Then write docs/signatures.txt: ./mvnw -pl :integration-tests -am test -Dtest=SignaturesTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dplumbline.signatures=write";
    }

    @Test
    @DisplayName("61 the list of all public signatures is that of the compiled classes")
    void signatures_areThoseOfTheList() throws IOException {
        Set<String> compiled = Signatures.published();
        assertThat(compiled).hasSizeGreaterThan(3000);
        if ("write".equals(System.getProperty("plumbline.signatures"))) {
            Files.write(LIST, compiled);
        }
        assertThat(changes(new TreeSet<>(Files.readAllLines(LIST)), compiled)).isEmpty();
        assertThat(Files.readAllLines(LIST)).as("the order of the list").containsExactlyElementsOf(compiled);
    }

    /** What the list has of a type. */
    @SuppressWarnings("unused")
    static final class Planted {
        abstract static class Hidden<T> {
            public final T inherited() {
                return null;
            }
        }

        public abstract static sealed class Shape<T extends Comparable<T>> extends Hidden<T> implements Runnable
                permits Square {
            public static final int SIDES = 4;

            protected Shape(List<? super T> values, String... names) {}

            public abstract <X extends Exception> T draw(int[] at, X fault) throws X;

            void own() {}

            private void secret() {}
        }

        public static final class Square extends Shape<String> {
            public Square() {
                super(List.of());
            }

            @Override
            public <X extends Exception> String draw(int[] at, X fault) {
                return "";
            }

            @Override
            public void run() {}
        }
    }

    @Test
    void lines_haveAllThatAProgramDependsOn() {
        String name = Planted.Shape.class.getName();
        assertThat(Signatures.of(Planted.Shape.class))
                .containsExactlyInAnyOrder(
                        name + " public abstract static sealed class <T extends java.lang.Comparable<T>> extends "
                                + Planted.Hidden.class.getName() + "<T> implements java.lang.Runnable",
                        name + " public static final int SIDES",
                        name + " protected new(java.util.List<? super T>, java.lang.String...)",
                        name + " public abstract <X extends java.lang.Exception> T draw(int[], X) throws X",
                        name + " public final T inherited()");
    }

    @Test
    void changes_nameWhatIsGoneAndWhatIsNewAndWhatToDo() {
        assertThat(changes(Set.of("a", "b"), Set.of("a", "b"))).isEmpty();
        assertThat(changes(Set.of("a", "b"), Set.of("b", "c")))
                .contains("no longer compile or link:\n  - a\n", "CHANGELOG.md", "new:\n  + c\n", "=write")
                .doesNotContain("  - b", "  + b");
        assertThat(changes(Set.of(), Set.of("c"))).doesNotContain("CHANGELOG.md");
    }
}
