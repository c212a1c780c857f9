/** True in `npm run test:deep` and similar commands, where random tests run at full size. */
export const isDeep = process.env.MILA_TEST_DEPTH === "full";
