package dev.plumbline.integration.docs;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import java.io.PrintStream;

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
}
