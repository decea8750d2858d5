/**
 * What an extension of Plumbline implements and what it may contribute: plug-ins, hooks and skills. Who takes extensions in lives in sdk-runtime.
 */
@NullMarked
package dev.plumbline.plugin;

import org.jspecify.annotations.NullMarked;
