package dev.plumbline.testkit.laws;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.lifecycle.AroundTryHook;
import net.jqwik.api.lifecycle.Lifespan;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.Store;
import net.jqwik.api.lifecycle.TryExecutionResult;
import net.jqwik.api.lifecycle.TryExecutor;
import net.jqwik.api.lifecycle.TryLifecycleContext;

/** Ends every property after {@code -Dplumbline.tries} tries: a search for mutants runs each of them a thousand times. */
public final class FewerTriesHook implements AroundTryHook {
    private static final int MOST = Integer.getInteger("plumbline.tries", Integer.MAX_VALUE);

    /** Found by jqwik. */
    public FewerTriesHook() {}

    @Override
    public TryExecutionResult aroundTry(TryLifecycleContext context, TryExecutor aTry, List<Object> parameters) {
        AtomicInteger tried = Store.getOrCreate(FewerTriesHook.class, Lifespan.PROPERTY, AtomicInteger::new)
                .get();
        return tried.incrementAndGet() > MOST ? TryExecutionResult.satisfied(true) : aTry.execute(parameters);
    }

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }
}
