/**
 * Runs tools: finds them by name, binds their arguments, runs the policies around the call, and wraps the outcome in
 * an envelope. The interfaces of tools and envelopes are in sdk-api. The session decides when tools run inside a
 * turn and which of them a model may see.
 */
@NullMarked
package dev.plumbline.tools;

import org.jspecify.annotations.NullMarked;
