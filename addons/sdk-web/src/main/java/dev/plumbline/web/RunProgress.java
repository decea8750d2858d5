package dev.plumbline.web;

/**
 * How far a run of many bodies is, for a page.
 *
 * @param items the number of bodies
 * @param done the number of results, failures included
 * @param failed the number of results that are failures
 * @param note what else is known, such as workers, tokens and cost; empty for nothing
 */
public record RunProgress(long items, long done, long failed, String note) {}
