package dev.plumbline.integration.docs;

import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.EgressRules.DryRunDenial;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** The programs of docs/sandbox.md, compiled; a test sees to it that they are the same. */
final class SandboxExamples {

    private SandboxExamples() {}

    record MaterialTools() {
        @Tool("Reads a material of this project, e.g. oak.txt.")
        String material(String name, ToolContext context) {
            return context.files().readText("materials/" + name);
        }

        @Tool("Reads the maker's sheet of a product.")
        String sheet(String product, ToolContext context) {
            return context.fetch(URI.create("https://sheets.example.com/" + product + ".txt"));
        }

        @Tool("Exports the plan as SVG.")
        void export(String name, ToolContext context) {
            context.files().writeText(name + ".svg", "<svg/>");
        }
    }

    static AiRuntime withMaterials(AiProvider provider, Path project, Path norms) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addTools(new MaterialTools())
                .egress(EgressRules.none()
                        .withFolder(project)
                        .withReadOnlyFolder(norms)
                        .withTools(Selector.of("sheet"), EgressRules.none().withHost("sheets.example.com")))
                .build();
    }

    static void whatIsMissing(AiRuntime ai) {
        for (DryRunDenial hint : ai.dryRunDenials()) {
            System.out.println(hint.tool() + ": " + hint.rule() + ", " + hint.times() + " times; " + hint.remedy());
        }
    }

    static long saved(AiRuntime ai, String session, ToolEnvelope envelope, Path file) throws IOException {
        String reference = envelope.meta().get("reference").asText();
        try (InputStream content = ai.openToolResult(session, reference)) {
            return Files.copy(content, file);
        }
    }
}
