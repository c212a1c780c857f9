/**
 * The number of a task's latest requests that are kept, so that asking and withdrawing again and
 * again cannot fill the list.
 */
export const keptRequests = 50;

/** In UTF-16 code units. */
export const lineLength = 200;
