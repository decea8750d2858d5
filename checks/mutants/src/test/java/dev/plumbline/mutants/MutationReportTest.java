package dev.plumbline.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutationReportTest {
    private static final List<TraceRow> ROWS = List.of(
            new TraceRow("A1", List.of("x:One", "x:Two"), List.of("x:T.a")),
            new TraceRow("A2", List.of("x:One", "y:Three"), List.of("x:T.a", "y:T.b")),
            new TraceRow("A3", List.of("x:Shape"), List.of("x:T.a")),
            new TraceRow("A4", List.of("x:One"), List.of("x:T.a")),
            new TraceRow("A5", List.of("x:One", "x:Two"), List.of("x:T.a", "z:T.c")));

    private static MutationReport report(Path folder, String one, String other) throws IOException {
        Files.writeString(folder.resolve("x.tsv"), one.replace(' ', '\t'));
        Files.writeString(folder.resolve("y.tsv"), other.replace(' ', '\t'));
        return MutationReport.of(ROWS, folder);
    }

    @Test
    void m11_row_isRedIfEveryPlaceIs_inAnyModule(@TempDir Path folder) throws IOException {
        MutationReport report = report(
                folder,
                "PLACE A1 x:One RED 1 9 9 m\nPLACE A1 x:Two GREEN 4 9 4 m\nPLACE A2 x:One RED 2 9 9 m\n"
                        + "PLACE A2 y:Three ABSENT 0 0 0\nPLACE A3 x:Shape NO_CODE 0 0 0\nPLACE A5 x:One RED 1 9 9 m\n"
                        + "PLACE A5 x:Two GREEN 4 9 4 m\nROW A1\nROW A2\nROW A3\nROW A5\n",
                "PLACE A2 x:One NOT_REACHED 0 9 0\nPLACE A2 y:Three RED 1 9 9 m\nSLOW T.b A2\nROW A2\n");
        assertThat(report.share()).isEqualTo(0.5);
        assertThat(report.text())
                .contains("5 rows name code and tests; 3 run, 1 of them name types without code")
                .contains("every place red: 1 of 2 rows (50.0 %); some place red: 1 more")
                .contains("the first mutant drawn is seen: 3 of 6 places (50.0 %)")
                .contains("A1 x:Two: 4 of 4 reached mutants tried, none seen, e.g. m")
                .contains("A2 tests not used: T.b takes over two minutes");
    }
}
