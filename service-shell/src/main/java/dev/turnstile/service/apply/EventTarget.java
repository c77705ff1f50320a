package dev.turnstile.service.apply;

/** The object that an event is about. */
public record EventTarget(String apiVersion, String kind, String namespace, String name, String uid) {}
