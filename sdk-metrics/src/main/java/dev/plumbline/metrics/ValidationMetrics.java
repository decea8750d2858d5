package dev.plumbline.metrics;

/**
 * The metrics of validators.
 *
 * @param runs the number of runs with findings
 * @param errors the number of errors
 * @param warnings the number of warnings
 * @param infos the number of findings that are no error and no warning
 */
public record ValidationMetrics(int runs, int errors, int warnings, int infos) {}
