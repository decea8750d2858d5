package dev.plumbline.tools;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What people allowed to one call. Bound to one dispatch; used once. Safe for any number of threads. */
final class Approval {
    private @Nullable Grant grant;
    private volatile boolean edited;
    private volatile boolean isVoid;

    /** A person said yes to that, perhaps in other words of their own. */
    synchronized void bind(Grant yes, boolean changedByThem) {
        grant = yes;
        edited = changedByThem;
    }

    /** Whether the person changed the arguments. */
    boolean isEdited() {
        return edited;
    }

    /** Whether the call did not run because it was not, or not any more, what was allowed. */
    boolean isVoid() {
        return isVoid;
    }

    void refuse() {
        isVoid = true;
    }

    /** What was allowed, once; null when nothing was. */
    synchronized @Nullable Grant take() {
        Grant used = grant;
        grant = null;
        return used;
    }

    /** Whether it was given in that session. */
    synchronized boolean isOf(CallIds session) {
        return grant != null && grant.isOf(session);
    }

    /** What was allowed of the document as it was holds for the document as another allowed call has left it. */
    synchronized void carry(CallIds session, String before, String after) {
        if (grant != null && grant.isOf(session)) {
            grant = grant.carried(before, after);
        }
    }

    /**
     * A person's yes to one call: to this tool as it was described, with these arguments, on this document, until then.
     *
     * @param ids whose call
     * @param call its id, its tool's name and its arguments, as the person left them
     * @param tool as it was described
     * @param revision of the document when they were asked; empty when it is not watched
     * @param expires when it is void
     */
    record Grant(CallIds ids, Interaction.ToolCall call, Fingerprint tool, Optional<String> revision, Instant expires) {

        Grant withArguments(Json arguments) {
            return new Grant(ids, new Interaction.ToolCall(call.id(), call.name(), arguments), tool, revision, expires);
        }

        Grant withExpires(Instant end) {
            return new Grant(ids, call, tool, revision, end);
        }

        private boolean isOf(CallIds session) {
            return ids.session().equals(session.session());
        }

        private Grant carried(String before, String after) {
            return revision.equals(Optional.of(before))
                    ? new Grant(ids, call, tool, Optional.of(after), expires)
                    : this;
        }

        /** Why it does not hold for what is about to run now; null when it does. */
        @Nullable
        String fault(Grant now) {
            if (!isOf(now.ids) || !call.id().equals(now.call.id())) {
                return "another call was approved";
            }
            if (!tool.equals(now.tool) || !call.name().equals(now.call.name())) {
                return "the tool changed after it was approved";
            }
            if (!call.arguments().equals(now.call.arguments())) {
                return "the arguments changed after they were approved";
            }
            if (!revision.equals(now.revision)) {
                return "the document changed while the person was asked";
            }
            return now.expires.isAfter(expires) ? "the approval has expired" : null;
        }
    }
}
