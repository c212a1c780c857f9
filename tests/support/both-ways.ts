/**
 * Also runs without JavaScript: the main journeys, and what only a browser can show. tests/integration/forms/ has the
 * rest.
 */
export const bothWays = { tag: "@both-ways" };
