package dev.plumbline.integration.accepted;

import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiDelta;
import java.util.ArrayList;
import java.util.List;

/**
 * A sink that keeps the remarks of a call alone.
 *
 * @param all the remarks, in order
 */
public record Remarks(List<String> all) implements DeltaSink {
    public Remarks() {
        this(new ArrayList<>());
    }

    @Override
    public void accept(AiDelta delta) {
        // the remarks alone are looked at
    }

    @Override
    public boolean hasDelivered() {
        return false;
    }

    @Override
    public void remark(String note) {
        all.add(note);
    }
}
