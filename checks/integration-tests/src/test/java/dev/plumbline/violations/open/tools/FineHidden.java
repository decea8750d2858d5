package dev.plumbline.violations.open.tools;

/** Nobody outside sees it. */
class FineHidden {}
