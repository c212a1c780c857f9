import { createEvent } from "#app/domain/core/event.server.ts";

// Who listens: app/domain/listeners.server.ts.

export const profileSaved = createEvent<{ userId: string; timeZone: string }>("profileSaved");

/** Whoever registered the account's address never confirmed it, and somebody else has shown that it is theirs. */
export const accountTakenOver = createEvent<{ userId: string }>("accountTakenOver");

/** The account has another address, or its own is confirmed. */
export const addressSet = createEvent<{ userId: string; email: string; previous: string }>("addressSet");
