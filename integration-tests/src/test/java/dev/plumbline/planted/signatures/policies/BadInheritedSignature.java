package dev.plumbline.planted.signatures.policies;

/** Shows what a hidden parent says in public. */
public final class BadInheritedSignature extends HiddenParent {}
