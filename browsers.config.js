/** The oldest browsers that Mila's pages work in, as README.md says. */
export const oldestBrowsers = ["chrome111", "edge111", "firefox128", "ios16.4", "safari16.4"];
