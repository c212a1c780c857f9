import { createEvent } from "#app/domain/core/event.server.ts";

/**
 * Announced before family members are removed or unlinked; its listeners are in app/domain/listeners.server.ts.
 * `by` is the user who did this; null stands for the asker of each request.
 */
export const familyMembersLeave = createEvent<{ familyMemberIds: string[]; by: string | null }>("familyMembersLeave");
