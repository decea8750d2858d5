package dev.plumbline.cli;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.LocalServers;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks a service with tiny calls and prints a table. */
@Command(
        name = "doctor",
        description = "Checks a service: key, text, stream, tool, picture, shape, cache, cancel. Costs some tokens.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    private static final int WIDEST = 100;
    private static final int WIDEST_COMMAND = 300;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Mixin
    private final ModelArguments model = new ModelArguments();

    @Option(names = "--local", description = "Find the model servers on this machine instead, and how to use them.")
    private boolean local;

    @Option(
            names = "--table",
            description = "Try what the table of services says of the model instead, with twelve requests, and print"
                    + " what is wrong as a patch.")
    private boolean table;

    /** Prints the table; returns 1 if a check failed, the key is missing, or no model server was found on this machine. */
    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (local) {
            List<LocalServers.Found> found = LocalServers.find();
            printLocal(out, found);
            return found.isEmpty() ? 1 : 0;
        }
        line(out, "key", model.lacksKey() ? "MISSING" : "ok", model.keyState());
        if (model.lacksKey()) {
            return 1;
        }
        boolean ok = true;
        try (AiProvider streaming = model.provider();
                AiProvider whole = model.wholeAnswers()) {
            line(out, "model", "ok", streaming.id() + ":" + streaming.defaultModel() + " at " + streaming.endpoint());
            if (table) {
                return tryTable(out, whole);
            }
            List<ProviderChecks.Check> checks = new ProviderChecks(streaming, whole).run();
            for (ProviderChecks.Check check : checks) {
                line(out, check.name(), check.ok() ? "ok" : "FAILED", check.detail());
                ok &= check.ok();
            }
        }
        return ok ? 0 : 1;
    }

    private int tryTable(PrintWriter out, AiProvider whole) {
        if (model.api().isEmpty()) {
            throw new IllegalArgumentException(
                    "--table tries chat completions, responses and messages; this format has no claims to try");
        }
        List<TableChecks.Check> checks = new TableChecks(whole, model.api()).run();
        for (TableChecks.Check check : checks) {
            String state = switch (check.verdict()) {
                case RIGHT -> "ok";
                case WRONG -> "WRONG";
                case UNKNOWN -> "?";
            };
            out.printf("%-20s %-7s %s%n", check.claim().name(), state, TerminalEscaper.line(check.said(), WIDEST));
        }
        List<TableChecks.Check> wrong = checks.stream()
                .filter(check -> check.verdict() == TableChecks.Verdict.WRONG)
                .toList();
        wrong.forEach(check ->
                check.claim().patch().lines().forEach(line -> out.println(TerminalEscaper.line(line, WIDEST_COMMAND))));
        out.flush();
        return wrong.isEmpty() ? 0 : 1;
    }

    static void printLocal(PrintWriter out, List<LocalServers.Found> found) {
        for (LocalServers.Found each : found) {
            int models = each.models().size();
            out.printf(
                    "%-10s %s, %d model%s%s%n           %s%n",
                    each.name(),
                    each.address(),
                    models,
                    models == 1 ? "" : "s",
                    each.loaded().isEmpty()
                            ? ""
                            : TerminalEscaper.line(", loaded: " + String.join(", ", each.loaded()), WIDEST_COMMAND),
                    TerminalEscaper.line(usage(each), WIDEST_COMMAND));
        }
        if (found.isEmpty()) {
            out.println("no model server answers on this machine; start Ollama (port 11434), LM Studio (1234),"
                    + " llama.cpp (8080) or vLLM (8000)");
        }
        out.flush();
    }

    /** Returns the command that uses a server, or what it needs first. */
    static String usage(LocalServers.Found server) {
        if (server.models().isEmpty()) {
            return "has no model yet" + (server.isOllama() ? "; run: ollama pull qwen3" : "; load one");
        }
        return "plumbline chat --format " + (server.isOllama() ? "ollama" : "chat") + " --base-url " + server.address()
                + " --model " + server.models().get(0);
    }

    private static void line(PrintWriter out, String name, String state, String detail) {
        out.printf("%-8s %-7s %s%n", name, state, TerminalEscaper.line(detail, WIDEST));
        out.flush();
    }
}
