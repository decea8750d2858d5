package dev.plumbline.event;

/** Marks an event about something that has not ended yet: it is created only while an observer watches its kind. */
interface WatchedEvent {}
