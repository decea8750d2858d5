package dev.plumbline.integration.lifecycle;

/** Compares two records for the first time in its class loader. */
public final class RecordComparison implements Runnable {
    @Override
    public void run() {
        if (!new Part(this).equals(new Part(this))) {
            throw new IllegalStateException("equal records are equal");
        }
    }

    private record Part(RecordComparison of) {}
}
