package dev.plumbline.integration.architecture;

import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The metrics of the code, taken from its sources.
 *
 * <p>Record headers are exempt from the limit of parameters, and so are the constructors that repeat them; every other
 * constructor counts like a method, private ones too. A method counts from the line of its type or name to its last
 * brace; one without a body has no length. A lambda or a class inside a method counts as part of it.
 *
 * <p>The numbers are guides for a reader; they fail no build.
 */
final class CodeMetrics {
    static final int LONGEST_FILE = 400;
    static final int SMALL_FILE = 120;
    static final int SMALL_FILES_PERCENT = 60;
    static final int LONGEST_METHOD = 40;
    static final int MEDIAN_METHOD = 5;
    static final int MOST_PARAMETERS = 4;
    static final int HIDDEN_PERCENT = 40;

    private final List<SourceFile> files;

    CodeMetrics(List<SourceFile> files) {
        this.files = files;
    }

    /** Every place beyond one of the numbers, in words; empty when there is none. */
    List<String> beyond() {
        return Stream.of(longFiles(), bigFiles(), longMethods(), longMedian(), parameters(), openTypes())
                .flatMap(s -> s)
                .toList();
    }

    private Stream<String> longFiles() {
        return files.stream()
                .filter(file -> file.lines() > LONGEST_FILE)
                .map(file -> file.place() + " has " + file.lines() + " lines");
    }

    private Stream<String> bigFiles() {
        int percent = smallFilesPercent();
        return percent < SMALL_FILES_PERCENT
                ? Stream.of("only " + percent + " % of the files have " + SMALL_FILE + " lines or fewer")
                : Stream.of();
    }

    private Stream<String> longMethods() {
        return methods(file -> file.methods().stream()
                .filter(method -> method.lines() > LONGEST_METHOD)
                .map(method -> method.name() + " has " + method.lines() + " lines"));
    }

    private Stream<String> longMedian() {
        int median = medianMethod(files);
        return median > MEDIAN_METHOD ? Stream.of("the median method has " + median + " lines") : Stream.of();
    }

    private Stream<String> parameters() {
        return methods(file -> file.methods().stream()
                .filter(method -> method.parameters() > MOST_PARAMETERS)
                .map(method -> method.name() + " has " + method.parameters() + " parameters"));
    }

    private Stream<String> methods(java.util.function.Function<SourceFile, Stream<String>> places) {
        return files.stream().flatMap(file -> places.apply(file).map(place -> file.place() + ": " + place));
    }

    private Stream<String> openTypes() {
        int percent = hiddenPercent();
        return percent < HIDDEN_PERCENT
                ? Stream.of("only " + percent + " % of the types outside sdk-api are package-private")
                : Stream.of();
    }

    private int smallFilesPercent() {
        return percent(files.stream().filter(f -> f.lines() <= SMALL_FILE).count(), files.size());
    }

    private int hiddenPercent() {
        List<SourceFile.Type> types = files.stream()
                .filter(file -> file.place().startsWith("sdk-") && !file.place().startsWith("sdk-api/"))
                .flatMap(file -> file.types().stream())
                .toList();
        return percent(types.stream().filter(type -> !type.open()).count(), types.size());
    }

    private static int percent(long part, int whole) {
        return whole == 0 ? 100 : (int) (part * 100 / whole);
    }

    private static int medianMethod(List<SourceFile> files) {
        int[] lines = lines(files);
        return lines.length == 0 ? 0 : lines[lines.length / 2];
    }

    private static int[] lines(List<SourceFile> files) {
        return files.stream()
                .flatMap(file -> file.methods().stream())
                .mapToInt(SourceFile.Method::lines)
                .filter(lines -> lines > 0)
                .sorted()
                .toArray();
    }

    /** The metrics as a table, one row for each module and one for all; then the places beyond the numbers. */
    String report() {
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT,
                "%-18s %5s %9s %8s %8s %9s %8s %6s%n",
                "module",
                "files",
                "file med",
                "file max",
                "methods",
                "meth med",
                "meth max",
                "types"));
        files.stream()
                .collect(Collectors.groupingBy(CodeMetrics::module, TreeMap::new, Collectors.toList()))
                .forEach((module, inside) -> table.append(row(module, inside)));
        return table.append(row("all modules", files))
                .append(String.format(
                        Locale.ROOT, "files of %d lines or fewer: %d %%%n", SMALL_FILE, smallFilesPercent()))
                .append(String.format(Locale.ROOT, "package-private types outside sdk-api: %d %%%n", hiddenPercent()))
                .append(beyond().stream().map(place -> place + "\n").collect(Collectors.joining()))
                .toString();
    }

    private static String module(SourceFile file) {
        return file.place().substring(0, file.place().indexOf('/'));
    }

    private static String row(String name, List<SourceFile> files) {
        int[] sizes = files.stream().mapToInt(SourceFile::lines).sorted().toArray();
        int[] methods = lines(files);
        IntSummaryStatistics longest = java.util.Arrays.stream(methods).summaryStatistics();
        return String.format(
                Locale.ROOT,
                "%-18s %5d %9d %8d %8d %9d %8d %6d%n",
                name,
                files.size(),
                sizes[sizes.length / 2],
                sizes[sizes.length - 1],
                methods.length,
                medianMethod(files),
                methods.length == 0 ? 0 : longest.getMax(),
                files.stream().mapToInt(file -> file.types().size()).sum());
    }
}
