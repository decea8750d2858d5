package dev.plumbline.violations.unmarked.tools;

/** Its package says nothing of null. */
final class BadMissingPackageInfo {}
