package dev.plumbline.planted.serialisation.store;

/** Is so because every enum is. */
enum FineSerializableEnum {
    ONE
}
