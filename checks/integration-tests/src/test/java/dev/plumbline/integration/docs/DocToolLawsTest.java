package dev.plumbline.integration.docs;

/** Runs the laws of docs/testing.md on the tool of that page. */
class DocToolLawsTest extends TestingExamples.DrawWallTest {}
