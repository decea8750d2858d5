/**
 * The tasks of all peers, their processes, and the baseline of the measurements. Depends on the
 * JDK alone, so that a process holds the peer's libraries and nothing of ours.
 */
@NullMarked
package dev.plumbline.comparison.harness;

import org.jspecify.annotations.NullMarked;
