package dev.plumbline.tool;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.tool.internal.NoSandboxAccess;
import dev.plumbline.tool.internal.PathParser;
import dev.plumbline.ui.UserInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * One tool call and the services that it may use. Once the call is over, its facts can still be read: the call, the ids, the
 * cancellation, the conversation, values of the state. What acts is then refused with {@link IllegalStateException}, which
 * prevents late effects: questions, news, progress, actions and changes, files, addresses, children, changes of the state.
 * A tool that changes the host's document itself looks at {@link #cancellation} before. Thread-safe.
 */
public interface ToolContext extends UserInput {

    /** Returns the call: id, name and arguments. */
    Interaction.ToolCall call();

    /** Returns the definition of the tool as the model received it. */
    ToolDefinition tool();

    /** Returns the ids of session, turn and round; also after the call. */
    CallIds ids();

    /** Returns the cancellation, given when the turn ends or the tool's time is up; check it in long loops. */
    Cancellation cancellation();

    /** Returns the interactions so far; unmodifiable. */
    List<Interaction> conversation();

    /**
     * Returns all branches of the conversation as they are now: siblings, ancestors, heads. A value that the tool cannot
     * change. The newest entry of {@link #branch()} is the answer with this call. Empty where calls belong to no
     * conversation, such as those of an MCP client.
     */
    default ConversationTree tree() {
        return ConversationTree.empty();
    }

    /** Returns the name of the branch whose turn made this call; {@code main} where there is no conversation. */
    default String branch() {
        return ConversationTree.MAIN;
    }

    /**
     * Adds a message of the user to the running turn: it is stored after the results of this round, views show it, and
     * the next round answers it; for what the user does in the host while the tool runs.
     *
     * @return false if the turn can no longer answer it, or there is no conversation
     * @throws IllegalStateException if the tool reads what others write ({@code #open-world}, {@code #origin-…}): such
     *     text belongs into the result, which has a label
     */
    default boolean interject(String text) {
        return false;
    }

    /** Returns the state of the session. */
    State state();

    /**
     * Reports progress: views show it, telemetry receives whole percents and no text. May be called any number of
     * times.
     *
     * @param fraction 0 to 1
     * @param note a short text
     */
    void progress(double fraction, String note);

    /**
     * Runs an action on the host's UI thread and waits for it, so that a tool can compute in the pool and edit on the
     * UI thread. Waiting for the thread counts for no limit of the tool.
     *
     * @throws IllegalStateException without a host, and if the call is over before the action began
     * @throws ToolException if the UI thread is blocked or was busy for too long; the model reads why, and that nothing was
     *     done if the tool has done nothing before
     * @throws Exception the exception of the action
     */
    <T> T onUiThread(Callable<T> edit) throws Exception;

    /**
     * Runs a change of the document that nobody else can make meanwhile, for example under its lock. Then the change is
     * known to be one of this call: if the call was approved, other approvals that are valid while the document is unchanged
     * move on to the state after it. Any other change voids them. A tool or an action on the UI thread needs no such call.
     *
     * @throws ToolException if the document has changed since this call was approved; the change was not made
     * @throws Exception the exception of the change
     */
    default <T> T edit(Callable<T> change) throws Exception {
        return change.call();
    }

    /**
     * Asks the user and waits; the waiting time counts for no limit of the tool.
     *
     * @param question a sentence
     * @param options the buttons, at least one
     * @param timeout how long it waits
     * @return the option chosen; empty if there was no answer in time or there is no user to ask
     * @throws IllegalStateException on the host's UI thread, which must not block
     */
    Optional<String> ask(String question, List<String> options, Duration timeout);

    /**
     * Returns options for a session opened during this call: it ends with the call, uses the turn's remaining budget,
     * its tokens and cost are in the sums of the turn, and telemetry records its parent.
     */
    SessionOptions child();

    /** Returns the same call with other arguments, for tool policies; the stored call keeps the model's arguments. */
    ToolContext withArguments(Json arguments);

    /** Returns the files it may access; none unless the host has opened folders. */
    default SandboxedFiles files() {
        return NoSandboxAccess.SHUT;
    }

    /** Returns the addresses it may access; none unless the host has allowed hosts. */
    default SandboxedHttp http() {
        return NoSandboxAccess.SHUT;
    }

    /**
     * Returns the headers by which a request of this tool becomes part of the host's trace, {@code traceparent} of W3C
     * Trace Context; empty if nothing is traced. Send them only to services that may see the id of the trace.
     */
    default Map<String, String> traceHeaders() {
        return Map.of();
    }

    /**
     * Adds attributes to the span of this tool, by the names of OpenTelemetry's conventions. They leave the process with
     * traces, so no content of the user belongs in them. Does nothing if nothing is traced.
     */
    default void addTraceAttributes(Map<String, String> attributes) {}

    /**
     * Returns a folder of the session for temporary files, readable by this user alone; deleted when the session
     * closes.
     *
     * @throws ToolException EGRESS_DENIED if no sandbox provides one
     */
    default Path tempFolder() {
        return NoSandboxAccess.SHUT.tempFolder();
    }

    /**
     * Returns the real path, with links resolved, of a file inside the open folders; as {@link SandboxedFiles#path}.
     *
     * @throws ToolException EGRESS_DENIED for any other path
     */
    default Path file(String path) {
        return files().path(path);
    }

    /**
     * Returns the text at an allowed address, by GET.
     *
     * @throws ToolException EGRESS_DENIED for any other address, FAILED for a status that is not 200 to 299
     */
    default String fetch(URI address) {
        return http().get(address).orThrow().text();
    }

    /**
     * The files one tool call may access: those in folders that the host has opened; none by default. A path has the syntax
     * of {@link PathParser}; a relative one starts at the first folder. Every call is decided separately, on the real path,
     * and every decision is an event.
     *
     * <p>Access that no rule allows is a {@link ToolException} with {@code EGRESS_DENIED} that names the rule and not the
     * path; a file larger than the limit is one with {@code QUOTA}, and an I/O error one with {@code FAILED}. After the
     * call every method throws {@link IllegalStateException}. Thread-safe.
     */
    interface SandboxedFiles {

        /**
         * Returns the real path, with links resolved, of a file that may be read or does not exist yet, for libraries that
         * need a path. It was inside the folders when this method was called; later changes are not checked, so prefer to
         * read and write with this interface.
         */
        Path path(String path);

        /** Returns whether there is a file or folder of that path. */
        boolean exists(String path);

        /** Returns the whole content of a file. */
        byte[] read(String path);

        /** Returns the whole content of a file as UTF-8; other content is FAILED. */
        String readText(String path);

        /**
         * Returns the content of a file as a stream, bounded like {@link #read}: reading past the limit is an IOException.
         * Close it.
         */
        InputStream open(String path);

        /** Returns the names in a folder, sorted; folders end with {@code /}. A list above the limit is QUOTA. */
        List<String> list(String folder);

        /** Writes a file whole or not at all, replacing an existing one; its folder must exist. */
        void write(String path, byte[] content);

        /** Writes text as UTF-8, as {@link #write} does. */
        default void writeText(String path, String content) {
            write(path, content.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * The addresses one tool call may access: https to the hosts that the host program has allowed; none by default. The
     * connection goes to the very address that was checked, and every redirect is decided separately. Every decision is an
     * event.
     *
     * <p>Access that no rule allows is a {@link ToolException} with {@code EGRESS_DENIED} that names the rule and not the
     * address; a body larger than the limit is one with {@code QUOTA}, and a connection that fails one with {@code FAILED}.
     * A response with an error status is returned as a response. After the call every method throws {@link
     * IllegalStateException}, and requests in progress end. Blocks; thread-safe.
     */
    interface SandboxedHttp {

        /** Sends a request and reads the whole response, after a small number of redirects at most. */
        Response send(Request request);

        /** Sends a GET without further headers. */
        default Response get(URI address) {
            return send(Request.get(address));
        }

        /**
         * An HTTP request.
         *
         * @param method in capitals, e.g. {@code GET}
         * @param address an absolute https address
         * @param headers the headers that the program adds; none is sent after a redirect to another origin
         * @param body the content to send, with its media type as {@code Content-Type}
         */
        record Request(String method, URI address, Map<String, String> headers, Optional<Blob> body) {
            public Request {
                Objects.requireNonNull(method, "method");
                Objects.requireNonNull(address, "address");
                headers = Map.copyOf(headers);
                Objects.requireNonNull(body, "body");
            }

            /** Returns a GET without further headers. */
            public static Request get(URI address) {
                return new Request("GET", address, Map.of(), Optional.empty());
            }

            /** Returns a POST of that content. */
            public static Request post(URI address, Blob content) {
                return new Request("POST", address, Map.of(), Optional.of(content));
            }

            /** Returns a copy with one header set. */
            public Request withHeader(String name, String value) {
                Map<String, String> more = new TreeMap<>(headers);
                more.put(name, value);
                return new Request(method, address, more, body);
            }

            @Override
            public String toString() {
                return "Request[" + method + body.map(blob -> ", " + blob).orElse("") + "]";
            }
        }

        /**
         * An HTTP response, read whole.
         *
         * @param status 200 to 599
         * @param headers by name in small letters
         * @param body the content with its media type, {@code application/octet-stream} if none was sent
         */
        record Response(int status, Map<String, String> headers, Blob body) {
            public Response {
                headers = Map.copyOf(headers);
                Objects.requireNonNull(body, "body");
            }

            /** Returns whether the status is 200 to 299. */
            public boolean isOk() {
                return status >= 200 && status < 300;
            }

            /**
             * Returns this response if {@link #isOk}.
             *
             * @throws ToolException FAILED, with the status
             */
            public Response orThrow() {
                if (!isOk()) {
                    throw new ToolException("The server answered with status " + status + ".");
                }
                return this;
            }

            /** Returns the body decoded as UTF-8; malformed bytes are replaced. */
            public String text() {
                try (InputStream bytes = body.open()) {
                    return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public String toString() {
                return "Response[" + status + ", " + body + "]";
            }
        }
    }
}
