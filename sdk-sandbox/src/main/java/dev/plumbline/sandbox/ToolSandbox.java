package dev.plumbline.sandbox;

import dev.plumbline.http.AddressResolver;
import dev.plumbline.http.HttpTransport;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.http.Timeouts;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Sandbox;
import dev.plumbline.tool.SandboxAccess;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.ToolResultStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The sandbox of tools, under one set of rules. Threads, sockets and files begin with the first use and end with
 * {@link #close}. It controls what tools access through their context, not code that opens files and sockets by
 * itself.
 * Safe for any number of threads.
 */
public final class ToolSandbox implements Sandbox {
    private static final Duration LONGEST = Duration.ofHours(24);

    private final EgressRuleSet rules;
    private final Map<EgressRuleSet.FolderGrant, AllowedFolder> folders;
    private final Scheduler time;
    private final AddressResolver names;
    private final HttpTransport transport;
    private final TempDirectory tempDir;
    private final FileToolResultStore results;
    private final long attached;
    private final DryRunDenialCounter hints = new DryRunDenialCounter();
    private final Runnable decided;

    private ToolSandbox(Builder given, Scheduler time) {
        this.rules = given.rules;
        this.time = time;
        this.decided = given.decided;
        folders = rules.allFolders().distinct().collect(Collectors.toMap(Function.identity(), AllowedFolder::of));
        names = given.resolver;
        transport = new HttpTransport("sandbox", timeouts(rules.limits()), network(rules), Optional.of(time));
        tempDir = new TempDirectory(given.temp.orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"))));
        results = new FileToolResultStore(tempDir, given.results);
        attached = given.results.attachedBytes();
    }

    /** A tool's own time limits the rest. */
    private static Timeouts timeouts(EgressLimits limits) {
        return new Timeouts(limits.connect(), LONGEST, LONGEST, LONGEST);
    }

    private static NetworkSettings network(EgressRuleSet rules) {
        NetworkSettings network = NetworkSettings.ofDefaults();
        return rules.trust().map(network::withTrust).orElse(network);
    }

    /** A builder of a sandbox under these rules. */
    public static Builder builder(EgressRules rules) {
        return new Builder((EgressRuleSet) rules);
    }

    @Override
    public SandboxAccess open(AccessRequest visit) {
        AccessDecisionLog decisions = new AccessDecisionLog(visit, time, hints, rules.loggingOnly());
        List<AllowedFolder> theirs =
                rules.foldersOf(visit.tool()).map(folders::get).distinct().toList();
        ToolCallFiles files =
                new ToolCallFiles(new PathResolver(theirs, decisions), decisions, rules.limits(), decided);
        ToolCallHttp.CallSettings asked = new ToolCallHttp.CallSettings(rules.limits(), visit.cancellation(), names);
        ToolCallHttp http =
                new ToolCallHttp(transport, rules.hostsOf(visit.tool()).toList(), decisions, asked);
        return new ToolCallAccess(decisions, files, http, () -> tempFolder(visit));
    }

    private Path tempFolder(AccessRequest visit) {
        try {
            return tempDir.sessionFolder(visit.ids().session(), "files");
        } catch (IOException e) {
            throw new ToolException("There is no temp folder: " + e.getClass().getSimpleName() + ".");
        }
    }

    /** Where large results are kept, each for its session. */
    public ToolResultStore results() {
        return results;
    }

    /** The tool {@code read_result}, with which a model reads on in what was kept: elements, members or text, page by page. */
    public AiTool readTool() {
        return ReadResultTool.tool(results, attached);
    }

    /** The tool policy that stores images and files which are too large for one message. */
    public ToolPolicy attachments() {
        return new AttachmentPolicy(results, attached);
    }

    /** What would have been refused so far, the most frequent first; empty unless rules are only being tried out. */
    public List<DryRunDenial> hints() {
        return hints.list();
    }

    /** Deletes what was kept for a session; touches the disk only if there was something. */
    @Override
    public void forget(String session) {
        results.forget(session);
        tempDir.forget(session);
    }

    @Override
    public void close() {
        transport.close();
        tempDir.close();
    }

    /** Builds a sandbox; opens nothing and starts no thread. Used by one thread. */
    public static final class Builder {
        private final EgressRuleSet rules;
        private ResultLimits results = ResultLimits.ofDefaults();
        private Optional<Scheduler> time = Optional.empty();
        private Optional<Path> temp = Optional.empty();
        private AddressResolver resolver = AddressResolver.SYSTEM;
        private Runnable decided = () -> {};

        private Builder(EgressRuleSet rules) {
            this.rules = rules;
        }

        /** Sets by whose clock events are dated; required. */
        public Builder time(Scheduler keeper) {
            time = Optional.of(keeper);
            return this;
        }

        /** Sets how much of large results is kept. */
        public Builder resultLimits(ResultLimits limits) {
            results = limits;
            return this;
        }

        /** Sets the folder below which temp folders are made; the system's unless given. */
        public Builder tempFolder(Path folder) {
            temp = Optional.of(folder);
            return this;
        }

        Builder resolver(AddressResolver own) {
            resolver = own;
            return this;
        }

        Builder decided(Runnable action) {
            decided = action;
            return this;
        }

        /**
         * The sandbox.
         *
         * @throws IllegalStateException for a folder that is not there or is a whole disk; without a clock
         */
        public ToolSandbox build() {
            return new ToolSandbox(this, time.orElseThrow(() -> new IllegalStateException("a sandbox needs time(…)")));
        }
    }
}
