package dev.plumbline.metrics;

/**
 * What checks found.
 *
 * @param runs how many said something
 * @param errors how many errors they found
 * @param warnings how many warnings
 */
public record ValidationMetrics(int runs, int errors, int warnings) {}
