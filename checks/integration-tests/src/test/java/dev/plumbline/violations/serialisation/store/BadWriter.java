package dev.plumbline.violations.serialisation.store;

import java.io.ObjectOutputStream;
import java.io.OutputStream;

/** Writes objects. */
final class BadWriter {
    void write(OutputStream out) throws Exception {
        new ObjectOutputStream(out).flush();
    }
}
