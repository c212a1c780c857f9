export const reminderPassed = "The time for the reminder has already passed, so I left it out.";

export const tooEarlyEveryTime = "it repeats too often to remind you so early every time";

export const remindsTooEarly =
  "It repeats too often to remind you so early every time. Please choose a reminder closer to the due date.";
