package dev.plumbline.planted.open.tools;

/** Nobody outside sees it. */
class FineHidden {}
