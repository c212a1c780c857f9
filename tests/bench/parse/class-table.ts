// Accuracy by class: all parts, each part, and wrong dates that look right.
//   node tests/bench/parse/class-table.ts [CLASS …] [--wrong]   lists what is wrong, without the held-out cases
//   --held-out                                                  lists the held-out ones instead
//   node tests/bench/parse/class-table.ts FILE.txt … [--wrong]   other cases in the same form, such as unseen ones;
//                                                               those below "# Held out" only count
import { type ClassCase, judge, readClass, readClasses, type Verdict } from "./classes.ts";

export function printClasses(): void {
  const rows = [...readClasses()].flatMap(([name, cases]) => rowsOf(name, cases));
  const all = [...readClasses().values()].flat();
  rows.push(
    ["all", rowOf(all)],
    ["all, held out", rowOf(all.filter(({ isHeldOut }) => isHeldOut))],
  );
  console.table(Object.fromEntries(rows));
}

function rowsOf(name: string, cases: ClassCase[]) {
  return [
    [name, rowOf(cases.filter(({ isHeldOut }) => !isHeldOut))],
    [`${name}, held out`, rowOf(cases.filter(({ isHeldOut }) => isHeldOut))],
  ] as const;
}

function rowOf(cases: ClassCase[]) {
  const verdicts = cases.map(judge);
  const without = (test: (verdict: Verdict) => boolean) =>
    Math.round((1_000 * verdicts.filter((verdict) => !test(verdict)).length) / cases.length) / 10;
  const lacks = (field: string) =>
    without(({ wrong }) => wrong.some((each) => each.field === field));
  return {
    cases: cases.length,
    "all right (%)": without(({ wrong }) => wrong.length > 0),
    "due (%)": lacks("due"),
    "category (%)": lacks("category"),
    "title (%)": lacks("title"),
    "silently wrong (%)":
      Math.round(10 * (100 - without(({ isSilentlyWrong }) => isSilentlyWrong))) / 10,
  };
}

if (import.meta.main) {
  const names = process.argv.slice(2).filter((each) => !each.startsWith("--"));
  const files = names.filter((each) => each.endsWith(".txt"));
  const isHeldOut = process.argv.includes("--held-out");
  if (files.length > 0) {
    for (const file of files) {
      const cases = readClass(file);
      console.table(Object.fromEntries(rowsOf(file, cases)));
      if (!process.argv.includes("--wrong")) continue;
      for (const each of cases) if (!each.isHeldOut) print(each);
    }
  } else if (process.argv.includes("--wrong") || isHeldOut) {
    for (const [name, cases] of readClasses()) {
      if (names.length > 0 && !names.includes(name)) continue;
      for (const each of cases.filter((one) => one.isHeldOut === isHeldOut)) print(each);
    }
  } else printClasses();
}

function print(each: ClassCase): void {
  const { wrong, isSilentlyWrong } = judge(each);
  if (wrong.length === 0) return;
  console.log(`${isSilentlyWrong ? "✗✗" : "✗"} ${JSON.stringify(each.request.text)}`);
  for (const { task, field, got, wanted } of wrong)
    console.log(`    ${task + 1}. ${field}: ${got}   wanted: ${wanted}`);
}
