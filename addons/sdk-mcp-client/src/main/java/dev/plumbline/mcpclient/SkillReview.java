package dev.plumbline.mcpclient;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.Words;
import dev.plumbline.plugin.internal.SkillFiles;
import java.util.Optional;

/** Asks the person about the files of a server's skill, once for exactly these bytes. Thread-safe. */
final class SkillReview {
    private static final String AGREE = "skill";

    private final McpToolOptions options;
    private final HostQuestions questions;
    private final String server;

    /**
     * Creates the review.
     *
     * @param server the command or address that an approval is bound to
     */
    SkillReview(McpToolOptions options, HostQuestions questions, String server) {
        this.options = options;
        this.questions = questions;
        this.server = server;
    }

    /** Returns whether the skill may be used; shows the person all of it if these files were not agreed to before. */
    boolean isAgreed(SkillFiles files, Cancellation ends) {
        String key = "mcp-skill " + options.name + " " + server + " " + files.name();
        if (options.trustDefinitions || options.store.read(key).equals(Optional.of(files.digest()))) {
            return true;
        }
        Words words = questions.words();
        boolean agreed = questions.isAgreed(
                words.say("skill.offered", files.name(), options.name),
                files.shown(ContentOrigin.MCP, words),
                AGREE,
                ends);
        if (agreed) {
            options.store.write(key, files.digest());
        }
        return agreed;
    }
}
