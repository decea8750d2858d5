package dev.plumbline.sandbox.internal;

import dev.plumbline.body.Selector;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.EgressRules.EgressLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** The implementation of egress rules as lists. */
public record EgressRuleSet(
        List<FolderGrant> folders,
        List<AllowedHost> hosts,
        List<ToolGrants> forTools,
        EgressLimits limits,
        boolean loggingOnly,
        Optional<SSLContext> trust)
        implements EgressRules {
    public static final EgressRuleSet NOTHING =
            new EgressRuleSet(List.of(), List.of(), List.of(), EgressLimits.ofDefaults(), false, Optional.empty());

    @Override
    public EgressRules withFolder(Path root) {
        return with(new FolderGrant(root, true));
    }

    @Override
    public EgressRules withReadOnlyFolder(Path root) {
        return with(new FolderGrant(root, false));
    }

    private EgressRules with(FolderGrant folder) {
        return new EgressRuleSet(and(folders, folder), hosts, forTools, limits, loggingOnly, trust);
    }

    @Override
    public EgressRules withHost(String host, String... methods) {
        return with(AllowedHost.of(host, false, methods));
    }

    @Override
    public EgressRules withPrivateHost(String host, String... methods) {
        return with(AllowedHost.of(host, true, methods));
    }

    private EgressRules with(AllowedHost host) {
        return new EgressRuleSet(folders, and(hosts, host), forTools, limits, loggingOnly, trust);
    }

    @Override
    public EgressRules withTools(Selector tools, EgressRules more) {
        return new EgressRuleSet(
                folders, hosts, and(forTools, new ToolGrants(tools, (EgressRuleSet) more)), limits, loggingOnly, trust);
    }

    @Override
    public EgressRules withTrust(SSLContext accepted) {
        return new EgressRuleSet(folders, hosts, forTools, limits, loggingOnly, Optional.of(accepted));
    }

    @Override
    public EgressRules withLimits(EgressLimits other) {
        return new EgressRuleSet(folders, hosts, forTools, other, loggingOnly, trust);
    }

    @Override
    public EgressRules withDryRun() {
        return new EgressRuleSet(folders, hosts, forTools, limits, true, trust);
    }

    private static <T> List<T> and(List<T> all, T more) {
        List<T> longer = new ArrayList<>(all);
        longer.add(more);
        return List.copyOf(longer);
    }

    /** Returns the folders of that tool, in the order they were added. */
    Stream<FolderGrant> foldersOf(ToolDefinition tool) {
        return Stream.concat(folders.stream(), those(tool).flatMap(more -> more.foldersOf(tool)));
    }

    /** Returns the hosts of that tool. */
    Stream<AllowedHost> hostsOf(ToolDefinition tool) {
        return Stream.concat(hosts.stream(), those(tool).flatMap(more -> more.hostsOf(tool)));
    }

    private Stream<EgressRuleSet> those(ToolDefinition tool) {
        return forTools.stream()
                .filter(more -> more.tools().matches(tool.name(), tool.tags(), tool.owner()))
                .map(ToolGrants::more);
    }

    /** Returns all folders that any tool may access. */
    Set<FolderGrant> allFolders() {
        Set<FolderGrant> all = new LinkedHashSet<>(folders);
        for (ToolGrants tools : forTools) {
            all.addAll(tools.more().allFolders());
        }
        return all;
    }

    @Override
    public String toString() {
        return "EgressRules[" + folders.size() + " folders, " + hosts.size() + " hosts, " + forTools.size()
                + " for some tools" + (loggingOnly ? ", logging only]" : "]");
    }

    /** An allowed folder. */
    record FolderGrant(Path root, boolean writable) {}

    /** Additional rules for some tools. */
    record ToolGrants(Selector tools, EgressRuleSet more) {}
}
