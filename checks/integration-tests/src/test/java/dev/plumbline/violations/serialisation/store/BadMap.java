package dev.plumbline.violations.serialisation.store;

import java.util.HashMap;

/** Is so by inheritance. */
final class BadMap extends HashMap<String, String> {}
