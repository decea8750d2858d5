package dev.plumbline.jsonschema;

/** A type of a plugin: loaded a second time by another class loader. */
record PluginType(String name, int age) {}
