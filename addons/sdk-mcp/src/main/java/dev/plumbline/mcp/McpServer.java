package dev.plumbline.mcp;

import dev.plumbline.call.Cancellation;
import dev.plumbline.http.internal.LocalServer;
import dev.plumbline.http.internal.RequestGuard;
import dev.plumbline.http.internal.ServerLimits;
import dev.plumbline.http.internal.ServerThreads;
import dev.plumbline.internal.ModuleVersions;
import dev.plumbline.json.Json;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.internal.ClientRedaction;
import dev.plumbline.tool.internal.ContentScans;
import dev.plumbline.tool.internal.ResultSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * A server of the Model Context Protocol inside a host: it offers the tools of an executor to agents on this machine, by
 * revisions 2026-07-28, 2025-11-25 and 2025-06-18 over Streamable HTTP. It listens on the loopback address alone, and
 * refuses every request without the token in its access file. Each call runs through the executor, so on the thread, with
 * the approval and within the limits that hold for the tool. Thread-safe.
 */
public final class McpServer implements AutoCloseable {
    private static final int WAITING_REQUESTS = 2_048;
    private static final int FURTHER_REQUESTS = 16;

    private final LocalServer http;
    private final ServerParts parts;
    private final ServerSwitches switches;
    private final BegunChange changes;
    private final AccessFile file;
    private final String token;
    private final Cancellation closing;
    private final AtomicBoolean closed = new AtomicBoolean();

    private McpServer(LocalServer http, Assembly assembly, String token) {
        this.http = http;
        this.parts = assembly.parts();
        this.switches = assembly.switches();
        this.changes = assembly.changes();
        this.closing = assembly.closing();
        this.token = token;
        this.file = AccessFile.write(parts.options().folder, parts.options().name, access());
    }

    /**
     * Starts a server.
     *
     * @param tools the executor that runs the calls; its creator closes it, after this server
     * @throws UncheckedIOException if the port is taken, or the access file cannot be written for this user alone
     * @throws IllegalArgumentException if a tool has the name of a tool that the server adds
     */
    public static McpServer serve(IToolExecutor tools, McpOptions options) {
        ModuleVersions.check(McpServer.class);
        ServerThreads threads = threads(options.limits);
        LocalServer http = listen(options.port, threads);
        try {
            Assembly assembly = Assembly.of(tools, options, threads);
            String token = threads.randomToken();
            RequestGuard guard = new RequestGuard(
                    http.port(), token, "it is in the access file of the program that runs this server");
            McpServer server = new McpServer(http, assembly, token);
            http.start(new McpEndpoint(assembly.parts(), guard));
            return server;
        } catch (RuntimeException failed) {
            http.close();
            throw failed;
        }
    }

    /** Returns the threads of a server: each call has one beside that of its request. */
    static ServerThreads threads(McpLimits limits) {
        int requests = limits.calls() + limits.streams() + FURTHER_REQUESTS;
        return new ServerThreads(
                "plumbline-mcp", ServerLimits.of(requests, WAITING_REQUESTS), limits.calls() + FURTHER_REQUESTS);
    }

    private static LocalServer listen(int port, ServerThreads threads) {
        try {
            return LocalServer.listen(port, threads);
        } catch (IOException taken) {
            throw new UncheckedIOException(
                    "the MCP server cannot listen on port " + port + "; choose another with port(…)", taken);
        }
    }

    /** Returns the client of a tool call; empty if the call came from a session of this program and not by MCP. */
    public static Optional<McpClient> clientOf(ToolContext context) {
        return CallState.clientOf(context.state());
    }

    private Json access() {
        return Json.object()
                .with("name", parts.options().name)
                .with("version", parts.options().version)
                .with("url", address().toString())
                .with("token", token)
                .with("pid", ProcessHandle.current().pid());
    }

    /** Returns the address that clients connect to. */
    public URI address() {
        return URI.create(http.address() + McpEndpoint.PATH);
    }

    /** Returns the token that clients send as {@code Authorization: Bearer …}; a secret of this user. */
    public String token() {
        return token;
    }

    /** Returns the file with address and token; it is deleted when the server closes. */
    public Path accessFile() {
        return file.path();
    }

    /** Notifies clients that the list of tools has changed; returns at once. */
    public void toolsChanged() {
        parts.streams().toolsChanged();
    }

    /** Notifies the clients that follow a resource that its content has changed; returns at once. */
    public void resourceChanged(String uri) {
        parts.streams().resourceChanged(uri);
    }

    /** Offers read-only tools alone, or all again; returns at once. */
    public void readOnly(boolean on) {
        switches.readOnly(on);
        toolsChanged();
    }

    /**
     * Cancels all calls of all clients, ends an open change, and refuses further tool calls until {@link #resume}. For a
     * button that is always within reach.
     */
    public void stopCalls() {
        switches.stopped(true);
        parts.calls().cancel(call -> true, "the user stopped all agents");
        changes.endNow(Optional.empty());
    }

    /** Allows tool calls again after {@link #stopCalls}. */
    public void resume() {
        switches.stopped(false);
    }

    /** Returns the number of calls that run or wait for a client's input. */
    public int openCalls() {
        return parts.calls().size();
    }

    /** Returns the clients that were allowed and have sent requests, the newest first; at most 64. */
    public List<McpClientActivity> clients() {
        List<McpClientActivity> clients = new ArrayList<>();
        parts.gate()
                .seen()
                .forEach((client, last) -> clients.add(
                        0,
                        new McpClientActivity(
                                client.client(), last, parts.calls().running(client))));
        return List.copyOf(clients);
    }

    /** Ends the server: its calls, streams, threads and the access file; idempotent. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            file.delete();
            closing.cancel("the server is closing");
            parts.calls().cancel(call -> true, "the server is closing");
            changes.endNow(Optional.empty());
            parts.streams().end(listener -> true);
            http.close();
        }
    }

    /** The parts of a server, assembled. */
    private record Assembly(ServerParts parts, ServerSwitches switches, BegunChange changes, Cancellation closing) {
        static Assembly of(IToolExecutor tools, McpOptions options, ServerThreads threads) {
            Cancellation closing = Cancellation.create();
            ServerSwitches switches = new ServerSwitches(options.tools, options.readOnly);
            BegunChange changes = new BegunChange(options, threads.time(), threads::randomId);
            ServerFailures failures = ServerFailures.of(threads.time());
            ToolMethods methods = new ToolMethods(tools, options, switches, changes, failures);
            ContentScans scans = options.redaction && tools instanceof ResultSource source
                    ? new ContentScans(source.scanner())
                    : ContentScans.NONE;
            StoredResults results = new StoredResults(ResultSource.of(tools), scans, options.limits.pageCharacters());
            Function<String, ClientRedaction> redactions =
                    client -> options.redaction ? ClientRedaction.of(tools, client) : ClientRedaction.NONE;
            ServerParts parts = new ServerParts(
                    options,
                    new ServerMethods(options, methods, results, failures),
                    new ClientGate(options, threads, closing, redactions),
                    new CallTable(options.limits, threads.work(), failures),
                    new StreamTable(options.limits.streams()),
                    threads);
            return new Assembly(parts, switches, changes, closing);
        }
    }
}
