/**
 * The runtime, which wires the modules and owns every thread, socket, cache and timer; the recommended order of policies;
 * and the packaging of extensions and plugins. The modules it wires do not depend on each other. Wire formats, policies
 * and tools are in other modules.
 */
@NullMarked
package dev.plumbline.runtime;

import org.jspecify.annotations.NullMarked;
