import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isCurrent, markAsBuilt, sources } from "../../../scripts/start/current-build.ts";

test("a build is current until a source changes, and again once it is as before", () => {
  const { tree, write } = builtTree();
  expect(isCurrent(tree)).toBe(true);
  write("const size = 2;");
  expect(isCurrent(tree)).toBe(false);
  write("const size = 1;");
  expect(isCurrent(tree)).toBe(true);
  // The second time it is known by when the files changed.
  expect(isCurrent(tree)).toBe(true);
});

test("a renamed source needs another build", () => {
  const { tree, file } = builtTree();
  expect(isCurrent(tree)).toBe(true);
  renameSync(file, `${file}x`);
  expect(isCurrent(tree)).toBe(false);
});

test("another build's sources are read again", () => {
  const { tree } = builtTree();
  expect(isCurrent(tree)).toBe(true);
  writeFileSync(join(tree, "build/sources.sha256"), "another");
  expect(isCurrent(tree)).toBe(false);
});

function builtTree() {
  const tree = mkdtempSync(join(tmpdir(), "mila-build-"));
  onTestFinished(() => rmSync(tree, { recursive: true }));
  mkdirSync(join(tree, "build"));
  for (const path of sources) mkdirSync(join(tree, path), { recursive: true });
  const file = join(tree, "app", "size.ts");
  const write = (text: string) => writeFileSync(file, text);
  write("const size = 1;");
  markAsBuilt(tree);
  return { tree, file, write };
}
