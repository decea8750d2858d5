package dev.plumbline.providers;

import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiDelta;
import java.util.List;

/** A sink that keeps the remarks of a call alone. */
record RemarkSink(List<String> remarks) implements DeltaSink {
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
        remarks.add(note);
    }
}
