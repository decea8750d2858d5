package dev.plumbline.examples.ghjson;

import dev.plumbline.json.Json;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.Validator.Strictness;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/** The tools of a model in the editor, and what a runtime needs for them. Thread-safe. */
public final class GhJsonTools {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 _-]{0,59}");

    private final DefinitionEditor editor;
    private final AtomicReference<AiRuntime> runtime = new AtomicReference<>();

    /** Creates the tools of an editor. */
    public GhJsonTools(DefinitionEditor editor) {
        this.editor = editor;
    }

    /** Adds schemas, tools and checks to a runtime, and builds it. */
    public AiRuntime build(AiRuntime.Builder ai) {
        AiRuntime built = ai.schemas(GhJsonSchemas.service())
                .addArgumentValidator("components", Strictness.STRICT, "addComponent", this::knownComponent)
                .addTools(this)
                .addTools(editor.catalog().asTool("findComponent", ComponentCatalog.COMPONENT), patchTool())
                .build();
        runtime.set(built);
        return built;
    }

    /** Refuses components that the host does not have, with the nearest names. */
    private ValidationResult knownComponent(ToolContext call) {
        return editor.catalog()
                .check(
                        "/name",
                        ComponentCatalog.COMPONENT,
                        call.call().arguments().get("name").asText());
    }

    /** Returns the tool whose schema refers to the registered schema of patches. */
    private AiTool patchTool() {
        Json schema = Json.parse("""
                {"type": "object", "properties": {"patch": {"$ref": "%s"}}, "required": ["patch"],
                 "additionalProperties": false}""".formatted(GhJsonSchemas.patch().get("$id").asText()));
        return AiTool.of("applyPatch", "Changes the open definition by a patch.", schema, (in, call) -> {
            GhPatch.PatchResult result = editor.apply(new GhPatch(in.get("patch")));
            return new Patched(result.conflicts(), result.newIds());
        });
    }

    @Tool(value = "Returns the open definition and its checksum, for patches.", readOnly = true)
    Shown definition() {
        GhJsonDocument document = editor.document();
        return new Shown(GhPatch.checksumOf(document), document.json());
    }

    @Tool(value = "Returns what is wrong in the open definition.", readOnly = true)
    List<Finding> checkDefinition() {
        return editor.check().findings();
    }

    @Tool("Adds a component to the open definition and returns its id.")
    int addComponent(@Param("as findComponent says") String name, double x, double y) {
        return editor.add(name, x, y);
    }

    @Tool("Writes a whole new definition from a request, checks it, and opens it.")
    Generated generateDefinition(@Param("what it should do") String request, ToolContext call) {
        DefinitionGenerator generator = new DefinitionGenerator(runtime::get, editor.catalog());
        DefinitionGenerator.GeneratedDefinition made = generator.generate(request, call.child());
        editor.open(made.document());
        return new Generated(
                made.document().components().size(),
                made.document().connections().size(),
                made.rounds());
    }

    @Tool("Saves the open definition and returns the name of the file.")
    String saveDefinition(@Param("without suffix") String name) throws IOException {
        return String.valueOf(editor.save(plain(name)).getFileName());
    }

    @Tool("Opens a saved definition and returns the repairs that it needed.")
    List<String> loadDefinition(@Param("without suffix") String name) throws IOException {
        return editor.load(plain(name));
    }

    /** Returns a name that is not a path. */
    private static String plain(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new ToolException(
                    "A name of a definition has 1 to 60 letters, digits, blanks, - or _, and no suffix.");
        }
        return name;
    }

    /** A definition and its checksum. */
    record Shown(String checksum, Json document) {}

    /** What was not applied, and ids that were taken. */
    record Patched(List<GhPatch.Conflict> conflicts, List<String> newIds) {}

    /** The size of a generated definition, and the number of answers that it took. */
    record Generated(int components, int connections, int rounds) {}
}
