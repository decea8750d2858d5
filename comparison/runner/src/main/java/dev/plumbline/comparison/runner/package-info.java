/**
 * The other side of the contest: it plays the service, breaks what a service can break, pairs the contenders with the floor, and
 * writes the tables. {@code FaultComparison} and {@code PerformanceComparison} are its programs.
 */
@NullMarked
package dev.plumbline.comparison.runner;

import org.jspecify.annotations.NullMarked;
