package dev.plumbline.integration.docs;

/** The tool of docs/testing.md keeps the laws the page tells of. */
class DrawWallLawsTest extends TestingExamples.DrawWallTest {}
