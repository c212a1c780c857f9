import { expect, test } from "vitest";
import { isBuilt, patch } from "#tests/support/runner/mutated-build.ts";

const guard = [
  "function allow(user) {",
  "  if (count(user) >= max) return false;",
  "  return true;",
  "}",
];
const removed = ["function allow(user) {", "  return true;", "}"];

test("a removed line leaves the build, where its names were changed", () => {
  const built = [
    "const max$1 = 3;",
    "function allow(user) {",
    "  if (count$2(user) >= max$1) return false;",
  ];
  const rest = ["  return true;", "}", "function other() {", "  return true;", "}"];
  expect(patch([...built, ...rest].join("\n"), guard, removed)).toBe(
    [...built.slice(0, 2), ...rest].join("\n"),
  );
});

test("a changed line keeps the names that the build gave it", () => {
  const changed = guard.map((line) => line.replace(">= max", ">= max * 100"));
  const built = "  if (count$2(user) >= max$1) return false;";
  expect(patch(built, guard, changed)).toBe("  if (count$2(user) >= max$1 * 100) return false;");
});

test.each(["max$1", "max$b", "max$$", "max$_3", "max2"])("%s is max to the build", (name) => {
  const built = [
    `const ${name} = 3;`,
    "function allow(user) {",
    `  if (count(user) >= ${name}) return false;`,
  ];
  expect(patch([...built, "  return true;", "}"].join("\n"), guard, removed)).not.toContain(
    "return false",
  );
});

test("lines that the build has twice, or not at all, are not patched", () => {
  const twice = [...guard, ...guard].join("\n");
  expect(patch(twice, guard, removed)).toBe(null);
  expect(patch("const max = 3;", guard, removed)).toBe(null);
});

test("an inserted line follows the one before it", () => {
  expect(patch(removed.join("\n"), removed, guard)).toBe(guard.join("\n"));
});

test("a property keeps its name where a variable of that name was changed", () => {
  const before = ["const isNew = (user, name) => user.name !== name;"];
  const after = ["const isNew = (user, name) => user.name !== name && name;"];
  const built = "const isNew$1 = (user, name2) => user.name !== name2;";
  expect(patch(built, before, after)).toBe(
    "const isNew$1 = (user, name2) => user.name !== name2 && name2;",
  );
});

test("what the build left out is not built, though another file has one of that name", () => {
  expect(isBuilt("function allow() {\n}", guard, removed)).toBe(false);
  expect(isBuilt("function allow$1(user2) {\n}", guard, removed)).toBe(true);
});
