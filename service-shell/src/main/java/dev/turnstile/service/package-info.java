/**
 * What both services are around their controllers: how they start, take their configuration, reach their cluster, say
 * that they are well, measure, log and guard their endpoints. Decides nothing about workloads.
 */
@NullMarked
package dev.turnstile.service;

import org.jspecify.annotations.NullMarked;
