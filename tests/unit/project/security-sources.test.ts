import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = globSync("{app,db,jobs,scripts/{commands,start,users}}/**/*.{ts,tsx}");
const filesWith = (pattern: RegExp) =>
  files.filter((path) => pattern.test(readFileSync(path, "utf8")));

test("only pauses between tries are drawn without the system's generator", () => {
  expect(filesWith(/\bMath\.random\b/)).toEqual(["app/domain/outbox/sending/after-sending.ts"]);
});

test("no page listens for messages of other windows", () => {
  const listening =
    /(?:(?:window|globalThis|self)\??\.|(?<![\w.]))addEventListener\(\s*"message"|\bonmessage\b/;
  expect(filesWith(listening)).toEqual([]);
  const listeners = filesWith(/addEventListener\(\s*"message"/);
  expect(listeners.filter((path) => path.startsWith("app/service-worker/"))).toEqual([
    "app/service-worker/queue/index.ts",
  ]);
});
