package dev.plumbline.policy.internal;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.TypedKey;

/**
 * Redacts what policies inside redaction add to a request, wherever they are placed. The redaction policy sets it as an
 * attribute of the call, and the chain asks it for each inner policy and for the provider.
 */
public interface AdditionGuard {
    /** The attribute of the call. */
    TypedKey<AdditionGuard> KEY = TypedKey.of("plumbline.redaction.additions", AdditionGuard.class);

    /** Returns the call with what was added to it redacted; the call itself if nothing was. */
    AiCall checked(AiCall call);
}
