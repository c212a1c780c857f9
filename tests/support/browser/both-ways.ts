/**
 * Runs a test without JavaScript as well, for main journeys and what only a browser can show.
 * tests/integration/forms/ covers the rest.
 */
export const bothWays = { tag: "@both-ways" };
