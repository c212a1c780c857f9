import { expect, test } from "vitest";
import { findUnusedExports } from "../../support/source/exports.ts";

/** Remix finds these exports by name. */
const remix =
  /^(default|loader|action|clientLoader|clientAction|meta|links|headers|handle|shouldRevalidate|ErrorBoundary|HydrateFallback|Layout|handleError|streamTimeout)$/;

const calledByRemix = (unused: string): boolean => {
  const [file = "", name = ""] = unused.split(": ");
  return /^app\/(routes\/|routes\.ts|root\.tsx|entry\.)/.test(file) && remix.test(name);
};

test("what a file exports is used by another", () => {
  const unused = findUnusedExports(
    "{app,db,jobs,scripts}/**/*.{ts,tsx}",
    "{*,{app,db,jobs,scripts,migrations,tests}/**/*}.{ts,tsx,js}",
  );
  expect(unused.filter((one) => !calledByRemix(one))).toEqual([]);
});
