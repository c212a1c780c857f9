/** In UTF-16 code units. */
export const lineLength = 200;
