package dev.plumbline.tools;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * What was allowed to one call, and the last thing before its tool: on the tool's own thread, behind every layer, what is
 * about to run is compared with what was allowed, and nothing comes in between. Bound to one dispatch; used once. Safe for
 * any number of threads.
 */
final class Approval {
    private final ApprovalLayer policy;
    private Optional<Grant> grant = Optional.empty();
    private volatile boolean edited;
    private volatile boolean isVoid;

    Approval(ApprovalLayer policy) {
        this.policy = policy;
    }

    /** A person said yes to that, perhaps in other words of their own. */
    synchronized void bind(Grant yes, boolean changedByThem) {
        grant = Optional.of(yes);
        edited = changedByThem;
        policy.opened(this);
    }

    /** Whether the person changed the arguments. */
    boolean isEdited() {
        return edited;
    }

    /** Whether the call did not run because it was not, or not any more, what was allowed. */
    boolean isVoid() {
        return isVoid;
    }

    /** Nobody needs it any more. */
    void close() {
        policy.closed(this);
    }

    private synchronized Optional<Grant> take() {
        Optional<Grant> used = grant;
        grant = Optional.empty();
        policy.closed(this);
        return used;
    }

    /** Runs the tool, if this is what was allowed. Called on the thread of the tool; throws nothing. */
    ToolEnvelope run(FencedContext ready) {
        Optional<Grant> used = take();
        Optional<String> before;
        try {
            before = policy.isRevisionNeeded(used, ready) ? policy.revision() : Optional.empty();
            Optional<String> fault = policy.fault(ready, used, before);
            if (fault.isPresent()) {
                isVoid = true;
                return Outcomes.denied("This call did not run: " + fault.get() + ".");
            }
        } catch (Throwable t) {
            return ToolChain.failed(ApprovalLayer.NAME, ready, t).withEffect(ToolEnvelope.Effect.NOT_STARTED);
        }
        if (ready.fence().isShut()) { // its time was up while the document was looked at
            return Outcomes.notStarted();
        }
        ToolEnvelope outcome = ToolResultNormalizer.outcomeOf(ready);
        before.ifPresent(revision -> policy.ran(ready, revision));
        return outcome;
    }

    /** Whether it was given in that session. */
    synchronized boolean isOf(CallIds session) {
        return grant.filter(yes -> yes.isOf(session)).isPresent();
    }

    /** What was allowed of the document as it was holds for the document as another allowed call has left it. */
    synchronized void carry(CallIds session, String before, String after) {
        grant = grant.map(yes -> yes.isOf(session) ? yes.carried(before, after) : yes);
    }

    /**
     * A person's yes to one call: to this tool as it was described, with these arguments, on this document, until then.
     *
     * @param ids whose call
     * @param call its id, its tool's name and its arguments, as the person left them
     * @param tool as it was described
     * @param revision of the document when they were asked; empty when nobody watches it
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

        /** Why it does not hold for what is about to run now. */
        Optional<String> fault(Grant now) {
            if (!isOf(now.ids) || !call.id().equals(now.call.id())) {
                return Optional.of("another call was approved");
            }
            if (!tool.equals(now.tool) || !call.name().equals(now.call.name())) {
                return Optional.of("the tool changed after it was approved");
            }
            if (!call.arguments().equals(now.call.arguments())) {
                return Optional.of("the arguments changed after they were approved");
            }
            if (!revision.equals(now.revision)) {
                return Optional.of("the document changed while the person was asked");
            }
            return now.expires.isAfter(expires) ? Optional.of("the approval has expired") : Optional.empty();
        }
    }
}
