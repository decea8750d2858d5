package dev.plumbline.session;

import dev.plumbline.call.Host;
import dev.plumbline.call.Timekeeper;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.extend.Hook;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.tool.Affinity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A hook under the name it was registered with.
 *
 * @param name its name, unique in an engine
 * @param owner whose it is; empty for the program itself
 * @param hook what is asked
 * @param priority where it stands, as it said once
 * @param failureMode what its failure means, as it said once
 */
record NamedHook(String name, String owner, Hook hook, int priority, FailureMode failureMode) {

    static NamedHook of(String name, String owner, Hook hook) {
        return new NamedHook(name, owner, hook, hook.priority(), hook.failureMode());
    }

    /** By priority, then owner; those equal in both stay in the order given. */
    static List<NamedHook> sorted(List<NamedHook> given) {
        return given.stream()
                .sorted(Comparator.comparingInt(NamedHook::priority).thenComparing(NamedHook::owner))
                .toList();
    }

    /**
     * The same, called on the host's UI thread if it wants to be.
     *
     * @throws IllegalStateException when it does and there is no host
     */
    NamedHook at(Optional<Host> host, Timekeeper time) {
        if (hook.affinity() != Affinity.HOST_UI) {
            return this;
        }
        Host ui = host.orElseThrow(() -> new IllegalStateException("hook " + name
                + " wants the host's UI thread, and there is no host: give the builder one with host(…)"));
        return new NamedHook(name, owner, new HookOnUi(hook, ui, time), priority, failureMode);
    }

    boolean mayFail() {
        return failureMode == FailureMode.SKIP;
    }

    /** That it stopped a turn; its reason stays with it, because nobody knows what is in it. */
    AiError denied() {
        return AiError.of(AiError.Category.POLICY_DENIED, name, "hook " + name + " stopped the turn")
                .withExtensionId(name);
    }

    /** That it threw. */
    AiException broken(Throwable t) {
        if (t instanceof AiException e) {
            return e;
        }
        return new AiException(AiError.of(
                        AiError.Category.EXTENSION,
                        name,
                        "hook " + name + " threw " + t.getClass().getName())
                .withExtensionId(name)
                .withCause(t));
    }
}
