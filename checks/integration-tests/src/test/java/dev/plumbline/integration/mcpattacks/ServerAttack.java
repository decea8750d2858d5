package dev.plumbline.integration.mcpattacks;

import dev.plumbline.mcp.McpOptions;
import java.util.function.UnaryOperator;

/**
 * An attack of a client on a server.
 *
 * @param name what the attacker does, for the page
 * @param outcome what comes of it, for the page
 * @param options changes the options of the host
 * @param attempt attacks a host and returns what came of it
 */
record ServerAttack(String name, String outcome, UnaryOperator<McpOptions.Builder> options, Attempt attempt) {

    /** Returns an attack on a host with the usual options. */
    static ServerAttack of(String name, String outcome, Attempt attempt) {
        return new ServerAttack(name, outcome, options -> options, attempt);
    }

    ServerAttack with(UnaryOperator<McpOptions.Builder> changed) {
        return new ServerAttack(name, outcome, changed, attempt);
    }

    @Override
    public String toString() {
        return name;
    }

    /** One attempt. */
    @FunctionalInterface
    interface Attempt {
        Verdict on(AttackedHost host) throws Exception;
    }
}
