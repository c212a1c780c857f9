// Pages without forms import this file, so it must not load zod.

export const maxChecklistItems = 100;
