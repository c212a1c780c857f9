// npm run image:test: builds the image and runs its files as Docker would, on machines without Docker.
//   -- --rootfs FOLDER  uses an image built before
//   -- --only WORDS     only checks with these words in their name
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { apart } from "../../tests/image/checks/apart.ts";
import { commands } from "../../tests/image/checks/commands.ts";
import { contents } from "../../tests/image/checks/contents.ts";
import { everything } from "../../tests/image/checks/everything.ts";
import { killed } from "../../tests/image/checks/killed.ts";
import { otherUser } from "../../tests/image/checks/other-user.ts";
import { stoppedWhileSending } from "../../tests/image/checks/stopped-while-sending.ts";
import { volumeFull } from "../../tests/image/checks/volume-full.ts";
import { volumeNotWritable } from "../../tests/image/checks/volume-not-writable.ts";
import { buildImage, whyNot } from "../../tests/image/image.ts";

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { rootfs: text, only: text } });
const all = [
  contents,
  everything,
  killed,
  stoppedWhileSending,
  otherUser,
  volumeNotWritable,
  volumeFull,
  apart,
  commands,
];
const checks = all.filter(({ name }) => name.includes(values.only ?? ""));
const reason = whyNot();
if (reason) {
  console.log(
    `SKIPPED: the image can't be tested here: ${reason}.\n0 passed, 0 failed, ${checks.length} skipped`,
  );
  process.exit(0);
}
if (!values.rootfs) console.log("Building the image …");
const image = buildImage(values.rootfs);
if (!values.rootfs) console.log(`Built in ${image.buildSeconds} s`);

let failed = 0;
const figures: Record<string, number | string> = {};
for (const { name, run } of checks) {
  const startedAt = performance.now();
  const problem = await run(image).then(
    (measured) => void Object.assign(figures, measured),
    (error: Error) => error,
  );
  if (problem) failed += 1;
  console.log(
    `${problem ? "✗" : "✓"} ${name} (${Math.round((performance.now() - startedAt) / 1_000)} s)`,
  );
  if (problem) console.log(problem.stack);
}
if (!values.rootfs) rmSync(dirname(image.root), { recursive: true });
console.log(
  Object.entries(figures)
    .map(([name, figure]) => `  ${name}: ${figure}`)
    .join("\n"),
);
console.log(`\n${checks.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 || checks.length === 0 ? 1 : 0);
