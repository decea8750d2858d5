package dev.plumbline.violations.signatures.policies;

import dev.failsafe.function.CheckedRunnable;

/** Shows it as a parent. */
public final class BadSupertype implements CheckedRunnable {
    @Override
    public void run() {}
}
