package dev.plumbline.violations.serialisation.store;

import java.io.InputStream;
import java.io.ObjectInputStream;

/** Reads objects from bytes. */
final class BadReader {
    Object read(InputStream in) throws Exception {
        return new ObjectInputStream(in).readObject();
    }
}
