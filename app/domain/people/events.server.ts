import { createEvent } from "#app/domain/core/event.server.ts";

interface Leaving {
  personIds: string[];
  /** The user who did it. Null means each request's asker. */
  by: string | null;
}

/** Announced before they are removed from the family, or their account leaves the household. */
export const peopleLeave = createEvent<Leaving>("peopleLeave");

/** The family has removed them. People with an account stay in the household. */
export const peopleRemoved = createEvent<{ personIds: string[] }>("peopleRemoved");

/** They have an account in the household now: a new one, or again the one that had left it. */
export const personReturned = createEvent<{ personId: string }>("personReturned");

/** Two rows are one person. Every reference to `from` must become `to` before `from` is deleted. */
export const personReplaced = createEvent<{ from: string; to: string }>("personReplaced");

export const personRenamed = createEvent<{ personId: string; name: string }>("personRenamed");
