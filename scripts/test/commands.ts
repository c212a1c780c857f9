const folder = "node_modules/.bin";

export const oxfmt = `${folder}/oxfmt`;
export const oxlint = `${folder}/oxlint`;
export const playwright = `${folder}/playwright`;
export const runVitest = [`${folder}/vitest`, "run", "--config=tests/vitest.config.ts"];
export const runPlaywright = [playwright, "test", "--config=tests/playwright.config.ts"];
export const checkTypes = [process.execPath, "node_modules/typescript-native/bin/tsc", "--noEmit"];
