/** Said to a phone by whatever asks; what is quoted from there is known by it. */
export const question = "asks: can you do this?";
