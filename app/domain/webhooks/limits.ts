/** Of a household. */
export const maxWebhooks = 5;

/** Messages that have ended are listed and kept that long. */
export const keptDays = 30;

/** A webhook is switched off once its server has not taken a message for so long. */
export const daysToTry = 3;
