package dev.plumbline.planted.world.tools;

/** Is a thread. */
final class BadThreadSubclass extends Thread {}
