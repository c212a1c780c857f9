/** The latest requests of a task: asking and withdrawing over and over leaves no more. */
export const keptRequests = 50;

/** In UTF-16 code units. */
export const lineLength = 200;

/** In 24 hours, for each request: the asker is told each time. */
export const maxAnswers = 10;
