/** Of a line that goes back with an answer, in UTF-16 code units. Apart from the schema: its page need not load that. */
export const lineLength = 200;
