/**
 * The law of composition: what a layer around one provider call is, in three shapes, and the chain that runs them in
 * order and keeps the fold law at every boundary. What the built-in layers do lives in sdk-policies, and which ones stand
 * where in sdk-runtime.
 */
@NullMarked
package dev.plumbline.policy;

import org.jspecify.annotations.NullMarked;
