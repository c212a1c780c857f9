// Right questions and changes, and plain tasks that were taken for one.
//   node tests/bench/parse/command-table.ts FILE.txt …
//   node tests/bench/parse/command-table.ts FILE.txt … --wrong   lists wrong ones, but none held out
import { mistakesOf, readCommands } from "./commands.ts";

for (const file of process.argv.slice(2).filter((each) => each.endsWith(".txt"))) {
  const { cases, ...context } = readCommands(file);
  const judged = cases.map((each) => ({ ...each, mistakes: mistakesOf(each, context) }));
  const rowOf = (isHeldOut: boolean) => {
    const half = judged.filter((each) => each.isHeldOut === isHeldOut);
    const tasks = half.filter(({ wanted }) => [wanted.type].flat().includes("task"));
    const others = half.filter((each) => !tasks.includes(each));
    const right = (some: typeof half) => some.filter(({ mistakes }) => mistakes.length === 0);
    const isTaken = ({ mistakes }: (typeof half)[0]) =>
      mistakes.some((each) => each.startsWith("type:"));
    return {
      "questions, changes, lists": others.length,
      "of them right": right(others).length,
      tasks: tasks.length,
      "tasks right": right(tasks).length,
      "taken for another type": tasks.filter(isTaken).length,
    };
  };
  console.table({ [file]: rowOf(false), [`${file}, held out`]: rowOf(true) });
  if (!process.argv.includes("--wrong")) continue;
  for (const { text, mistakes, isHeldOut } of judged)
    if (!isHeldOut && mistakes.length > 0) console.log(`✗ ${text}\n    ${mistakes.join("\n    ")}`);
}
