package dev.plumbline.violations.serialisation.store;

/** Has a form of its own. */
final class BadForm extends RuntimeException {
    private Object writeReplace() {
        return this;
    }
}
