/**
 * The wired house: the runtime that owns every thread, socket, cache and timer, the recommended order of the layers as
 * code, and the packaging of extensions and plugins. The rooms it wires do the work and do not know each other. No wire
 * format, no layer and no tool lives here.
 */
@NullMarked
package dev.plumbline.runtime;

import org.jspecify.annotations.NullMarked;
