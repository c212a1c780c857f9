import { existsSync } from "node:fs";

const oldestMajor = 24;

/** Written in JavaScript, because older versions of Node read nothing else. */
export function refuseOldNode() {
  const { version, versions } = process;
  if (Number.parseInt(versions.node) >= oldestMajor) return;
  const cure = existsSync("node_modules/.bin/node")
    ? "run npm start, which uses a Node of its own"
    : `install Node ${oldestMajor} or newer from https://nodejs.org`;
  console.error(
    `\nMila cannot start:\nthis is Node ${version}, but Mila needs ${oldestMajor} or newer: ${cure}\n`,
  );
  process.exit(1);
}
