/**
 * A test that runs in the browser without JavaScript too: the main journeys, and what only a browser can show there. Every
 * other action without JavaScript is a form post: tests/integration/forms/.
 */
export const bothWays = { tag: "@both-ways" };
