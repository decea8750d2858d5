/**
 * The programs that compare Plumbline with other libraries: scripted servers, faults, measurements relative to a baseline, and
 * the tables. {@code FaultComparison} and {@code PerformanceComparison} are its programs.
 */
@NullMarked
package dev.plumbline.comparison.runner;

import org.jspecify.annotations.NullMarked;
