package dev.plumbline.planted.layer.policy;

/** The type of policies here. */
public interface Policy {}
