package dev.plumbline.violations.signatures.policies;

import dev.failsafe.FailsafeException;

/** Shows it as what it throws. */
public final class BadThrow {
    public void run() throws FailsafeException {}
}
