package dev.plumbline.integration.docs;

/** The policy of docs/testing.md keeps the laws the page tells of. */
class PartNamesLawsTest extends TestingExamples.PartNamesTest {}
