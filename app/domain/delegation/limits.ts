/** The latest requests of a task: asking and withdrawing over and over leaves no more. */
export const keptRequests = 50;

/** In UTF-16 code units. */
export const lineLength = 200;
