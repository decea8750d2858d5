package dev.plumbline.event;

/** Marker of an event about something that is not over yet: it is made only while an observer watches its kind. */
interface LiveEvent {}
