package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.ClientKey;
import dev.plumbline.http.internal.EndpointUrls;
import dev.plumbline.internal.ModuleVersions;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Skill;
import dev.plumbline.provider.Secret;
import dev.plumbline.tool.AiTool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The tools of a server of the Model Context Protocol, for sessions and runtimes: an extension that adds the tools that
 * a person has approved. Speaks 2026-07-28 and the four revisions before it. The names of tools begin with the server's
 * name and an underscore. A session has the tools that there are when it opens; a tool whose definition
 * changes afterwards does not run in it. Thread-safe.
 */
public final class McpTools implements Extension, AutoCloseable {
    private final McpToolOptions options;
    private final RemoteTools tools;
    private final RemoteSkills skills;
    private final ServerLink link;
    private final HostQuestions questions;
    private final ConnectionParts parts;
    private final Cancellation closing;
    private final AtomicBoolean closed = new AtomicBoolean();

    private McpTools(McpTransport transport, McpToolOptions options) {
        ModuleVersions.check(McpTools.class);
        this.options = options;
        this.closing = Cancellation.create();
        this.parts = new ConnectionParts(
                options.name, new ClientThreads(options.name), options.limits, LogLimit.around(options.log));
        this.questions = new HostQuestions(options, parts, closing);
        ServerRequests requests = new ServerRequests(options, parts, questions, closing);
        DefinitionReview review = new DefinitionReview(options, questions, transport.display());
        this.tools = new RemoteTools(options, parts, review, closing);
        this.link = new ServerLink(opener(transport), requests, environment(transport), tools::list);
        this.skills = new RemoteSkills(options, parts, new SkillReview(options, questions, transport.display()), link);
        requests.onListChanged(() -> tools.changed(link));
    }

    /** A person who grants access in a browser needs time, too. */
    private ServerLink.Environment environment(McpTransport transport) {
        boolean browser = transport instanceof McpTransport.Http http
                && http.authorization().isPresent();
        Duration time = options.limits.connectTime();
        return new ServerLink.Environment(
                parts,
                closing,
                browser ? time.plus(options.limits.questionTime()) : time,
                new Backoff(parts.threads().time(), Backoff.FIRST));
    }

    private Channel.Opener opener(McpTransport transport) {
        if (transport instanceof McpTransport.Stdio process) {
            return (receiver, ends) -> StdioChannel.open(process, parts, receiver);
        }
        McpTransport.Http address =
                keyed((McpTransport.Http) transport, parts.threads().randomText());
        return (receiver, ends) -> new HttpChannel(address, parts, receiver);
    }

    /**
     * Lets a server of this machine know that all requests of this object, also over new connections, are those of one
     * client: hosts with our server remember nothing of a client without a key. No server elsewhere receives it.
     */
    static McpTransport.Http keyed(McpTransport.Http address, String key) {
        return EndpointUrls.isLoopback(address.address()) && !address.headers().containsKey(ClientKey.HEADER)
                ? address.withHeader(ClientKey.HEADER, Secret.of(key.toCharArray()))
                : address;
    }

    /**
     * Connects to a server, lists its tools, and asks the person about those that were not approved before. Waits for all
     * of it, within {@link McpToolLimits#connectTime} and {@link McpToolLimits#questionTime}.
     *
     * @throws AiException if the server cannot be reached, wants an authorization that it does not get, or breaks the
     *     protocol
     * @throws IllegalStateException on the host's UI thread, which must not wait; without a question handler, unless the
     *     definitions are trusted
     */
    public static McpTools connect(McpTransport transport, McpToolOptions options) {
        if (options.host.filter(ui -> ui.isUiThread()).isPresent()) {
            throw new IllegalStateException(
                    "connect(…) waits for the server and for the person; call it on another thread");
        }
        if (options.questions.isEmpty() && !options.trustDefinitions) {
            throw new IllegalStateException("nobody can look at the tools of " + options.name
                    + ": set questionHandler(…), or trustDefinitions() for a server of your own");
        }
        McpTools connected = new McpTools(transport, options);
        try {
            ServerSession unused = connected.link.session(connected.closing);
            connected.tools.review();
            return connected;
        } catch (McpFailure failed) {
            connected.close();
            throw failed.toException(options.name + " (" + program(transport) + ")");
        } catch (RuntimeException | Error failed) {
            connected.close();
            throw failed;
        }
    }

    /** Returns the program or the host, without its arguments, which may be secret. */
    private static String program(McpTransport transport) {
        return transport instanceof McpTransport.Stdio process
                ? process.command().get(0)
                : ((McpTransport.Http) transport).address().getHost();
    }

    /** Returns the tools that can be used now, in the order of the server; unmodifiable. */
    public List<AiTool> tools() {
        return tools.usable().stream()
                .map(tool -> tool.toTool(
                        options,
                        (arguments, context) ->
                                questions.during(context, () -> tools.call(tool, arguments, context, link))))
                .toList();
    }

    /**
     * Returns the skills that the server lists (SEP-2640), each called by the name of the server, a hyphen and its own; asks
     * the server, and waits. No file is read, and nothing but the name reaches a model, before the model calls
     * {@code use_…}: then the files are read, compared with the digests of the list, and shown to the person, who agrees to
     * exactly these. What they say is content of the server.
     *
     * @throws AiException if the server does not answer
     */
    public List<Skill> skills() {
        try {
            return skills.list(link.session(closing), closing);
        } catch (McpFailure failed) {
            throw failed.toException(options.name);
        }
    }

    /** Adds the tools that can be used now. */
    @Override
    public void contribute(Contributions to) {
        to.addTools(tools());
    }

    /** Returns the name of the server, so {@code @name} selects its tools. */
    @Override
    public String id() {
        return options.name;
    }

    /** Returns why tools of the server are not used, by their names at the server: a rule, or the person's decision. */
    public Map<String, String> leftOut() {
        return tools.leftOut();
    }

    /** Returns what the server says about its use, if it says anything: content of the server, not added to any call. */
    public Optional<String> instructions() {
        return tools.instructions();
    }

    /** Asks the person again about tools that he did not approve; waits. Not on the host's UI thread. */
    public void review() {
        tools.review();
    }

    /**
     * Ends the connection: calls that run end with CANCELLED, the session at the server, the process and those that it
     * started, and all threads. Waits a few seconds at most; idempotent.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            boolean unused = closing.cancel("the connection is closing");
            link.close();
            parts.threads().close();
            link.close();
        }
    }
}
