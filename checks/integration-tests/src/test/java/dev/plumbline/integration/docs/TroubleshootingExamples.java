package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The programs of docs/troubleshooting.md, compiled; a test sees to it that they are the same. */
final class TroubleshootingExamples {

    private TroubleshootingExamples() {}

    static AiRuntime forDevelopers(AiProvider provider, PrintStream console) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addFailureListener(failure -> {
                    console.println(failure);
                    failure.cause().printStackTrace(console);
                })
                .failureLevel(System.Logger.Level.DEBUG)
                .build();
    }

    static AiRuntime withRequests(AiProvider provider) {
        return AiRuntime.builder().addProvider(provider).requestLog(true).build();
    }

    /** Asks once, and returns the exit code: 0, or 1 if it may work later, 2 for mistakes, 3 for a tool that did not work. */
    static int run(AiRuntime ai, AiBody body, PrintStream out, PrintStream err) {
        AiReturn ret = ai.send(body);
        if (!ret.isOk()) {
            AiError error = ret.error().orElseThrow();
            err.println(error.userMessage() + " [" + error + "]");
            return error.retryable() ? 1 : 2;
        }
        out.println(ret.text());
        Map<String, String> tools = ret.toolCalls().stream()
                .collect(Collectors.toMap(Interaction.ToolCall::id, Interaction.ToolCall::name));
        List<String> failed = ret.toolResults().stream()
                .filter(result -> !result.envelope().isOk())
                .map(result -> tools.get(result.callId()) + ": "
                        + result.envelope().failure().orElseThrow().code())
                .toList();
        failed.forEach(err::println);
        return failed.isEmpty() ? 0 : 3;
    }
}
