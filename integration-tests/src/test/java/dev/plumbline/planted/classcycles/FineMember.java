package dev.plumbline.planted.classcycles;

final class FineMember implements FineFamily {}
