import { createEvent } from "#app/domain/core/event.server.ts";

// Who listens: app/domain/listeners.server.ts.

/**
 * Family members are about to be removed, or to lose their account in the household.
 * `by`: the user whose doing it is; null for whoever asked them to do something.
 */
export const familyMembersLeave = createEvent<{ familyMemberIds: string[]; by: string | null }>("familyMembersLeave");
