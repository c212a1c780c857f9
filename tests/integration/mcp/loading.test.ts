import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the protocol's package loads with the first assistant, without its other servers", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    "tests/integration/mcp/loaded-packages.ts",
  ]);
  expect(JSON.parse(stdout)).toEqual({ before: [], after: ["@modelcontextprotocol/sdk", "ajv"] });
});
