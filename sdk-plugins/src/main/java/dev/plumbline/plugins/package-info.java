/** The life of plugins: found, ordered, configured, activated, ended. What a plugin is says {@link dev.plumbline.plugin.Plugin}. */
@NullMarked
package dev.plumbline.plugins;

import org.jspecify.annotations.NullMarked;
