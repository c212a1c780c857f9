/** In `npm run test:deep` and the like: random tests at full size. */
export const isDeep = process.env.MILA_TEST_DEPTH === "full";
