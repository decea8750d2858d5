package dev.plumbline.cli;

import dev.plumbline.call.AiReturn;
import dev.plumbline.providers.RecordedResponses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a recorded answer folds into, as one line of canonical JSON. */
@Command(
        name = "replay",
        description = "Prints what a recorded answer folds into, as one line of canonical JSON.",
        mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PROVIDER", description = "The format: openai-chat, azure, groq, …")
    private String provider = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "A .sse, _response.txt, .chunks.txt or .json file.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException {
        AiReturn ret = RecordedResponses.fold(provider, String.valueOf(file.getFileName()), Files.readAllBytes(file));
        spec.commandLine().getOut().println(RecordedResponses.toJson(ret).canonical());
        return 0;
    }
}
