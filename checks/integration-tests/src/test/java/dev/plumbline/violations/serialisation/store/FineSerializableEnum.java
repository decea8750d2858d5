package dev.plumbline.violations.serialisation.store;

/** Is so because every enum is. */
enum FineSerializableEnum {
    ONE
}
