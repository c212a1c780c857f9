// npm run bench:parse: accuracy and speed of the built-in parser, alone and with a model. The model
// is a local fake, so its times leave out network and inference.
import { parseText } from "#app/domain/understanding/parse-requests.ts";
import type { UserRequest } from "#app/domain/understanding/types.ts";
import type { ParsedRequest } from "#app/domain/understanding/types.ts";
import { understand } from "#app/domain/understanding/understand.server.ts";
import { startFakeOpenai } from "#tests/fakes/openai.ts";
import { allCases, type Case, mistakesIn } from "./cases.ts";
import { printClasses } from "./class-table.ts";
import { measureHostileTexts } from "./hostile-texts.ts";
import { worstTexts } from "./worst-texts.ts";

/** As the parse-task call does, also for questions and changes. */
const builtIn = (request: UserRequest) => parseText(request).tasks;

type Understanding = (request: Case) => Promise<ParsedRequest[]> | ParsedRequest[];

const short = allCases.filter(({ text }) => text.length < 200);

await using openai = await startFakeOpenai();
const { apiKey, baseUrl } = openai;
let users = 0;
const byModel: Understanding = async (request) => {
  // A new user and model each time: neither the hourly limit nor the answer cache should count.
  const withUser = { ...request, userId: `bench-${(users += 1)}` };
  const model = { name: `bench-${users}`, apiKey, baseUrl };
  return (await understand(withUser, { log: () => undefined, model })).drafts;
};

console.table({
  "built-in": {
    "right (%)": await percentRight(builtIn),
    ...(await times(builtIn, 20)),
  },
  "with the fake model": { "right (%)": await percentRight(byModel), ...(await times(byModel, 1)) },
});
console.log(
  `${allCases.length} cases. Each time of the built-in parser is the best of three, which leaves out what else the`,
);
console.log(
  "machine does. Limits: p99 1 ms under 200 characters, 20 ms for the worst text of 2,000.",
);
console.log(`The fake model was called ${openai.requests.length} times.`);
console.table(await measureWorstTexts());
console.table(measureHostileTexts());
printClasses();

async function percentRight(understood: Understanding): Promise<number> {
  let right = 0;
  for (const each of allCases) {
    const [first] = await understood(each);
    if (first && mistakesIn(each, first).length === 0) right += 1;
  }
  return rounded((100 * right) / allCases.length);
}

async function times(understood: Understanding, rounds: number) {
  const runs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const request of short) runs.push(await measureTime(understood, request));
  }
  runs.sort((one, other) => one - other);
  return {
    "p50 (ms)": rounded(runs[Math.floor(runs.length / 2)]!),
    "p99 (ms)": rounded(runs[Math.floor(0.99 * runs.length)]!),
  };
}

async function measureWorstTexts() {
  const rows: [string, object][] = [];
  for (const [name, text] of Object.entries(worstTexts)) {
    const runs: number[] = [];
    for (let run = 0; run < 5; run += 1)
      runs.push(await measureTime(builtIn, { ...allCases[0]!, text }));
    runs.sort((one, other) => one - other);
    rows.push([name, { "median (ms)": rounded(runs[2]!), "worst (ms)": rounded(runs[4]!) }]);
  }
  return Object.fromEntries(
    rows.toSorted(([, one], [, other]) => Object.values(other)[1] - Object.values(one)[1]),
  );
}

async function measureTime(understood: Understanding, request: Case): Promise<number> {
  const tries = understood === builtIn ? 3 : 1;
  const runs: number[] = [];
  for (let run = 0; run < tries; run += 1) {
    const start = performance.now();
    await understood(request);
    runs.push(performance.now() - start);
  }
  return Math.min(...runs);
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
