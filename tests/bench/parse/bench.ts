// npm run bench:parse: how right and how fast requests are understood, by the built-in parser alone and with a model,
// for which the stand-in serves: what its network and its thinking would take is not in it.
import { existsSync } from "node:fs";
import { parseRequests, type ParsedRequest } from "#app/domain/parsing/parse-request.ts";
import { understand } from "#app/domain/understanding/understand.server.ts";
import { startFakeOpenai } from "#tests/fakes/openai.ts";
import { type Case, mistakesIn, readCases } from "./cases.ts";
import { WORST_TEXTS } from "./worst-texts.ts";

type Understanding = (request: Case) => Promise<ParsedRequest[]> | ParsedRequest[];

const shared = new URL("../../../../shared/parse/cases.txt", import.meta.url);
const own = readCases(new URL("cases.txt", import.meta.url));
const short = own.filter(({ text }) => text.length < 200);

await using openai = await startFakeOpenai();
const { apiKey, baseUrl } = openai;
let users = 0;
const byModel: Understanding = async (request) => {
  // Each as a user of their own, since the model's limit is not what is measured; and nothing from the cache of answers.
  const asked = { ...request, userId: `bench-${(users += 1)}` };
  const model = { name: `bench-${users}`, apiKey, baseUrl };
  return (await understand(asked, { log: () => undefined, model })).drafts;
};

console.table({
  "built-in": { ...(await accuracy(parseRequests)), ...(await times(parseRequests, 20)) },
  "with the model's stand-in": { ...(await accuracy(byModel)), ...(await times(byModel, 1)) },
});
console.log(`${own.length} own cases. Each time of the built-in parser is the best of three, so that what else the`);
console.log("machine does is not in it. Held to: p99 1 ms under 200 characters, 20 ms for the worst text of 2,000.");
console.log(`The stand-in was asked ${openai.requests.length} times.`);
console.table(await worstTexts());

async function accuracy(understood: Understanding) {
  return {
    "own cases right (%)": await shareRight(own, understood),
    "shared cases right (%)": existsSync(shared) ? await shareRight(readCases(shared), understood) : "not here",
  };
}

async function shareRight(cases: Case[], understood: Understanding): Promise<number> {
  let right = 0;
  for (const each of cases) {
    const [first] = await understood(each);
    if (first && mistakesIn(each, first).length === 0) right += 1;
  }
  return rounded((100 * right) / cases.length);
}

async function times(understood: Understanding, rounds: number) {
  const runs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const request of short) runs.push(await timeOf(understood, request));
  }
  runs.sort((one, other) => one - other);
  return {
    "p50 (ms)": rounded(runs[Math.floor(runs.length / 2)]!),
    "p99 (ms)": rounded(runs[Math.floor(0.99 * runs.length)]!),
  };
}

async function worstTexts() {
  const rows: [string, object][] = [];
  for (const [name, text] of Object.entries(WORST_TEXTS)) {
    const runs: number[] = [];
    for (let run = 0; run < 5; run += 1) runs.push(await timeOf(parseRequests, { ...own[0]!, text }));
    runs.sort((one, other) => one - other);
    rows.push([name, { "median (ms)": rounded(runs[2]!), "worst (ms)": rounded(runs[4]!) }]);
  }
  return Object.fromEntries(rows.toSorted(([, one], [, other]) => Object.values(other)[1] - Object.values(one)[1]));
}

async function timeOf(understood: Understanding, request: Case): Promise<number> {
  const tries = understood === parseRequests ? 3 : 1;
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
