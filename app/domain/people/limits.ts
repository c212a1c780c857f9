/** `tokens.css` has a color for each: `--face-0` and so on. */
export const faceColors = 8;
