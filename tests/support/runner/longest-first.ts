import { existsSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** In a new clone nothing has been timed yet, and one of these at the end would leave a core idle. */
const longest = [
  "tests/integration/attack/attack.test.ts",
  "tests/integration/forms/page-html.test.ts",
  "tests/integration/server/stop.test.ts",
  "tests/integration/server/users-command.test.ts",
  "tests/integration/security/requests/origin.test.ts",
  "tests/integration/server/start.test.ts",
  "tests/integration/security/households/get-changes-nothing.test.ts",
  "tests/integration/backup/nightly.test.ts",
  "tests/integration/server/redis-again.test.ts",
  "tests/integration/backup/refused.test.ts",
  "tests/integration/security/sign-in/sign-in-limit.test.ts",
  "tests/integration/accounts/google.test.ts",
  "tests/integration/faults/crashed-runs.test.ts",
];
const missing = longest.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`No such test: ${missing.join(", ")}`);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(relative(process.cwd(), moduleId));
      return at === -1 ? longest.length : at;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- it is Vitest's own
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
