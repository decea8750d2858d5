package dev.plumbline.event;

/** Marks an event about something that is not over yet: it is made only while an observer watches its kind. */
interface LiveEvent {}
