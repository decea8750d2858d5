package dev.plumbline.tool;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * One tool call and what it may use. It refuses everything with {@link IllegalStateException} once the call is over, so
 * late effects stay out. Safe for any number of threads.
 */
public interface ToolContext {

    /** Id, name and arguments. */
    Interaction.ToolCall call();

    /** The definition of the tool as the model received it. */
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
     * Reports progress: views show it, telemetry gets whole percents and no text. May be called any number of times.
     *
     * @param fraction 0 to 1
     * @param note a short text
     */
    void progress(double fraction, String note);

    /**
     * Runs a piece on the host's UI thread and waits for it: the way to compute in the pool and to edit on the UI thread.
     * Waiting for the thread counts for no limit of the tool.
     *
     * @throws IllegalStateException without a host, and when the call is over before the piece began
     * @throws Exception what the piece throws
     */
    <T> T onHost(Callable<T> edit) throws Exception;

    /**
     * Asks the person in front of the program and waits, which counts for no limit of the tool.
     *
     * @param question a sentence
     * @param options the buttons, at least one
     * @param timeout how long it waits
     * @return the option chosen; empty when nobody answered in time or there is nobody to ask
     * @throws IllegalStateException on the host's UI thread, which nobody may block
     */
    Optional<String> ask(String question, List<String> options, Duration timeout);

    /**
     * Options for a session opened in the middle of this call: it ends with the call, uses what the turn may still use, and
     * telemetry records its parent.
     */
    SessionOptions child();

    /** The same call with other arguments, for tool policies; the stored call stays what the model said. */
    ToolContext withArguments(Json arguments);

    /** The files it may touch; none unless the host has opened folders. */
    default SandboxedFiles files() {
        return NoSandboxAccess.SHUT;
    }

    /** The addresses it may reach; none unless the host has allowed hosts. */
    default SandboxedHttp http() {
        return NoSandboxAccess.SHUT;
    }

    /**
     * A folder of the session for temporary files, readable by this user alone; gone when the session closes.
     *
     * @throws ToolException EGRESS_DENIED where nobody has one
     */
    default Path tempFolder() {
        return NoSandboxAccess.SHUT.tempFolder();
    }

    /**
     * The real path of something inside the folders that are open, links resolved; as {@link SandboxedFiles#path}.
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
