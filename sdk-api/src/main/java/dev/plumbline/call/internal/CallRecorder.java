package dev.plumbline.call.internal;

import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallIds.HashedId;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Records the events of a running call and builds its {@link CallRecord} at the end. Policies and providers find it in
 * their call. Each entry is published at once, but only to observers that watch the live event for it. Used by the
 * call's thread.
 */
public final class CallRecorder {
    /** The recorder of a call outside a chain with telemetry; records and publishes nothing. */
    public static final CallRecorder NONE = new CallRecorder(CallIds.NONE, ModelId.NONE, TelemetryObserver.NONE, null);

    private static final int TOGETHER = 32;
    private static final Optional<AiError.Category> NO_ERROR = Optional.empty();

    private final CallIds ids;
    private final TelemetryName provider;
    private final TelemetryName model;
    private final TelemetryObserver events;
    private final @Nullable Scheduler time;
    private final long began;
    private final boolean sizes;
    private List<CallRecord.Attempt> attempts = List.of();
    private List<AiError.Category> retried = List.of();
    private List<CallRecord.Wait> waits = List.of();
    private List<CallRecord.CacheLookup> lookups = List.of();
    private List<CallRecord.Check> checks = List.of();
    private List<StepTime> parts = List.of();
    private Optional<TelemetryName> restart = Optional.empty();
    private long firstContent;
    private int deltas;
    private long chars;
    private long bytes;
    private long lastBytes;
    private int reportedDeltas;
    private long reportedChars;
    private long reportedBytes;
    private long sent;
    private long received;
    private long attemptBegan;
    private OptionalInt status = OptionalInt.empty();

    private CallRecorder(CallIds ids, ModelId model, TelemetryObserver events, @Nullable Scheduler time) {
        this.ids = ids;
        this.provider = TelemetryName.of(model.provider());
        this.model = TelemetryName.of(model.name());
        this.events = events;
        this.time = time;
        this.began = time == null ? 0 : time.nanoTime();
        this.sizes = time != null && events.watches(TelemetryEvent.DeltasReceived.class);
    }

    /** Returns the recorder of a call of that model that begins now, by that clock. */
    public static CallRecorder of(CallIds ids, ModelId model, TelemetryObserver events, Scheduler time) {
        return new CallRecorder(ids, model, events, time);
    }

    /** Publishes that the call begins; called by the chain, and only while an observer watches. */
    public void started(HashedId body) {
        if (time != null) {
            publish(new TelemetryEvent.CallStarted(ids, time.instant(), provider, model, body));
        }
    }

    /** Publishes an event; an exception of an observer does not end the call, because telemetry never steers. */
    private void publish(TelemetryEvent event) {
        try {
            events.onEvent(event);
        } catch (RuntimeException | Error isolated) {
            // sessions report it; a call outside a session ignores it
        }
    }

    /** Publishes that contributed code has thrown an exception. */
    public void failed(String extension, Throwable cause) {
        if (time == null) {
            return;
        }
        try {
            events.onFailure(ExtensionFailure.of(ids, time.instant(), extension, cause));
        } catch (RuntimeException | Error isolated) {
            // as for events
        }
    }

    /**
     * Records that a request is about to go to a provider.
     *
     * @param endpoint the address that it goes to; empty if there is none
     */
    public void attemptStarted(TelemetryName asked, TelemetryName answering, String endpoint) {
        if (time == null) {
            return;
        }
        attemptBegan = time.nanoTime();
        status = OptionalInt.empty();
        if (events.watches(TelemetryEvent.AttemptStarted.class)) {
            publish(new TelemetryEvent.AttemptStarted(ids, time.instant(), asked, answering, ServerLabel.of(endpoint)));
        }
    }

    /** Returns the number of the attempt that runs, or runs next; attempts count from 1. */
    public int attempt() {
        return attempts.size() + 1;
    }

    /**
     * Records that the latest request has ended.
     *
     * @param failure null when it completed
     * @param requestId the hashed form of the provider's own id of the request
     */
    public void attemptFinished(
            TelemetryName asked, TelemetryName answering, @Nullable AiError failure, HashedId requestId) {
        if (time == null) {
            return;
        }
        CallRecord.Attempt attempt = new CallRecord.Attempt(
                asked,
                answering,
                Duration.ofNanos(attemptBegan - began),
                Duration.ofNanos(time.nanoTime() - attemptBegan),
                category(failure),
                failure != null && failure.status().isPresent() ? failure.status() : status,
                requestId);
        attempts = longer(attempts, attempt);
        if (events.watches(TelemetryEvent.AttemptFinished.class)) {
            publish(new TelemetryEvent.AttemptFinished(ids, time.instant(), attempt));
        }
    }

    /** Records the HTTP status of the latest response; a provider without HTTP records none. */
    public void responded(int httpStatus) {
        if (time != null) {
            status = OptionalInt.of(httpStatus);
        }
    }

    /** Records how many bytes of a request's body were sent, and how many were received. */
    public void transferred(long bytesSent, long bytesReceived) {
        sent += time == null ? 0 : bytesSent;
        received += time == null ? 0 : bytesReceived;
    }

    /** Records that an attempt failed and another one is due; attempts count from 1. */
    public void attemptFailed(int attempt, AiError.Category error) {
        if (time == null) {
            return;
        }
        retried = longer(retried, error);
        if (events.watches(TelemetryEvent.AttemptFailed.class)) {
            publish(new TelemetryEvent.AttemptFailed(ids, time.instant(), attempt, error));
        }
    }

    /** Records that a policy is about to wait. */
    public void waitStarted(Duration wait, TelemetryName why) {
        if (time == null) {
            return;
        }
        waits = longer(waits, new CallRecord.Wait(why, Duration.ofNanos(time.nanoTime() - began), wait));
        if (events.watches(TelemetryEvent.WaitStarted.class)) {
            Instant now = time.instant();
            publish(new TelemetryEvent.WaitStarted(ids, now, now.plus(wait), why));
        }
    }

    /**
     * Publishes that a call waits for an answer that may take that time, without recording a wait: nobody knows yet how
     * long it will be. The only method that another thread may call.
     */
    public void waiting(Duration most, TelemetryName why) {
        if (time != null && events.watches(TelemetryEvent.WaitStarted.class)) {
            Instant now = time.instant();
            publish(new TelemetryEvent.WaitStarted(ids, now, now.plus(most), why));
        }
    }

    /** Records a lookup in the response cache; {@code saved} are the tokens that a hit did not cost. */
    public void cacheLookup(boolean hit, TelemetryName why, OptionalLong saved) {
        if (time != null) {
            lookups = longer(lookups, new CallRecord.CacheLookup(hit, why, saved));
        }
    }

    /** Records a validation of the call or its answer; {@code infos} are findings that are neither errors nor warnings. */
    public void validated(TelemetryName validator, int errors, int warnings, int infos) {
        if (time != null) {
            checks = longer(checks, new CallRecord.Check(validator, errors, warnings, infos));
        }
    }

    /** Records that signed parts of earlier answers are left out, because what was sent before them, or their reader, differs. */
    public void startedOver(TelemetryName difference) {
        restart = Optional.of(difference);
    }

    /** Returns the time by its clock, for {@link #partTook}; 0 without one. */
    public long nanoTime() {
        return time == null ? 0 : time.nanoTime();
    }

    /** Records how long a part of a policy or of the provider took that began at that {@link #nanoTime}. */
    public void partTook(TelemetryName part, long since) {
        if (time != null) {
            parts = longer(parts, new StepTime(StepTime.Kind.PART, part, since - began, time.nanoTime() - since));
        }
    }

    private static <T> List<T> longer(List<T> list, T last) {
        List<T> longer = list.isEmpty() ? new ArrayList<>(2) : list;
        longer.add(last);
        return longer;
    }

    /** Records the size of a delta on its way to the caller. */
    public void deltaReceived(AiDelta delta) {
        if (time == null || !isContent(delta)) {
            return;
        }
        String words = words(delta);
        deltas++;
        chars += words.length();
        lastBytes = utf8Length(words);
        bytes += lastBytes;
        if (deltas == 1) {
            first();
        }
        if (sizes && (deltas == 1 || deltas - reportedDeltas == TOGETHER)) {
            publishSizes();
        }
    }

    private void first() {
        if (time != null) {
            firstContent = time.nanoTime() - began;
            if (events.watches(TelemetryEvent.FirstContentReceived.class)) {
                publish(new TelemetryEvent.FirstContentReceived(ids, time.instant(), Duration.ofNanos(firstContent)));
            }
        }
    }

    private void publishSizes() {
        if (time != null && deltas > reportedDeltas) {
            publish(new TelemetryEvent.DeltasReceived(
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

    /** Counts the bytes without encoding, so that measuring a stream creates no garbage. */
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
        AiError failure = ret.isOk() ? null : ret.error().orElseThrow();
        if (failure != null && failure.category() == AiError.Category.EGRESS_DENIED) {
            refused(failure);
        }
        publish(new TelemetryEvent.CallFinished(ids, time.instant(), record(ret, failure, steps)));
    }

    /** Publishes that a provider or its host was refused, as a decision for security observers. */
    private void refused(AiError denied) {
        if (time != null) {
            publish(new TelemetryEvent.EgressDecided(
                    ids,
                    time.instant(),
                    provider,
                    TelemetryName.of("provider"),
                    TelemetryName.of(denied.code()),
                    TelemetryEvent.EgressDecision.REFUSED));
        }
    }

    private static Optional<AiError.Category> category(@Nullable AiError failure) {
        return failure == null ? NO_ERROR : Optional.of(failure.category());
    }

    private List<StepTime> withParts(List<StepTime> steps) {
        if (parts.isEmpty()) {
            return steps;
        }
        List<StepTime> all = new ArrayList<>(steps);
        all.addAll(parts);
        return all;
    }

    private CallRecord record(AiReturn ret, @Nullable AiError failure, List<StepTime> steps) {
        return new CallRecord(
                provider,
                model,
                Duration.ofNanos(time == null ? 0 : time.nanoTime() - began),
                ret.finish(),
                ret.usage(),
                ret.cost(),
                category(failure),
                deltas == 0
                        ? CallRecord.Content.NONE
                        : new CallRecord.Content(
                                Optional.of(Duration.ofNanos(firstContent)), deltas, chars, bytes, lastBytes),
                sent + received == 0 ? CallRecord.Traffic.NONE : new CallRecord.Traffic(sent, received),
                attempts,
                retried,
                waits,
                lookups,
                checks,
                restart,
                withParts(steps));
    }
}
