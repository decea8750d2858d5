/**
 * GhJSON, the format of Grasshopper definitions as JSON, brought by a host: schema, checks, values, catalogue of
 * components, fixer, patches, and tools for a model. It uses what every user may use and nothing else.
 */
@NullMarked
package dev.plumbline.examples.ghjson;

import org.jspecify.annotations.NullMarked;
