package dev.plumbline.testkit.laws;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The sink of a view, which notes what is wrong with its use. */
final class ViewSink implements AiCall.DeltaSink {
    private final List<AiDelta> shown = Collections.synchronizedList(new ArrayList<>());
    private final List<String> remarks = new CopyOnWriteArrayList<>();
    private final List<String> wrong = new CopyOnWriteArrayList<>();
    private final Thread user = Thread.currentThread();
    private final boolean toolStarted;
    private final boolean waits;
    private volatile boolean isOver;

    /** Creates the sink of a view that this thread will use; a tool may have started in its turn. */
    ViewSink(boolean toolStarted) {
        this(toolStarted, false);
    }

    private ViewSink(boolean toolStarted, boolean waits) {
        this.toolStarted = toolStarted;
        this.waits = waits;
    }

    /** Returns the sink of a view that shows nothing before the answer is whole, so that it has not delivered anything. */
    static ViewSink waiting() {
        return new ViewSink(false, true);
    }

    @Override
    public void accept(AiDelta delta) {
        if (isOver) {
            wrong.add("a delta after the return");
        }
        if (Thread.currentThread() != user) {
            wrong.add("a delta from another thread");
        }
        shown.add(delta);
    }

    @Override
    public boolean hasDelivered() {
        return toolStarted || (!waits && !shown.isEmpty());
    }

    @Override
    public void remark(String note) {
        remarks.add(note);
    }

    @Override
    public <T> Optional<T> service(Class<T> type) {
        return type.isInstance(this) ? Optional.of(type.cast(this)) : Optional.empty();
    }

    /** Notes the end of the call, which nobody but a policy can have cancelled. */
    void end(boolean isCancelled) {
        isOver = true;
        if (isCancelled) {
            wrong.add("a turn that was cancelled by the policy");
        }
    }

    /** Pushes this delta as a provider does, and checks what a sink must forward that reaches this view. */
    void reachedBy(AiCall.DeltaSink given, AiDelta delta) {
        int before = shown.size();
        given.accept(delta);
        if (shown.size() > before
                && (given.hasDelivered() != hasDelivered()
                        || given.service(ViewSink.class).isEmpty())) {
            wrong.add("a sink that forwards deltas, and not hasDelivered or service");
        }
    }

    List<AiDelta> shown() {
        return List.copyOf(shown);
    }

    List<String> remarks() {
        return remarks;
    }

    List<String> wrong() {
        return wrong;
    }
}
