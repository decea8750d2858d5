package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether tests show each row of docs/requirements.md. Writes the rows with their tests into target/traceability.md. */
class TraceabilityPageTest {
    /** How many requirements and faults the sources have. */
    private static final Map<String, Integer> SOURCES =
            Map.of("SH", 179, "C", 124, "F", 140, "A", 37, "H", 46, "B", 32, "M", 7, "T", 13, "D", 19);

    private static TraceabilityPage page;

    @TempDir
    Path planted;

    @BeforeAll
    static void read() throws IOException {
        page = TraceabilityPage.read(CompiledProject.folder());
    }

    @Test
    void rows_areShown_andTagsAreRows() throws IOException {
        Files.writeString(Path.of("target", "traceability.md"), page.text());
        assertThat(page.problems()).isEmpty();
    }

    @Test
    void rows_areThereOnceAndInOrder() {
        Map<String, Integer> last = new TreeMap<>();
        for (TraceabilityPage.Row row : page.rows()) {
            String kind = row.id().replaceAll("\\d", "");
            int number = Integer.parseInt(row.id().substring(kind.length()));
            int before = last.getOrDefault(kind, 0);
            assertThat(number).as(row.id()).isBetween(before + 1, SOURCES.containsKey(kind) ? before + 1 : 1000);
            last.put(kind, number);
        }
        assertThat(last).containsAllEntriesOf(SOURCES);
    }

    private TraceabilityPage project(String rows, String members) throws IOException {
        write("docs/requirements.md", "| id | what | where |\n|---|---|---|\n" + rows);
        write("m/src/main/java/a/Place.java", "class Place {}");
        write("m/src/test/java/a/ATest.java", "@Tag(\"slow\") class ATest { " + members + " }");
        return TraceabilityPage.read(planted);
    }

    private void write(String name, String text) throws IOException {
        Path file = planted.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void tests_showByTagAndByNumber() throws IOException {
        TraceabilityPage found = project(
                "| SH1 | one | `Place` |\n| J2 | two | – |\n| FA3 | three | – |\n",
                "@Test @Tag(\"SH1\") @Tag(\"J2\") void one() {} @Property @net.jqwik.api.Tag(\"SH1\") void law() {}"
                        + " @Test void j2_a3_two() {} @Test @DisplayName(\"P4 four | five\") void p4_four() {}"
                        + " @Nested @Tag(\"SH1\") class B { @Test void three() {} } void a3_none() {}");

        assertThat(found.problems()).isEmpty();
        assertThat(found.text().lines().skip(1))
                .containsExactly(
                        "|---|---|---|---|",
                        "| SH1 | one | `m:Place` | `m:ATest$B.three`, `m:ATest.law`, `m:ATest.one` |",
                        "| J2 | two | – | `m:ATest.j2_a3_two`, `m:ATest.one` |",
                        "| FA3 | three | – | `m:ATest.j2_a3_two` |",
                        "| P4 | four \\| five | – | `m:ATest.p4_four` |");
    }

    @Test
    void problems_areFound() throws IOException {
        TraceabilityPage found = project(
                "| SH1 | one | `Palace` |\n|SH1| one | – |\n| SH2 | two | `a.Place` |\n| SH3 | three | n/a: none |\n",
                "@Test @Tag(\"SH1\") @Tag(\"SH3\") @Tag(\"fast\") void one() {}");

        assertThat(found.problems())
                .isEqualTo(List.of(
                        "not of the form | id | what | where |: |SH1| one | – |",
                        "SH1 names Palace, and there are 0 such classes; several are told apart by package.Class",
                        "SH2 is shown by no test",
                        "SH3 is n/a, but tests show it",
                        "fast is not in docs/requirements.md, but a tag of [m:ATest.one]"));
    }
}
