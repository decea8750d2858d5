package dev.plumbline.violations.signatures.policies;

/** Shows what a hidden parent says in public. */
public final class BadInheritedSignature extends HiddenParent {}
