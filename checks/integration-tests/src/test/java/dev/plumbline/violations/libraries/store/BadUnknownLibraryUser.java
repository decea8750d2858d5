package dev.plumbline.violations.libraries.store;

/** A library that has no home at all. */
final class BadUnknownLibraryUser {
    org.assertj.core.api.StringAssert guest() {
        return new org.assertj.core.api.StringAssert("");
    }
}
