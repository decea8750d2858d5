package dev.plumbline.violations.libraries.extend;

import net.jqwik.api.Property;

/** A law of tests in the words, as an annotation alone. */
final class BadTestLibraryUser {
    @Property
    void law() {}
}
