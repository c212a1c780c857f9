/** Every request texted to a phone has these words; tapbacks that quote them are recognized by them. */
export const question = "asks: can you do this?";
