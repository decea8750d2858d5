package dev.plumbline.cli;

import dev.plumbline.body.AiBody;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code fingerprint}: prints the fingerprint of a body in its documented JSON form. */
@Command(
        name = "fingerprint",
        description = "Prints the fingerprint of a body in JSON (docs/fingerprint.md).",
        mixinStandardHelpOptions = true)
final class FingerprintCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "A body in JSON.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException {
        AiBody body = AiBody.from(Json.parse(Files.readAllBytes(file)));
        spec.commandLine().getOut().println(body.fingerprint());
        return 0;
    }
}
