import { createEvent } from "#app/domain/core/event.server.ts";

interface Leaving {
  personIds: string[];
  /** The user who did it. Null means each request's asker. */
  by: string | null;
}

/** Announced before an account leaves the household, and before `peopleLeave`. */
export const memberLeaves = createEvent<{ userId: string; householdId: string }>("memberLeaves");

/** Announced once an account is in no household, or in another one. */
export const memberLeft = createEvent<{ userId: string; householdId: string }>("memberLeft");

/** Announced before people are removed from the family, or their account leaves the household. */
export const peopleLeave = createEvent<Leaving>("peopleLeave");

/** The family has removed people. Those with an account stay in the household. */
export const peopleRemoved = createEvent<{ personIds: string[] }>("peopleRemoved");

/** A person has an account in the household now: a new one, or the one that had left it. */
export const personReturned = createEvent<{ personId: string }>("personReturned");

/** Two rows are one person. Every reference to `from` must become `to` before `from` is deleted. */
export const personReplaced = createEvent<{ from: string; to: string }>("personReplaced");

/** These people were children, and are adults in the family's list now. */
export const childGrownUp = createEvent<{ personIds: string[] }>("childGrownUp");

export const personRenamed = createEvent<{ personId: string; name: string }>("personRenamed");
