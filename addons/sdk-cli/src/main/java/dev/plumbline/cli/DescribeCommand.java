package dev.plumbline.cli;

import dev.plumbline.policy.ResponseStore;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code describe}: prints the recommended order of policies. */
@Command(
        name = "describe",
        description = "Prints the recommended order of policies, outermost first, with the cache enabled.",
        mixinStandardHelpOptions = true)
final class DescribeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addRequestPolicy("your-request", call -> call)
                .addResponsePolicy("your-response", (ret, call) -> ret)
                .addPolicy("your-around", (call, next) -> next.proceed(call))
                .cache(ResponseStore.inMemory(1))
                .build()) {
            spec.commandLine().getOut().print(ai.describe());
            spec.commandLine().getOut().flush();
        }
        return 0;
    }
}
