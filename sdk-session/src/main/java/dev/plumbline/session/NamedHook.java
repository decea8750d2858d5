package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.Entry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Label;
import dev.plumbline.host.Host;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.time.Subscription;
import dev.plumbline.time.Timekeeper;
import dev.plumbline.tool.Affinity;
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
 * @param owner whose it is; empty for the program itself
 * @param hook what is asked
 * @param priority its position, read once
 * @param failureMode what its failure means, as it said once
 */
record NamedHook(String name, Label label, String owner, Hook hook, int priority, FailureMode failureMode) {

    static NamedHook of(String name, String owner, Hook hook) {
        return new NamedHook(name, Label.of(name), owner, hook, hook.priority(), hook.failureMode());
    }

    /**
     * By priority, then owner, those equal in both in the order given; each called on the host's UI thread if it wants to be.
     *
     * @throws IllegalStateException names one that does while there is no host
     */
    static List<NamedHook> sorted(List<NamedHook> given, @Nullable Host host, Timekeeper time) {
        List<NamedHook> sorted = new ArrayList<>(given);
        sorted.replaceAll(hook -> hook.at(host, time));
        sorted.sort(Comparator.comparingInt(NamedHook::priority).thenComparing(NamedHook::owner));
        return List.copyOf(sorted);
    }

    private NamedHook at(@Nullable Host host, Timekeeper time) {
        if (hook.affinity() != Affinity.HOST_UI) {
            return this;
        }
        if (host == null) {
            throw new IllegalStateException("hook " + name
                    + " wants the host's UI thread, and there is no host: give the builder one with host(…)");
        }
        return new NamedHook(name, label, owner, new HookOnUi(hook, host, time), priority, failureMode);
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

    /**
     * A hook that is called on the host's UI thread, once the host may be edited, while the turn waits. A moment that
     * has not begun when the turn ends never comes, but for the last one, which always does.
     *
     * @param hook is called there
     * @param host whose UI thread it is
     * @param time measures the waits for that thread
     */
    record HookOnUi(Hook hook, Host host, Timekeeper time) implements Hook {
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
        public Decision<ToolBatch> onToolsRequested(ToolBatch batch, Context context) {
            return asked(() -> hook.onToolsRequested(batch, context), context.cancellation());
        }

        @Override
        public Decision<Entry> onEntryAppending(Entry entry, Context context) {
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

        /** The turn is over and its signal given: nothing but patience ends this wait. */
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
            return host.isUiThread() ? moment.get() : new Visit<>(moment).await(until);
        }

        /** One moment on its way to the UI thread and back. */
        private final class Visit<T> {
            private final Supplier<Decision<T>> moment;
            private final AtomicBoolean taken = new AtomicBoolean();
            private final CompletableFuture<Decision<T>> decision = new CompletableFuture<>();

            Visit(Supplier<Decision<T>> moment) {
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

            /** Whoever waits goes on, also when the moment has begun and does not come back. */
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

            /** A host that cannot say must not be edited. */
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
