// npm run ibm: runs IBM's accessibility engine on every page state, and lists the failures that it
// finds. npx downloads it.
//   -- WORD …   only the states whose names have these words
import { execFileSync, spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { playwrightProgram } from "../../scripts/test/steps.ts";

const version = "accessibility-checker-engine@4.0.34";

const programs = execFileSync(
  "npm",
  ["exec", "--yes", `--package=${version}`, "--", "node", "--print", "process.env.PATH"],
  { encoding: "utf8" },
);
const packages = programs.split(":").find((folder) => folder.includes("_npx"));
if (!packages) throw new Error(`npm did not say where it put the engine: ${programs}`);
const words = process.argv.slice(2);
const { status } = spawnSync(
  playwrightProgram,
  [
    "test",
    "--config=tests/playwright.config.ts",
    "ibm-engine",
    ...(words.length > 0 ? ["-g", words.join(" ")] : []),
  ],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      MILA_IBM_ENGINE: `${dirname(packages)}/accessibility-checker-engine/ace.js`,
    },
  },
);
process.exit(status ?? 1);
