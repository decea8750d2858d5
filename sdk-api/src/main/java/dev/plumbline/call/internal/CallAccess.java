package dev.plumbline.call.internal;

import dev.plumbline.call.AiCall;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an {@link AiCall} shows to the modules of the SDK and to no program. AiCall sets it when it is loaded. */
public final class CallAccess {
    private static volatile @Nullable Members access;

    private CallAccess() {}

    /** Sets the access; called by {@link AiCall} alone. */
    public static void set(Members calls) {
        access = calls;
    }

    private static Members access() {
        Members known = access;
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

    /** Returns the attributes of a call by the names of their keys; for laws. */
    public static Map<String, Object> attributes(AiCall call) {
        return access().attributesOf(call);
    }

    /** The members that are shown. */
    public interface Members {
        CallRecorder recorderOf(AiCall call);

        AiCall copy(AiCall call, CallRecorder recorder);

        CallIdentity identityOf(AiCall call);

        Map<String, Object> attributesOf(AiCall call);
    }
}
