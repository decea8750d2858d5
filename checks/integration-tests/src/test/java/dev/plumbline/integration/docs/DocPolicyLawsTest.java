package dev.plumbline.integration.docs;

/** Runs the laws of docs/testing.md on the policy of that page. */
class DocPolicyLawsTest extends TestingExamples.PartNamesTest {}
