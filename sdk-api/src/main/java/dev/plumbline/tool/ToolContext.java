package dev.plumbline.tool;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * One tool call and what it may use. It refuses everything with {@link IllegalStateException} once the call is over, so
 * late effects stay out. Safe for any number of threads.
 */
public interface ToolContext {

    /** Id, name and arguments. */
    Interaction.ToolCall call();

    /** What the model knows of the tool. */
    ToolDefinition tool();

    /** Session, turn, round. */
    CallIds ids();

    /** Look at it in long loops; it is given when the turn ends or the tool's time is up. */
    Cancellation cancellation();

    /** The path so far, read only. */
    List<Interaction> conversation();

    /** Memory of the session. */
    State state();

    /**
     * Says how far it is; for the person, not for telemetry.
     *
     * @param fraction 0 to 1
     * @param note a few words
     */
    void progress(double fraction, String note);

    /** The files it may touch; none unless the host has opened folders. */
    default GuardedFiles files() {
        return ShutReach.SHUT;
    }

    /** The addresses it may reach; none unless the host has allowed hosts. */
    default GuardedHttp http() {
        return ShutReach.SHUT;
    }

    /**
     * A folder of the session for what lies about, readable by this user alone; gone when the session closes.
     *
     * @throws ToolException EGRESS_DENIED where nobody has one
     */
    default Path tempFolder() {
        return ShutReach.SHUT.tempFolder();
    }

    /**
     * The real path of something inside the folders that are open, links resolved; as {@link GuardedFiles#path}.
     *
     * @throws ToolException EGRESS_DENIED for anything else
     */
    default Path file(String path) {
        return files().path(path);
    }

    /**
     * The text at an allowed address, by GET.
     *
     * @throws ToolException EGRESS_DENIED for any other address, FAILED for a status that is not 200 to 299
     */
    default String fetch(URI address) {
        return http().get(address).orThrow().text();
    }
}
