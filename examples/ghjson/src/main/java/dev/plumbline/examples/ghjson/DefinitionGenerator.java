package dev.plumbline.examples.ghjson;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.tool.ToolException;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Lets a model write a whole definition. The runtime holds the answer to the official schema; what the schema cannot
 * say is checked here, and the model corrects it in further rounds.
 */
final class DefinitionGenerator {
    /** The number of answers that the model may give. */
    static final int ROUNDS = 3;

    private static final String INSTRUCTIONS = """
            You write Grasshopper definitions as GhJSON. Use only these components, with these inputs and outputs:
            %s
            Give each component an id from 1 on and a pivot, and name the parameters of each connection.""";

    private final Supplier<AiRuntime> ai;
    private final ComponentCatalog catalog;

    DefinitionGenerator(Supplier<AiRuntime> ai, ComponentCatalog catalog) {
        this.ai = ai;
        this.catalog = catalog;
    }

    /**
     * Returns a definition without findings.
     *
     * @param options those of a child of the turn, so that its budget and its cancellation apply
     * @throws ToolException if the model does not answer, or not without errors in {@value #ROUNDS} rounds
     */
    GeneratedDefinition generate(String request, SessionOptions options) {
        AiBody body = AiBody.builder()
                .addSystem(INSTRUCTIONS.formatted(components()))
                .addUser(request)
                .outputSchema(GhJsonSchemas.document())
                .build();
        ValidationResult found = ValidationResult.OK;
        for (int round = 1; round <= ROUNDS; round++) {
            AiReturn ret = ai.get().send(body, options);
            if (!ret.isOk()) {
                throw new ToolException("The definition was not written: "
                        + ret.error().orElseThrow().code() + ".");
            }
            GhJsonDocument document = new GhJsonDocument(ret.json());
            found = StructureCheck.of(document, catalog);
            if (found.isOk()) {
                return new GeneratedDefinition(document, round);
            }
            body = body.toBuilder()
                    .addAssistant(ret.text())
                    .addUser("Correct this and write the whole definition again: " + text(found))
                    .build();
        }
        throw new ToolException("The definition has errors after " + ROUNDS + " rounds: " + text(found));
    }

    private String components() {
        return catalog.elements(ComponentCatalog.COMPONENT).stream()
                .map(each ->
                        "- " + each.name() + ' ' + each.details().get("inputs").text() + " -> "
                                + each.details().get("outputs").text() + ": " + each.description())
                .collect(Collectors.joining("\n"));
    }

    static String text(ValidationResult found) {
        return found.findings().stream().map(DefinitionGenerator::text).collect(Collectors.joining("; "));
    }

    private static String text(Finding finding) {
        return finding.path() + ": " + finding.code()
                + (finding.allowed().isEmpty() ? "" : " (allowed: " + finding.allowed() + ")");
    }

    /**
     * A definition that a model wrote.
     *
     * @param document the definition
     * @param rounds the number of answers that it took
     */
    record GeneratedDefinition(GhJsonDocument document, int rounds) {}
}
