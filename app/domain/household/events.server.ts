import { createEvent } from "#app/domain/core/event.server.ts";

/** Announced before they are removed or unlinked. `by` is the user who did it; null means each request's asker. */
export const familyMembersLeave = createEvent<{ familyMemberIds: string[]; by: string | null }>(
  "familyMembersLeave",
);
