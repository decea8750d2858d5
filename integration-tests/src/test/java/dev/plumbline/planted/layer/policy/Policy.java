package dev.plumbline.planted.layer.policy;

/** What layers are here. */
public interface Policy {}
