package dev.plumbline.integration.docs;

/** Runs the laws of docs/testing.md on the tool policy of that page. */
class DocToolPolicyLawsTest extends TestingExamples.PauseTest {}
