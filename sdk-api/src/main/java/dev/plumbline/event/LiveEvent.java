package dev.plumbline.event;

/** Marks an event that tells what happens before it is over: it is made only while an observer watches its kind. */
interface LiveEvent {}
