export const answers = { accept: "Yes, I'll do it", decline: "Sorry, I can't" };

export const notADelegate = "Please choose a spouse or partner from the list";
