package dev.plumbline.violations.serialisation.store;

import java.io.Serializable;

/** Offers itself. */
final class BadValue implements Serializable {}
