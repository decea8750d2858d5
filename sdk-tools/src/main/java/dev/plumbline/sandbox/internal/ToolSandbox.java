package dev.plumbline.sandbox.internal;

import dev.plumbline.http.NetworkSettings;
import dev.plumbline.http.internal.AddressResolver;
import dev.plumbline.http.internal.HttpTransport;
import dev.plumbline.http.internal.Timeouts;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.EgressRules.DryRunDenial;
import dev.plumbline.sandbox.EgressRules.EgressLimits;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.internal.ContentScanner;
import dev.plumbline.tool.internal.ContentScans;
import dev.plumbline.tool.internal.Sandbox;
import dev.plumbline.tool.internal.SandboxAccess;
import dev.plumbline.tool.internal.ToolResultStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sandbox through which tools access files and HTTP under one set of rules. Threads, sockets and files are opened
 * at the first use and closed by {@link #close}. It controls access through the tool context, not code that opens files
 * and sockets itself. Thread-safe.
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
    private final ContentScans scans;
    private final DryRunDenialCounter dryRunDenials = new DryRunDenialCounter();
    private final Runnable decided;
    private final Runnable checked;

    private ToolSandbox(Builder given, Scheduler time) {
        this.rules = given.rules;
        this.time = time;
        this.decided = given.decided;
        this.checked = given.checked;
        Map<EgressRuleSet.FolderGrant, AllowedFolder> allowed = new HashMap<>();
        for (EgressRuleSet.FolderGrant folder : rules.allFolders()) {
            allowed.put(folder, AllowedFolder.of(folder));
        }
        folders = allowed;
        names = given.resolver;
        transport = new HttpTransport("sandbox", timeouts(rules.limits()), network(rules), Optional.of(time));
        tempDir = new TempDirectory(given.temp.orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"))));
        results = new FileToolResultStore(tempDir, given.results);
        attached = given.results.attachedBytes();
        scans = new ContentScans(given.scanner);
    }

    /** Returns the timeouts of a request; a tool's own time limit covers the rest. */
    private static Timeouts timeouts(EgressLimits limits) {
        return new Timeouts(limits.connectTimeout(), LONGEST, LONGEST, LONGEST);
    }

    private static NetworkSettings network(EgressRuleSet rules) {
        NetworkSettings network = NetworkSettings.ofDefaults();
        return rules.trust().map(network::withTrust).orElse(network);
    }

    /** Returns a builder of a sandbox with these rules. */
    public static Builder builder(EgressRules rules) {
        return new Builder((EgressRuleSet) rules);
    }

    @Override
    public SandboxAccess open(AccessRequest request) {
        AccessDecisionLog decisions = new AccessDecisionLog(request, time, dryRunDenials, rules.loggingOnly());
        List<AllowedFolder> allowedFolders =
                rules.foldersOf(request.tool()).map(folders::get).distinct().toList();
        ToolCallFiles files = new ToolCallFiles(
                new PathResolver(allowedFolders, decisions),
                decisions,
                rules.limits(),
                new ToolCallFiles.CallSettings(request.cancellation(), decided, checked));
        ToolCallHttp.CallSettings settings =
                new ToolCallHttp.CallSettings(rules.limits(), request.cancellation(), names);
        ToolCallHttp http =
                new ToolCallHttp(transport, rules.hostsOf(request.tool()).toList(), decisions, settings);
        return new ToolCallAccess(decisions, files, http, () -> tempFolder(request));
    }

    private Path tempFolder(AccessRequest request) {
        try {
            return tempDir.sessionFolder(request.ids().session(), "files");
        } catch (IOException e) {
            throw new ToolException("There is no temp folder: " + e.getClass().getSimpleName() + ".");
        }
    }

    /** Returns the store of large results, which are kept per session. */
    public ToolResultStore results() {
        return results;
    }

    /**
     * Returns the tool {@code read_result}, with which a model reads stored results page by page: elements, members or
     * text.
     */
    public AiTool readResultTool() {
        return ReadResultTool.tool(results, scans, attached);
    }

    @Override
    public ContentScans scans() {
        return scans;
    }

    /** Returns the tool policy that stores images and files which are too large for one message. */
    public ToolPolicy attachmentPolicy() {
        return new AttachmentPolicy(results, attached);
    }

    /** Returns the denials of dry-run mode so far, the most frequent first; empty in normal mode. */
    public List<DryRunDenial> dryRunDenials() {
        return dryRunDenials.list();
    }

    /** Deletes the files of a session; accesses the disk only if there are any. */
    @Override
    public void deleteSession(String session) {
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
        private Optional<ContentScanner> scanner = Optional.empty();
        private Optional<Path> temp = Optional.empty();
        private AddressResolver resolver = AddressResolver.SYSTEM;
        private Runnable decided = () -> {};
        private Runnable checked = () -> {};

        private Builder(EgressRuleSet rules) {
            this.rules = rules;
        }

        /** Sets the clock of events; required. */
        public Builder time(Scheduler keeper) {
            time = Optional.of(keeper);
            return this;
        }

        /** Sets the limits for storing large results. */
        public Builder resultLimits(ResultLimits limits) {
            results = limits;
            return this;
        }

        /** Sets what scans a content before a part of it is given away; nothing is scanned by default. */
        public Builder scanner(ContentScanner given) {
            scanner = Optional.of(given);
            return this;
        }

        /** Sets the folder in which temp folders are created; the system's by default. */
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

        Builder checked(Runnable action) {
            checked = action;
            return this;
        }

        /**
         * Builds the sandbox.
         *
         * @throws IllegalStateException if an allowed folder does not exist or is the root of a disk; without a clock
         */
        public ToolSandbox build() {
            return new ToolSandbox(
                    this, time.orElseThrow(() -> new IllegalStateException("a sandbox needs a clock: call time(…)")));
        }
    }
}
