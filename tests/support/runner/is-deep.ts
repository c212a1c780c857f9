const depth = process.env.MILA_TEST_DEPTH;
/** In `npm run test:deep` and the like: everything in full. */
export const isDeep = depth === "full";
/** In `npm test` without names: a part of what costs much CPU. */
export const isPartial = depth === "part";
