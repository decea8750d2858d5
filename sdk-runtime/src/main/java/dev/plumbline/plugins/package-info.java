/**
 * The lifecycle of plugins: finds, sorts, configures, activates and ends them. {@link dev.plumbline.plugin.Plugin} is
 * the interface of a plugin.
 */
@NullMarked
package dev.plumbline.plugins;

import org.jspecify.annotations.NullMarked;
