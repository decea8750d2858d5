package dev.plumbline.policy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;

/** A policy that only changes the request. */
@FunctionalInterface
public interface RequestPolicy extends Policy {

    /** The call to send; the call itself to change nothing. Pure in the call, but may read outside facts. */
    AiCall onRequest(AiCall call);

    /** Not to be overridden. */
    @Override
    @SuppressWarnings("FunctionalInterfaceMethodChanged") // a request policy is a policy: one runner serves all
    default AiReturn around(AiCall call, Next next) {
        return next.proceed(onRequest(call));
    }
}
