package dev.plumbline.plugin;

import dev.plumbline.body.Blob;
import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.internal.PrivateFiles;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.internal.SkillFiles;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.internal.AskingContext;
import dev.plumbline.ui.internal.UserPrompter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Makes skills of folders with {@code SKILL.md}. */
final class SkillFolder {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Json NAMED = Json.parse("""
            {"type":"object","properties":{"file":{"type":"string","description":"its name, as the instructions list it"}},
             "required":["file"],"additionalProperties":false}""");

    private final SkillFiles files;
    private final Optional<Path> approvals;

    private SkillFolder(SkillFiles files, Optional<Path> approvals) {
        this.files = files;
        this.approvals = approvals;
    }

    static Skill skill(Path folder, Optional<Path> approvals) {
        return new SkillFolder(SkillFiles.read(folder), approvals).skill();
    }

    private Skill skill() {
        Skill trusted = Skill.of(files.name(), files.description())
                .withInstructions(instructions())
                .withTools(reader())
                .withOnDemand();
        return isApproved() ? trusted : trusted.withTools(asking(trusted));
    }

    private String instructions() {
        StringBuilder text = new StringBuilder(files.instructions());
        String separator = "\n\nFiles of this skill, for " + readerName() + ": ";
        for (String name : files.names()) {
            if (!name.equals(SkillFiles.MAIN)) {
                text.append(separator).append(name);
                separator = ", ";
            }
        }
        return text.toString();
    }

    private String readerName() {
        return "read_" + files.name();
    }

    private AiTool reader() {
        return AiTool.of(
                        readerName(),
                        "Reads a file of the skill " + files.name() + ".",
                        NAMED,
                        (arguments, context) -> read(arguments.get("file").asText()))
                .withReadOnly()
                .withIdempotent()
                .withAffinity(ThreadAffinity.POOL);
    }

    private ToolEnvelope read(String name) {
        Optional<byte[]> bytes = files.bytes(name);
        if (bytes.isEmpty()) {
            return ToolEnvelope.failed(
                    ToolEnvelope.Code.INVALID_ARGUMENTS,
                    "The skill " + files.name() + " has no such file. It has: " + String.join(", ", files.names()));
        }
        String type = SkillFiles.mediaType(name);
        Optional<String> text = files.text(name);
        if (text.isPresent()) {
            return ToolEnvelope.ok(text.get());
        }
        Blob blob = Blob.of(bytes.get(), type);
        ToolEnvelope attached = ToolEnvelope.ok(Json.object().with("attached", type));
        return type.startsWith("image/")
                ? attached.withParts(Part.image(blob))
                : attached.withParts(new Part.File(name.substring(name.lastIndexOf('/') + 1), blob));
    }

    /** Returns the switch of a skill that nobody has looked at: it shows the person all of it, and is on after a yes. */
    private AiTool asking(Skill skill) {
        String purpose = "Switches on the skill " + files.name()
                + ", which the person is shown first. What it is for is not known before.";
        return skill.key(
                purpose,
                (none, context) -> isApproved() || isAgreed(context)
                        ? skill.switchOn(context)
                        : ToolEnvelope.failed(
                                ToolEnvelope.Code.DENIED,
                                "The person did not agree to the skill " + files.name() + ", or could not be asked."));
    }

    private boolean isAgreed(ToolContext context) {
        boolean agreed = context instanceof AskingContext asking && asking.isAgreed(this::question, PATIENCE);
        if (agreed) {
            pin();
        }
        return agreed;
    }

    private UserPrompter.QuestionText question(Words words) {
        return new UserPrompter.QuestionText(
                words.say("skill.title", files.name()),
                files.shown(ContentOrigin.DOCUMENT, words),
                UserPrompter.option("skill", words),
                UserPrompter.option("refuse", words));
    }

    private Optional<Path> pinned() {
        String digest = files.digest().replaceAll("[^0-9a-zA-Z]", "");
        return approvals.map(folder -> folder.resolve(files.name() + "-" + digest + ".approved"));
    }

    /** Skills that the program brings itself need no approval. */
    private boolean isApproved() {
        return pinned().map(Files::exists).orElse(true);
    }

    private void pin() {
        Path file = pinned().orElseThrow();
        try {
            PrivateFiles.create(approvals.orElseThrow(), file);
        } catch (IOException e) {
            throw new UncheckedIOException("the approval of a skill cannot be stored in " + approvals.get(), e);
        }
    }
}
