package dev.plumbline.cli;

import dev.plumbline.extensions.Evaluation;
import dev.plumbline.extensions.Evaluation.EvaluationCase;
import dev.plumbline.extensions.Evaluation.EvaluationReport;
import dev.plumbline.extensions.Scorer;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code eval}: asks the cases of a file, scores the answers, and compares them with a stored run. */
@Command(
        name = "eval",
        description =
                "Asks the cases of a file, prints a table of scores, tokens and cost, and compares the scores with"
                        + " those of a stored run. Ends with 1 if a score became lower.",
        mixinStandardHelpOptions = true)
final class EvalCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "CASES",
            description = "A case in JSON on each line: id, body or user, expected (docs/evaluation.md).")
    private Path cases = Path.of("");

    @Mixin
    private final ModelArguments model = new ModelArguments();

    @Option(
            names = "--scorer",
            paramLabel = "NAME",
            description = "How answers are scored: ${COMPLETION-CANDIDATES}; may be repeated; default: exact.")
    private List<Kind> scorers = List.of(Kind.exact);

    @Option(names = "--save", paramLabel = "FILE", description = "Stores the scores of this run, without any text.")
    private @Nullable Path save;

    @Option(names = "--against", paramLabel = "FILE", description = "A stored run to compare with.")
    private @Nullable Path against;

    @Option(
            names = "--tolerance",
            paramLabel = "N",
            description = "A difference of scores that does not count; default: ${DEFAULT-VALUE}.")
    private double tolerance;

    @Option(names = "--cache", paramLabel = "FOLDER", description = CacheLocation.DESCRIPTION)
    private @Nullable String cache;

    /** The scorers, as the command line writes them. */
    enum Kind {
        exact,
        contains,
        json,
        tools;

        private Scorer scorer() {
            return switch (this) {
                case exact -> Scorer.exactText();
                case contains -> Scorer.containsText();
                case json -> Scorer.equalJson();
                case tools -> Scorer.calledTools();
            };
        }
    }

    @Override
    public Integer call() throws IOException {
        Evaluation evaluation = Evaluation.of(EvaluationCase.read(cases));
        for (Kind kind : scorers) {
            evaluation = evaluation.withScorer(kind.name(), kind.scorer());
        }
        EvaluationReport before = against == null ? null : read(against);
        EvaluationReport report;
        try (AiRuntime ai = runtime(model.provider())) {
            report = evaluation.run(ai::send);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(report.toTable());
        if (save != null) {
            Files.writeString(save, report.toJson().text() + "\n");
        }
        return before != null && printDifferences(report, before, out) ? 1 : 0;
    }

    private static EvaluationReport read(Path file) throws IOException {
        return EvaluationReport.from(Json.parse(Files.readAllBytes(file)));
    }

    private AiRuntime runtime(AiProvider provider) throws IOException {
        AiRuntime.Builder builder = AiRuntime.builder().addProvider(provider);
        if (cache != null) {
            builder.cache(CacheLocation.store(cache, System::getenv));
        }
        return builder.build();
    }

    /** Prints what differs, and returns whether a score became lower. */
    private boolean printDifferences(EvaluationReport report, EvaluationReport before, PrintWriter out) {
        List<EvaluationReport.Difference> differences = report.differences(before, tolerance);
        differences.forEach(each -> out.println(line(each)));
        long lower = differences.stream()
                .filter(EvaluationReport.Difference::isRegression)
                .count();
        out.println(lower == 0 ? "no score is lower than before" : lower + " scores are lower than before");
        return lower > 0;
    }

    private static String line(EvaluationReport.Difference each) {
        if (each.scorer().isEmpty()) {
            return each.caseId() + ": not compared, because the case is new, is missing, or has another request";
        }
        return String.format(
                Locale.ROOT,
                "%s: %s %.2f, before %.2f%s",
                each.caseId(),
                each.scorer(),
                each.now(),
                each.before(),
                each.isRegression() ? ", lower" : "");
    }
}
