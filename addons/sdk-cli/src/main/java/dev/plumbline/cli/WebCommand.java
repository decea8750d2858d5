package dev.plumbline.cli;

import dev.plumbline.body.AiBody;
import dev.plumbline.examples.floorplan.FloorPlan;
import dev.plumbline.examples.floorplan.FloorPlanTools;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.web.WebInspector;
import dev.plumbline.web.WebInspectorOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code web}: a page for stored conversations and new ones, until the process is ended. */
@Command(
        name = "web",
        description =
                "Opens a page on this machine for stored conversations and new ones, with tools to draw a floor plan, and an"
                        + " AG-UI endpoint. Without a model it only shows. Ctrl-C ends it.",
        mixinStandardHelpOptions = true)
final class WebCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Mixin
    private final ModelArguments model = new ModelArguments();

    @Option(names = "--system", paramLabel = "TEXT", description = "Instructions for the model.")
    private @Nullable String system;

    @Option(
            names = "--journal",
            paramLabel = "FOLDER",
            description = "The folder of stored conversations; default: ${DEFAULT-VALUE}.")
    private Path journal = Path.of(System.getProperty("user.home"), ".plumbline", "chats");

    @Option(names = "--port", paramLabel = "NUMBER", description = "The port; a free one by default.")
    private int port;

    @Option(
            names = "--ask",
            paramLabel = "TOOLS",
            description = "The tools that need an approval; default: ${DEFAULT-VALUE}.")
    private String asked = "#destructive";

    @Option(
            names = "--batch",
            paramLabel = "IN=OUT",
            description = "Shows how far a run of the command batch is, by its two files; may be repeated.")
    private Map<Path, Path> batches = Map.of();

    @Option(
            names = "--queue",
            paramLabel = "URI",
            description = "With --run: the database of runs that several machines share,"
                    + " postgresql://user@host/database; the password is that of PGPASSWORD.")
    private @Nullable String queue;

    @Option(
            names = "--run",
            paramLabel = "NAME",
            description = "With --queue: shows how far the run of that name is; may be repeated.")
    private List<String> runs = List.of();

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            description = "With --queue: the namespace of the runs; none by default.")
    private String namespace = "";

    @Override
    public Integer call() throws IOException, InterruptedException {
        Files.createDirectories(journal);
        if ((queue == null) != runs.isEmpty()) {
            throw new IllegalArgumentException("--queue and --run are given together");
        }
        try (BatchProgressReader shared = BatchProgressReader.in(queue, namespace);
                AiRuntime ai = runtime();
                WebInspector web = WebInspector.open(ai, options(shared))) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("Open " + web.address());
            out.println("The address contains a key to your conversations: do not pass it on. AG-UI: " + web.agent());
            out.flush();
            new CountDownLatch(1).await();
        }
        return 0;
    }

    private AiRuntime runtime() {
        return AiRuntime.builder()
                .addProvider(provider())
                .addTools(new FloorPlanTools(new FloorPlan()))
                .approvals(ApprovalRules.builder().allow("*").ask(asked).build())
                .questionHandler(question -> {}) // the page answers
                .journal(journal)
                .build();
    }

    /** Returns the model; without one, a provider that has no answer, so that stored conversations can be looked at. */
    private AiProvider provider() {
        return model.isGiven() ? model.provider() : ScriptedProvider.create();
    }

    private WebInspectorOptions options(BatchProgressReader shared) {
        AiBody.Builder body = AiBody.builder().toolFilter("*");
        WebInspectorOptions options = WebInspectorOptions.ofDefaults()
                .withPort(port)
                .withBody((system == null ? body : body.addSystem(system)).build());
        for (Map.Entry<Path, Path> batch : batches.entrySet()) {
            String name = String.valueOf(batch.getKey().getFileName());
            options = options.withRun(name, new BatchFileProgress(batch.getKey(), batch.getValue()));
        }
        for (String run : runs) {
            options = options.withRun(run, () -> shared.progress(run));
        }
        return options;
    }
}
