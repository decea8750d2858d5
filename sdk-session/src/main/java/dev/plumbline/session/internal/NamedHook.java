package dev.plumbline.session.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.AiReturn.Trace;
import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.HostApplication;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A hook under the name it was registered with.
 *
 * @param name its name, unique in an engine
 * @param label its name in telemetry
 * @param owner the extension that added it; empty for the program itself
 * @param hook the hook itself
 * @param priority its position, read once
 * @param failureMode how its failure is handled, read once
 */
record NamedHook(String name, TelemetryName label, String owner, Hook hook, int priority, FailureMode failureMode) {

    static NamedHook of(String name, String owner, Hook hook) {
        return new NamedHook(name, TelemetryName.of(name), owner, hook, hook.priority(), hook.failureMode());
    }

    /**
     * Sorts hooks by priority, then owner, then the given order, and wraps those that are called on the host's UI
     * thread.
     *
     * @throws IllegalStateException if a hook needs the UI thread and there is no host; names the hook
     */
    static List<NamedHook> sorted(List<NamedHook> given, @Nullable HostApplication host, Scheduler time) {
        List<NamedHook> sorted = new ArrayList<>(given);
        sorted.replaceAll(hook -> hook.at(host, time));
        sorted.sort(Comparator.comparingInt(NamedHook::priority).thenComparing(NamedHook::owner));
        return List.copyOf(sorted);
    }

    private NamedHook at(@Nullable HostApplication host, Scheduler time) {
        if (hook.affinity() != ThreadAffinity.UI_THREAD) {
            return this;
        }
        if (host == null) {
            throw new IllegalStateException("hook " + name
                    + " wants the host's UI thread, and there is no host: give the builder one with host(…)");
        }
        return new NamedHook(name, label, owner, new UiThreadHook(hook, host, time), priority, failureMode);
    }

    /**
     * Returns whether it may change or refuse messages of the user. One without a method for that agrees to all of them, so
     * those of a turn that is cancelled need not wait for the next turn.
     */
    boolean filtersMessages() {
        Hook asked = hook instanceof UiThreadHook wrapped ? wrapped.hook() : hook;
        try {
            return !asked.getClass()
                    .getMethod("onUserMessage", Interaction.User.class, Hook.Context.class)
                    .getDeclaringClass()
                    .equals(Hook.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("each hook has the methods of Hook", e);
        }
    }

    boolean mayFail() {
        return failureMode == FailureMode.SKIP;
    }

    /**
     * Returns the error for a turn that the hook stopped. The reason is a detail of it: like a message it is the
     * developer's text, without content, but no part of a sentence for users.
     */
    AiError denied(String reason) {
        return AiError.of(AiError.Category.POLICY_DENIED, name, "hook " + name + " stopped the turn")
                .withExtensionId(name)
                .withDetail(AiError.REASON, reason);
    }

    /** Returns the trace of a moment at which the hook stopped the turn. */
    Trace stopped(AiBody body, String reason, Duration took) {
        return Trace.of(() -> {
            Fingerprint same = body.fingerprint();
            return List.of(new Trace.Step("hook " + name, took, took, same, same, true, reason));
        });
    }

    /** Returns the exception for a hook that threw. */
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

    /**
     * A hook that is called on the host's UI thread, once the host may be edited, while the turn waits. A callback that
     * has not started when the turn ends is skipped, except the last one, which always runs.
     *
     * @param hook is called on the UI thread
     * @param host the owner of the UI thread
     * @param time measures the waits for the UI thread
     */
    record UiThreadHook(Hook hook, HostApplication host, Scheduler time) implements Hook {
        private static final Duration PATIENCE = Duration.ofMinutes(2);
        private static final Duration PAUSE = Duration.ofMillis(100);

        @Override
        public void onSessionOpened(Context context) {
            runCallback(() -> hook.onSessionOpened(context), context.cancellation());
        }

        @Override
        public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
            return asked(() -> hook.onTurnStarting(input, context), context.cancellation());
        }

        @Override
        public Decision<Interaction.User> onUserMessage(Interaction.User message, Context context) {
            return asked(() -> hook.onUserMessage(message, context), context.cancellation());
        }

        @Override
        public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
            return asked(() -> hook.onToolsRequested(batch, context), context.cancellation());
        }

        @Override
        public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
            return asked(() -> hook.onEntryAppending(entry, context), context.cancellation());
        }

        @Override
        public Decision<Round> onRoundDeciding(Round round, Context context) {
            return asked(() -> hook.onRoundDeciding(round, context), context.cancellation());
        }

        @Override
        public Decision<Branch> onBranchCreating(Branch branch, Context context) {
            return asked(() -> hook.onBranchCreating(branch, context), context.cancellation());
        }

        /** The turn is over and cancelled, so that only the timeout ends this wait. */
        @Override
        public void onTurnFinished(AiReturn ret, Context context) {
            runCallback(() -> hook.onTurnFinished(ret, context), Cancellation.create());
        }

        private void runCallback(Runnable moment, Cancellation until) {
            asked(
                    () -> {
                        moment.run();
                        return Decision.proceed();
                    },
                    until);
        }

        private <T> Decision<T> asked(Supplier<Decision<T>> moment, Cancellation until) {
            return host.isUiThread() ? moment.get() : new UiThreadCall<>(moment).await(until);
        }

        /** One callback that runs on the UI thread while the turn waits. */
        private final class UiThreadCall<T> {
            private final Supplier<Decision<T>> moment;
            private final AtomicBoolean taken = new AtomicBoolean();
            private final CompletableFuture<Decision<T>> decision = new CompletableFuture<>();

            UiThreadCall(Supplier<Decision<T>> moment) {
                this.moment = moment;
            }

            Decision<T> await(Cancellation until) {
                Subscription patience =
                        time.schedule(PATIENCE, () -> giveUp("the UI thread did not come in two minutes"));
                Subscription end = until.onCancel(() -> giveUp("the turn ended before the UI thread came"));
                try {
                    host.execute(this::come);
                    return decision.join();
                } catch (CompletionException e) {
                    throw unwrapped(e);
                } finally {
                    patience.close();
                    end.close();
                }
            }

            private static RuntimeException unwrapped(CompletionException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                return e.getCause() instanceof RuntimeException cause ? cause : e;
            }

            /** Releases the waiting thread, also if the callback has started and does not return. */
            private void giveUp(String why) {
                taken.set(true);
                decision.completeExceptionally(new IllegalStateException(why));
            }

            private void come() {
                if (!taken.get() && !mayEdit()) {
                    time.schedule(PAUSE, () -> host.execute(this::come));
                } else if (taken.compareAndSet(false, true)) {
                    run();
                }
            }

            /** Returns whether the host may be edited; false if the host fails. */
            private boolean mayEdit() {
                try {
                    return host.canEditNow();
                } catch (RuntimeException | Error e) {
                    return false;
                }
            }

            private void run() {
                try {
                    decision.complete(moment.get());
                } catch (Throwable t) {
                    decision.completeExceptionally(t);
                }
            }
        }
    }
}
