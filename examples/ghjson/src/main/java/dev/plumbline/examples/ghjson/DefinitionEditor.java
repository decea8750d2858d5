package dev.plumbline.examples.ghjson;

import dev.plumbline.json.Json;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.tool.ElementCatalog;
import dev.plumbline.tool.ToolException;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The open document of the host, and the folder of its files. Thread-safe. */
public final class DefinitionEditor {
    private static final String SUFFIX = ".ghjson";

    private final ComponentCatalog catalog;
    private final Path folder;
    private GhJsonDocument document = new GhJsonDocument(Json.object().with("components", Json.array()));

    /** Opens an editor with an empty document. */
    public DefinitionEditor(ComponentCatalog catalog, Path folder) {
        this.catalog = catalog;
        this.folder = folder;
    }

    ComponentCatalog catalog() {
        return catalog;
    }

    /** Returns the open document. */
    public synchronized GhJsonDocument document() {
        return document;
    }

    /** Opens a document after the repairs that have one sensible form. */
    synchronized List<String> open(GhJsonDocument next) {
        DocumentFixer.FixedDocument fixed = DocumentFixer.fix(next);
        document = fixed.document();
        return fixed.changes();
    }

    /** Adds a component of the catalog at a place of the canvas and returns its id. */
    synchronized int add(String name, double x, double y) {
        ElementCatalog.Element type =
                catalog.find(ComponentCatalog.COMPONENT, name).orElseThrow();
        int id = document.nextId();
        Json component = Json.object().with("name", type.name());
        Json guid = type.details().get("guid");
        component = guid.exists() ? component.with("componentGuid", guid) : component;
        List<Json> more = new ArrayList<>(document.components());
        more.add(component
                .with("id", id)
                .with("pivot", Json.object().with("x", x).with("y", y)));
        document = document.withComponents(more);
        return id;
    }

    /** Applies a patch to the open document. */
    synchronized GhPatch.PatchResult apply(GhPatch patch) {
        GhPatch.PatchResult result = patch.applyTo(document);
        document = result.document();
        return result;
    }

    /** Returns the findings about the open document. */
    synchronized ValidationResult check() {
        return StructureCheck.of(document, catalog);
    }

    /**
     * Writes the open document as a whole, so that a file is never half-written.
     *
     * @return the file
     */
    synchronized Path save(String name) throws IOException {
        Path file = folder.resolve(name + SUFFIX);
        Path written = Files.createTempFile(folder, name, ".tmp");
        try {
            Files.writeString(written, document.json().text());
            move(written, file);
        } finally {
            Files.deleteIfExists(written);
        }
        return file;
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * Opens a file and returns the repairs.
     *
     * @throws ToolException if the file does not fit the schema, with the places; the open document stays
     */
    List<String> load(String name) throws IOException {
        GhJsonDocument read = GhJsonDocument.parse(Files.readAllBytes(folder.resolve(name + SUFFIX)));
        ValidationResult shape = GhJsonSchemas.service().validate(GhJsonSchemas.document(), read.json());
        if (!shape.isOk()) {
            throw new ToolException("The file is no GhJSON: " + DefinitionGenerator.text(shape));
        }
        return open(read);
    }
}
