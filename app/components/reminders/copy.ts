export const reminderPassed = "The time for the reminder has already passed, so I left it out.";
