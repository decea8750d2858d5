package dev.plumbline.tools;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The approval of one call. Bound to one dispatch and used once. Thread-safe. */
final class Approval {
    private @Nullable Grant grant;
    private volatile boolean edited;
    private volatile boolean isVoid;

    /** Whether the call runs and was approved itself, and at which revision of the document it may change it. */
    private boolean running;

    private Optional<String> runsAt = Optional.empty();

    /** Stores the user's grant and whether the user edited the arguments. */
    synchronized void bind(Grant granted, boolean isEdited) {
        grant = granted;
        edited = isEdited;
    }

    /** Returns whether the user changed the arguments. */
    boolean isEdited() {
        return edited;
    }

    /** Returns whether the call was refused because it differs from the approved one. */
    boolean isVoid() {
        return isVoid;
    }

    void refuse() {
        isVoid = true;
    }

    /** Returns the grant and clears it; null if there is none. */
    synchronized @Nullable Grant take() {
        Grant used = grant;
        grant = null;
        return used;
    }

    /** Notes that the approved call runs, and at which revision of the document: then that before its next change. */
    synchronized void runsAt(Optional<String> revision) {
        running = true;
        runsAt = revision;
    }

    /** Returns whether the call runs and was approved itself, instead of by a rule. */
    synchronized boolean isRunning() {
        return running;
    }

    /** Returns whether nothing but the changes of approved calls has happened to the document since the question. */
    synchronized boolean isAt(Optional<String> revision) {
        return running && revision.equals(runsAt);
    }

    /** Moves a grant of that session to the document revision that another approved call has produced. */
    synchronized void carry(CallIds session, String before, String after) {
        if (grant != null && grant.isOf(session)) {
            grant = grant.carried(before, after);
        }
    }

    /**
     * The user's permission for one call: this tool definition, these arguments, this document revision, until it
     * expires.
     *
     * @param ids the session and turn of the call
     * @param call the call's id, tool name and arguments, as the user left them
     * @param tool the fingerprint of the tool's definition
     * @param revision the document's revision when the user was asked; empty if the document is not watched
     * @param preview the sentence of the tool that the user read; empty if it has none, or the user changed the arguments
     * @param expires when the permission ends
     */
    record Grant(
            CallIds ids,
            Interaction.ToolCall call,
            Fingerprint tool,
            Optional<String> revision,
            Optional<String> preview,
            Instant expires) {

        /** Returns the grant for the arguments as the user left them. */
        Grant withArguments(Json arguments) {
            return arguments.equals(call.arguments())
                    ? this
                    : new Grant(
                            ids,
                            new Interaction.ToolCall(call.id(), call.name(), arguments),
                            tool,
                            revision,
                            Optional.empty(),
                            expires);
        }

        Grant withPreview(Optional<String> read) {
            return new Grant(ids, call, tool, revision, read, expires);
        }

        Grant withExpires(Instant end) {
            return new Grant(ids, call, tool, revision, preview, end);
        }

        private boolean isOf(CallIds session) {
            return ids.session().equals(session.session());
        }

        private Grant carried(String before, String after) {
            return revision.equals(Optional.of(before))
                    ? new Grant(ids, call, tool, Optional.of(after), preview, expires)
                    : this;
        }

        /** Returns why the grant does not permit the call that is about to run; null if it does. */
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
                return "the document changed after the question";
            }
            return now.expires.isAfter(expires) ? "the approval has expired" : null;
        }
    }
}
