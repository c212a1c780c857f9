import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test.each(["process.exit()", 'throw new Error("crashed")'])("%s loses no log line", (ending) => {
  const program = `import { log } from "#app/config/log.server.ts"; log.info("first"); log.info("last words"); ${ending}`;
  const env = { ...process.env, NODE_ENV: "production" as const };
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    env,
    encoding: "utf8",
  });
  expect(stdout.trim().split("\n")).toEqual([
    expect.stringContaining("first"),
    expect.stringContaining("last words"),
  ]);
});
