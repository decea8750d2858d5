package dev.plumbline.benchmarks;

import dev.plumbline.benchmarks.agent.CallCounts;
import dev.plumbline.benchmarks.agent.CallPathTrace;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Formats the cost of calls as text: a table with a column for each scenario, and details.
 *
 * @param columns the scenarios
 */
record CallCostTable(List<Column> columns) {
    private static final int TOP = 40;

    /**
     * A scenario and its measured values.
     *
     * @param title the title
     * @param counts the counts
     * @param courses the paths of calls
     * @param bytes the bytes allocated for one call
     * @param classes the classes loaded when the first call was answered
     */
    record Column(String title, CallCounts counts, List<CallPathTrace> courses, long bytes, long classes) {
        double perCall(long sum) {
            return (double) sum / counts.calls();
        }

        /** Returns the median over the traced calls. */
        double median(ToDoubleFunction<CallPathTrace> figure) {
            return courses.stream()
                    .mapToDouble(figure)
                    .sorted()
                    .skip(courses.size() / 2)
                    .findFirst()
                    .orElse(0);
        }
    }

    CallCostTable {
        columns = List.copyOf(columns);
    }

    /** Returns the table. */
    String table() {
        return String.join(
                "",
                row("for one call", Column::title),
                counted("methods of the SDK entered", CallCounts::methods),
                row("different methods", column -> "" + column.counts().kinds()),
                row("top-level classes met", column -> "" + column.counts().classes()),
                counted("lambdas made", CallCounts::lambdas),
                counted("calls of Optional", CallCounts::optionals),
                counted("monitors entered", CallCounts::monitors),
                counted("locks taken", CallCounts::locks),
                counted("objects made", CallCounts::objects),
                counted("telemetry events", CallCounts::eventsInAll),
                counted("deliveries of events", CallCounts::deliveries),
                median(
                        "frames of the SDK, to the socket",
                        course -> course.deepest().sum()),
                median(
                        "frames in all, to the socket",
                        course -> course.deepest().all()),
                median("threads", CallPathTrace::threads),
                median("hand-overs", course -> course.path().size() - 1),
                row("KB allocated", column -> number(column.bytes() / 1e3)),
                row("classes loaded by the first", column -> "" + column.classes()));
    }

    private String counted(String title, ToLongFunction<CallCounts> figure) {
        return row(title, column -> number(column.perCall(figure.applyAsLong(column.counts()))));
    }

    private String median(String title, ToDoubleFunction<CallPathTrace> figure) {
        return row(title, column -> number(column.median(figure)));
    }

    private String row(String title, Function<Column, String> cell) {
        return columns.stream()
                .map(column -> String.format("%14s", cell.apply(column)))
                .collect(Collectors.joining("", String.format("%-34s", title), "\n"));
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.1f", value);
    }

    /** Returns the details of each scenario. */
    String details() {
        return columns.stream().map(CallCostTable::details).collect(Collectors.joining("\n"));
    }

    private static String details(Column column) {
        CallCounts counts = column.counts();
        return "== " + column.title() + "\n"
                + paths(column)
                + "-- methods entered, by thread\n" + list(column, counts.threads())
                + "-- methods entered, by package\n" + list(column, counts.byPackage())
                + "-- telemetry events\n" + list(column, counts.events())
                + "-- methods entered most\n" + list(column, counts.byName())
                + "-- objects made most\n" + list(column, counts.made())
                + "-- where lambdas and objects are made, monitors entered, methods of Optional called\n"
                + list(column, counts.sites(), Integer.MAX_VALUE);
    }

    /** Returns the threads of calls, most frequent path first, and the stack frames at the write to the socket. */
    private static String paths(Column column) {
        Map<String, Long> paths = new TreeMap<>();
        column.courses()
                .forEach(course -> paths.merge(
                        String.join(" > ", course.path()) + "; frames "
                                + course.deepest().own(),
                        1L,
                        Long::sum));
        return "-- courses of " + column.courses().size() + " calls\n"
                + paths.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .map(path -> String.format("%9d %s%n", path.getValue(), path.getKey()))
                        .collect(Collectors.joining());
    }

    private static String list(Column column, Map<String, Long> sums) {
        return list(column, sums, TOP);
    }

    private static String list(Column column, Map<String, Long> sums, int most) {
        return sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .map(each -> String.format(
                        Locale.ROOT,
                        "%9.2f %s%n",
                        column.perCall(each.getValue()),
                        each.getKey().replace('/', '.')))
                .collect(Collectors.joining());
    }
}
