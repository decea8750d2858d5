package dev.plumbline.call;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.Label;
import dev.plumbline.event.Mark;
import dev.plumbline.event.StepTime;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a call does while it runs and makes its {@link CallRecord} when it is over. Policies and
 * providers find it in their call. What they record is published at once to observers that watch the live event
 * of it, and to nobody else. Used by the call's thread.
 */
public final class CallRecorder {
    /** Records and publishes nothing: the recorder of a call outside a chain with telemetry. */
    public static final CallRecorder NONE = new CallRecorder(CallIds.NONE, ModelId.NONE, AiObserver.NONE, null);

    private static final int TOGETHER = 32;

    private final CallIds ids;
    private final Label provider;
    private final Label model;
    private final AiObserver events;
    private final @Nullable Timekeeper time;
    private final long began;
    private final boolean sizes;
    private final List<CallRecord.Attempt> attempts = new ArrayList<>(1);
    private List<AiError.Category> retried = List.of();
    private List<CallRecord.Wait> waits = List.of();
    private List<CallRecord.Lookup> lookups = List.of();
    private List<CallRecord.Check> checks = List.of();
    private long firstContent;
    private int deltas;
    private long chars;
    private long bytes;
    private int reportedDeltas;
    private long reportedChars;
    private long reportedBytes;
    private long sent;
    private long received;
    private long attemptBegan;

    private CallRecorder(CallIds ids, ModelId model, AiObserver events, @Nullable Timekeeper time) {
        this.ids = ids;
        this.provider = Label.of(model.provider());
        this.model = Label.of(model.name());
        this.events = events;
        this.time = time;
        this.began = time == null ? 0 : time.nanos();
        this.sizes = time != null && events.watches(AiEvent.DeltaSeen.class);
    }

    /** The recorder of a call of that model that begins now, by that clock. */
    public static CallRecorder of(CallIds ids, ModelId model, AiObserver events, Timekeeper time) {
        return new CallRecorder(ids, model, events, time);
    }

    /** Publishes that the call begins; called by the chain, and only while an observer watches. */
    public void started(Mark body) {
        if (time != null) {
            publish(new AiEvent.CallStarted(ids, time.instant(), provider, model, body));
        }
    }

    /** Telemetry never steers: what an observer throws ends no call. */
    private void publish(AiEvent event) {
        try {
            events.onEvent(event);
        } catch (RuntimeException | Error isolated) {
            // sessions report it; a chain on its own still answers
        }
    }

    /** A request is about to go to a provider. */
    public void attemptStarts(Label asked, Label answering) {
        if (time == null) {
            return;
        }
        attemptBegan = time.nanos();
        if (events.watches(AiEvent.AttemptStarted.class)) {
            publish(new AiEvent.AttemptStarted(ids, time.instant(), asked, answering));
        }
    }

    /**
     * The request that began last is over.
     *
     * @param error empty when it completed
     * @param requestId the hashed form of the provider's own id of the request
     */
    public void attemptEnds(Label asked, Label answering, Optional<AiError> error, Mark requestId) {
        if (time == null) {
            return;
        }
        CallRecord.Attempt attempt = new CallRecord.Attempt(
                asked,
                answering,
                Duration.ofNanos(attemptBegan - began),
                Duration.ofNanos(time.nanos() - attemptBegan),
                error.map(AiError::category),
                error.isPresent() ? error.get().status().orElse(0) : 0,
                requestId);
        attempts.add(attempt);
        if (events.watches(AiEvent.AttemptFinished.class)) {
            publish(new AiEvent.AttemptFinished(ids, time.instant(), attempt));
        }
    }

    /** So many bytes of a request's body went over the network, and so many came back. */
    public void exchanged(long bytesSent, long bytesReceived) {
        sent += time == null ? 0 : bytesSent;
        received += time == null ? 0 : bytesReceived;
    }

    /** An attempt failed and another one is due; the first is 1. */
    public void attemptFailed(int attempt, AiError.Category error) {
        if (time == null) {
            return;
        }
        retried = longer(retried, error);
        if (events.watches(AiEvent.AttemptFailed.class)) {
            publish(new AiEvent.AttemptFailed(ids, time.instant(), attempt, error));
        }
    }

    /** A policy is about to let that much time pass. */
    public void waits(Duration wait, Label why) {
        if (time == null) {
            return;
        }
        waits = longer(waits, new CallRecord.Wait(why, Duration.ofNanos(time.nanos() - began), wait));
        if (events.watches(AiEvent.Waiting.class)) {
            Instant now = time.instant();
            publish(new AiEvent.Waiting(ids, now, now.plus(wait), why));
        }
    }

    /** The response cache was asked. */
    public void lookedUp(boolean hit, Label why) {
        if (time != null) {
            lookups = longer(lookups, new CallRecord.Lookup(hit, why));
        }
    }

    /** The call or its answer was validated. */
    public void checked(Label validator, int errors, int warnings) {
        if (time != null) {
            checks = longer(checks, new CallRecord.Check(validator, errors, warnings));
        }
    }

    private static <T> List<T> longer(List<T> list, T last) {
        List<T> longer = list.isEmpty() ? new ArrayList<>(2) : list;
        longer.add(last);
        return longer;
    }

    /** A delta goes by on its way to the caller; only its size is looked at. */
    public void passed(AiDelta delta) {
        if (time == null || !isContent(delta)) {
            return;
        }
        String words = words(delta);
        deltas++;
        chars += words.length();
        bytes += utf8Length(words);
        if (deltas == 1) {
            first();
        }
        if (sizes && (deltas == 1 || deltas - reportedDeltas == TOGETHER)) {
            publishSizes();
        }
    }

    private void first() {
        if (time != null) {
            firstContent = time.nanos() - began;
            if (events.watches(AiEvent.FirstContent.class)) {
                publish(new AiEvent.FirstContent(ids, time.instant(), Duration.ofNanos(firstContent)));
            }
        }
    }

    private void publishSizes() {
        if (time != null && deltas > reportedDeltas) {
            publish(new AiEvent.DeltaSeen(
                    ids, time.instant(), deltas - reportedDeltas, chars - reportedChars, bytes - reportedBytes));
            reportedDeltas = deltas;
            reportedChars = chars;
            reportedBytes = bytes;
        }
    }

    private static boolean isContent(AiDelta delta) {
        return delta instanceof AiDelta.Text
                || delta instanceof AiDelta.Reasoning
                || delta instanceof AiDelta.Refusal
                || delta instanceof AiDelta.ToolCallPart
                || delta instanceof AiDelta.Whole;
    }

    private static String words(AiDelta delta) {
        if (delta instanceof AiDelta.Text text) {
            return text.text();
        }
        if (delta instanceof AiDelta.Reasoning reasoning) {
            return reasoning.text();
        }
        if (delta instanceof AiDelta.Refusal refusal) {
            return refusal.text();
        }
        return delta instanceof AiDelta.ToolCallPart part ? part.arguments() : "";
    }

    /** Counted, not encoded: a stream makes no garbage for being measured. */
    private static long utf8Length(String text) {
        long length = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            length += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
        }
        return length;
    }

    /** Publishes the record of the finished call, with the time of each policy. Called once, by the chain. */
    public void finish(AiReturn ret, List<StepTime> steps) {
        if (time == null) {
            return;
        }
        if (sizes) {
            publishSizes();
        }
        if (ret.error().isPresent() && ret.error().get().category() == AiError.Category.EGRESS_DENIED) {
            refused(ret.error().get());
        }
        publish(new AiEvent.CallFinished(ids, time.instant(), record(ret, steps)));
    }

    /** A provider, or its host, that may not be spoken to is a decision that whoever watches over security wants to see. */
    private void refused(AiError denied) {
        if (time != null) {
            publish(new AiEvent.EgressDecided(
                    ids,
                    time.instant(),
                    provider,
                    Label.of("provider"),
                    Label.of(denied.code()),
                    AiEvent.Egress.REFUSED));
        }
    }

    private CallRecord record(AiReturn ret, List<StepTime> steps) {
        return new CallRecord(
                provider,
                model,
                Duration.ofNanos(time == null ? 0 : time.nanos() - began),
                ret.finish(),
                ret.usage(),
                ret.cost(),
                ret.error().map(AiError::category),
                deltas == 0
                        ? CallRecord.Content.NONE
                        : new CallRecord.Content(Optional.of(Duration.ofNanos(firstContent)), deltas, chars, bytes),
                sent + received == 0 ? CallRecord.Traffic.NONE : new CallRecord.Traffic(sent, received),
                attempts,
                retried,
                waits,
                lookups,
                checks,
                steps);
    }
}
