package dev.plumbline.examples.floorplan;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the demo leaves behind: the drawing, and the conversation as a body with how it ended. */
final class DemoFiles {
    private final Path drawing;
    private final Path transcript;
    private final Path journal;

    DemoFiles(Path folder) {
        this.drawing = folder.resolve("floorplan.svg");
        this.transcript = folder.resolve("transcript.json");
        this.journal = folder.resolve("journal");
    }

    /** The folder in which its sessions are written down. */
    Path journal() {
        return journal;
    }

    void write(FloorPlan plan, AiBody body, AiReturn drawn) throws IOException {
        Files.createDirectories(drawing.toAbsolutePath().getParent());
        Files.writeString(drawing, FloorPlanSvg.of(plan));
        Json json = Json.object()
                .with("status", drawn.status().name())
                .with("fingerprint", body.fingerprint().text())
                .with("body", body.toJson());
        Files.writeString(transcript, json.text() + "\n");
    }

    @Override
    public String toString() {
        return drawing + ", " + transcript;
    }
}
