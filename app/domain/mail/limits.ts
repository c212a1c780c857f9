/** In UTF-16 code units. */
export const maxPasted = 40_000;

/** Then only the tasks that were added stay. */
export const keptDays = 30;

/** Of a household. */
export const maxMailboxes = 3;
/** Of a household. Two that merge keep both addresses. */
export const maxAddresses = 3;
