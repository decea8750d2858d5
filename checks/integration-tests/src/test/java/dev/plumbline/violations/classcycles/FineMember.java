package dev.plumbline.violations.classcycles;

final class FineMember implements FineFamily {}
