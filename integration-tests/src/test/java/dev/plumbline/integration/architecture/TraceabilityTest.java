package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whether docs/traceability.md says what is there: every id once, every place and every test by its real name. */
class TraceabilityTest {
    /** The kinds of ids in the order of the page; the last twelve are findings, FA, FM and FF those called A, M and F. */
    private static final List<String> LETTERS = List.of(
            "SH", "C", "F", "A", "H", "B", "M", "T", "D", "J", "S", "W", "N", "FA", "FM", "FF", "MC", "O", "RD", "PG",
            "AG");

    private static final String FINDING = "(J|S|W|N|FA|FM|FF|MC|O|RD|PG|AG)\\d+";

    /** Rows that nothing shows yet. The list only gets shorter. */
    private static final List<String> OPEN = List.of();

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final String TEST_ANNOTATION = "@(Test|ParameterizedTest|Property|Example|TestFactory)\\b";

    /** A row of the table. */
    private record Row(String id, String where, String tests) {
        static Row of(String line) {
            String[] cells = line.split("\\|", -1);
            return new Row(cells[1].strip(), cells[3].strip(), cells[4].strip());
        }

        boolean isOpen() {
            return tests.equals("–");
        }

        boolean applies() {
            return !tests.startsWith("n/a: ");
        }
    }

    /** Every requirement and every fault has its row. */
    @Test
    void everyId_isThereOnceAndInOrder() {
        assertThat(rows())
                .extracting(Row::id)
                .doesNotHaveDuplicates()
                .isSortedAccordingTo(Comparator.comparingInt((String id) -> LETTERS.indexOf(id.replaceAll("\\d", "")))
                        .thenComparingInt(id -> Integer.parseInt(id.replaceAll("\\D", ""))))
                .containsAll(ids().toList());
    }

    @Test
    void openRows_areTheKnownOnes() {
        assertThat(rows().stream().filter(Row::isOpen).map(Row::id)).containsExactlyElementsOf(OPEN);
    }

    @Test
    void everyTestNamed_isThere() {
        List<Row> shown =
                rows().stream().filter(row -> !row.isOpen() && row.applies()).toList();
        assertThat(shown).hasSizeGreaterThan(80);
        assertThat(shown.stream().filter(row -> codes(row.tests()).isEmpty()).map(Row::id))
                .isEmpty();
        assertThat(shown.stream().flatMap(row -> codes(row.tests()).stream()).filter(test -> !isTest(test)))
                .isEmpty();
    }

    @Test
    void everyPlaceNamed_isThere() {
        List<String> places =
                rows().stream().flatMap(row -> codes(row.where()).stream()).toList();
        assertThat(places).hasSizeGreaterThan(80);
        assertThat(places.stream()
                        .filter(place -> source(place, "src/main/java").isEmpty()))
                .isEmpty();
    }

    @Test
    void everyFault_isNamedByItsNumber() {
        assertThat(rows().stream()
                        .filter(row -> row.id().matches("F\\d+")
                                && !isNamed(row, row.id().substring(1)))
                        .map(Row::id))
                .isEmpty();
    }

    @Test
    void everyFinding_isNamedByItsNumber() {
        assertThat(rows().stream()
                        .filter(row -> row.id().matches(FINDING)
                                && !isNamed(row, row.id().replaceFirst("^F", "")))
                        .map(Row::id))
                .isEmpty();
    }

    private static boolean isNamed(Row row, String number) {
        return row.isOpen() || codes(row.tests()).stream().anyMatch(test -> isNumbered(test, number));
    }

    @Test
    void check_missesNothing() {
        assertThat(isTest("sdk-api:AiBodyTest.toString_showsNoContent")).isTrue();
        assertThat(isTest("sdk-api:AiBodyTest.noSuchTest")).isFalse();
        assertThat(isTest("sdk-api:NoSuchTest.toString_showsNoContent")).isFalse();
        assertThat(isTest("sdk-policies:AiBodyTest.toString_showsNoContent")).isFalse();
        assertThat(isTest("sdk-api:CancellationTest.throwingAction")).isFalse();
        assertThat(isNumbered("sdk-api:CancellationTest.cancelTwice_isOnce", "123"))
                .isTrue();
        assertThat(isNumbered("sdk-api:CancellationTest.cancelTwice_isOnce", "12"))
                .isFalse();
        assertThat(isNumbered("sdk-api:CancellationTest.expired_isTimeoutTotal", "123"))
                .isFalse();
    }

    private static Stream<String> ids() {
        return Stream.of(
                        ids("SH", "1-179"),
                        ids("C", "1-124"),
                        ids("F", "1-140"),
                        ids("A", "1-37"),
                        ids("H", "1-46"),
                        ids("B", "1-32"),
                        ids("M", "1-7"),
                        ids("T", "1-13"),
                        ids("D", "1-19"),
                        ids("J", "1-3"),
                        ids("S", "1-2 4-5 14"),
                        ids("W", "8-9"),
                        ids("N", "9 26-27 29"),
                        ids("FA", "8"),
                        ids("FM", "2 8"),
                        ids("MC", "1-13"))
                .flatMap(s -> s);
    }

    private static Stream<String> ids(String letter, String ranges) {
        return Arrays.stream(ranges.split(" ")).flatMap(range -> {
            String[] ends = range.split("-");
            return IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .mapToObj(number -> letter + number);
        });
    }

    private static List<Row> rows() {
        return text(CompiledProject.folder().resolve("docs/traceability.md"))
                .lines()
                .filter(line -> line.matches("\\| [A-Z]+\\d+ \\|.*"))
                .map(Row::of)
                .toList();
    }

    private static List<String> codes(String cell) {
        return CODE.matcher(cell).results().map(match -> match.group(1)).toList();
    }

    private static boolean isTest(String name) {
        return annotations(name)
                .filter(written ->
                        Pattern.compile(TEST_ANNOTATION).matcher(written).find())
                .isPresent();
    }

    /** Whether the name of the method, or the one that people see, begins with the number, alone or among others. */
    private static boolean isNumbered(String name, String number) {
        if (name.contains("." + number.toLowerCase(Locale.ROOT) + "_")) {
            return true;
        }
        Pattern numbered = Pattern.compile("\"([A-Z]?\\d+ )*" + number + " ");
        return annotations(name)
                .filter(written -> numbered.matcher(written).find())
                .isPresent();
    }

    /** What stands between the member before and the name of a test method. */
    private static Optional<String> annotations(String name) {
        int dot = name.indexOf('.');
        Pattern method = Pattern.compile("void " + Pattern.quote(name.substring(dot + 1)) + "\\(");
        return source(name.substring(0, dot), "src/test/java")
                .flatMap(source -> method.matcher(source)
                        .results()
                        .findFirst()
                        .map(match -> source.substring(source.lastIndexOf("\n\n", match.start()) + 1, match.start())));
    }

    private static Optional<String> source(String place, String folder) {
        String[] words = place.split(":");
        Path root = CompiledProject.folder().resolve(words[0]).resolve(folder);
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.endsWith(words[1] + ".java"))
                    .findFirst()
                    .map(TraceabilityTest::text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
