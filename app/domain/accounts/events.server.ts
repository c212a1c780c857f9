import { createEvent } from "#app/domain/core/event.server.ts";

// See app/domain/wiring/rules.server.ts.

export const profileSaved = createEvent<{ userId: string; timeZone: string }>("profileSaved");

/**
 * The family's entry for the account gets the new name, unless the family has chosen a name itself.
 */
export const accountRenamed = createEvent<{ userId: string; from: string; to: string }>(
  "accountRenamed",
);

/**
 * The password or the owner changed, so all other access ends. `keepsTokens` spares the access
 * tokens.
 */
export const credentialsRevoked = createEvent<{ userId: string; keepsTokens?: boolean }>(
  "credentialsRevoked",
);

/** Someone else has proven that they own the unconfirmed address. */
export const accountTakenOver = createEvent<{ userId: string }>("accountTakenOver");

/** The address was changed or confirmed. */
export const addressSet = createEvent<{ userId: string; email: string; previous: string }>(
  "addressSet",
);
