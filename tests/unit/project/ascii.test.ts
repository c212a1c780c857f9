import { globSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { toAscii } from "../../../programs.config.js";

test("the build's escapes mean the same in strings, templates and patterns", () => {
  const code =
    '["… “a”", `${"é"}👍`, /^[–—]👎$/u.test("–👎"), new RegExp(String.raw`^[’]\\d$`).test("’1")]';
  expect(toAscii(code)).toMatch(/^[\0-\x7f]*$/);
  expect(runInNewContext(toAscii(code))).toEqual(["… “a”", "é👍", true, true]);
});

test("only texts that become patterns are raw beyond ASCII", () => {
  const files = globSync("{app,db,jobs}/**/*.{ts,tsx}");
  const raw = files.filter((file) =>
    /String\.raw`[^`]*[^\0-\x7f][^`]*`/.test(readFileSync(file, "utf8")),
  );
  expect(raw.toSorted()).toEqual([
    "app/domain/mail/reading/mail-lines.ts",
    "app/domain/mail/reading/sentences.ts",
    "app/domain/mail/reading/title.ts",
    "app/domain/understanding/message/frame.ts",
  ]);
});
