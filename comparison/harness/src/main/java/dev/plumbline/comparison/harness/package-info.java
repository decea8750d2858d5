/**
 * What every contender is asked to do, the process it does it in, and the floor beside which all are measured. Depends on the
 * JDK alone, so that a process holds the contender's libraries and nothing of ours.
 */
@NullMarked
package dev.plumbline.comparison.harness;

import org.jspecify.annotations.NullMarked;
