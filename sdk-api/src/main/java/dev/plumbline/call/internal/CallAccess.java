package dev.plumbline.call.internal;

import dev.plumbline.call.AiCall;
import org.jspecify.annotations.Nullable;

/** What an {@link AiCall} shows to the modules of the SDK and to no program. AiCall sets it when it is loaded. */
public abstract class CallAccess {
    private static volatile @Nullable CallAccess access;

    /** Sets the access; called by {@link AiCall} alone. */
    public static void set(CallAccess calls) {
        access = calls;
    }

    private static CallAccess access() {
        CallAccess known = access;
        if (known == null) {
            throw new IllegalStateException("there is no call before its class is loaded");
        }
        return known;
    }

    /** Returns the recorder of a call, to which policies and providers report what they did; set by the chain. */
    public static CallRecorder recorder(AiCall call) {
        return access().recorderOf(call);
    }

    /** Returns a copy with that recorder; for chains. */
    public static AiCall withRecorder(AiCall call, CallRecorder recorder) {
        return access().copy(call, recorder);
    }

    /** Returns what the answer depends on, whose fingerprint may not have been computed yet. */
    public static CallIdentity identity(AiCall call) {
        return access().identityOf(call);
    }

    protected abstract CallRecorder recorderOf(AiCall call);

    protected abstract AiCall copy(AiCall call, CallRecorder recorder);

    protected abstract CallIdentity identityOf(AiCall call);
}
