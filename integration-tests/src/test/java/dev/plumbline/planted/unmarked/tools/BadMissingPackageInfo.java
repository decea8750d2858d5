package dev.plumbline.planted.unmarked.tools;

/** Its package says nothing of null. */
final class BadMissingPackageInfo {}
