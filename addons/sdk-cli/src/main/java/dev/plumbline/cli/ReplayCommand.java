package dev.plumbline.cli;

import dev.plumbline.call.AiReturn;
import dev.plumbline.providers.internal.RecordedResponses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
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

    @Parameters(
            index = "0",
            paramLabel = "FORMAT",
            description = "The format, such as openai-chat, anthropic or azure, or a name of --format; the page of the"
                    + " command line lists all.")
    private String format = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "A .sse, _response.txt, .chunks.txt or .json file.")
    private Path file = Path.of("");

    /** Returns the format of that name; those of {@code --format} name formats, too. */
    private static String known(String name) {
        String found = switch (name) {
            case "chat" -> "openai-chat";
            case "openai", "responses" -> "openai-responses";
            default -> name;
        };
        if (!RecordedResponses.FOLDERS.contains(found)) {
            throw KnownNames.unknown("format", name, new TreeSet<>(RecordedResponses.FOLDERS));
        }
        return found;
    }

    @Override
    public Integer call() throws IOException {
        AiReturn ret =
                RecordedResponses.fold(known(format), String.valueOf(file.getFileName()), Files.readAllBytes(file));
        spec.commandLine().getOut().println(RecordedResponses.toJson(ret).canonical());
        return 0;
    }
}
