package dev.turnstile.service.informer;

import okhttp3.Interceptor;

/** Holds requests back, except those that are {@linkplain ApiConnection#urgent() urgent}. */
public interface RateLimit extends Interceptor {}
