package dev.plumbline.cli;

import dev.plumbline.internal.ModuleVersions;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of Plumbline. An error is one line on standard error and exit code 2. */
@Command(
        name = "plumbline",
        description = "Runs and inspects AI calls with Plumbline.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            ChatCommand.class,
            WebCommand.class,
            BatchCommand.class,
            ArchiveCommand.class,
            EvalCommand.class,
            ReplayCommand.class,
            ReportCommand.class,
            FingerprintCommand.class,
            ModelsCommand.class,
            DoctorCommand.class,
            DescribeCommand.class,
            McpBridgeCommand.class,
            McpConfigCommand.class
        })
public final class Plumbline {
    private static final int WRONG_USE = 2;

    Plumbline() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(out, err, args));
    }

    static int run(PrintWriter out, PrintWriter err, String... args) {
        ModuleVersions.check(Plumbline.class);
        CommandLine line = new CommandLine(new Plumbline()).setOut(out).setErr(err);
        line.setParameterExceptionHandler((e, given) -> fail(err, e));
        line.setExecutionExceptionHandler((e, at, parsed) -> fail(err, e));
        if (args.length == 0) {
            line.usage(out);
            return WRONG_USE;
        }
        return line.execute(args);
    }

    private static int fail(PrintWriter err, Exception e) {
        err.println("plumbline: " + ErrorLine.of(e));
        return WRONG_USE;
    }
}
