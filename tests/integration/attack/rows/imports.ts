import * as fc from "fast-check";
import { runs } from "../../../support/runner/depth.ts";
import { testSeed } from "../../../support/runner/seed.ts";
import { type Account, plantedAccount } from "../account.ts";
import { newNetwork } from "../client.ts";
import { hostileText } from "../hostile-values.ts";
import { type Row, Trial } from "../row.ts";
import type { Target } from "../target.ts";

const page = "/preferences/data/import";

/** An hour takes 20 files of an account. */
const filesPerAccount = 15;
const slowestMs = 10_000;

/** Files of every format with hostile words, others' ids and impossible shapes. */
export const hostileImports: Row = {
  name: "hostile files to import",
  async run(target) {
    const count = runs({ full: 600, part: 40 });
    const texts = fc.sample(hostileText, { numRuns: count, seed: testSeed() });
    const files = [
      ...odd,
      ...texts.flatMap((text, at) => makers[at % makers.length]?.(text) ?? []),
    ];
    const trial = new Trial();
    for (let first = 0; first < files.length; first += filesPerAccount) {
      const { account } = await plantedAccount(target);
      for (const file of files.slice(first, first + filesPerAccount)) {
        account.network = newNetwork();
        const startedAt = performance.now();
        const taken = await importFile(account, withIds(file, target));
        if (file === plain || file === ownDownload)
          trial.works(taken, `the file is imported: ${file.slice(0, 80)}`);
        const ms = performance.now() - startedAt;
        trial.refused(ms < slowestMs, `took ${Math.round(ms)} ms: ${file.slice(0, 80)}`);
      }
    }
    const { tried, through } = trial.outcome;
    return { tried, through: [...through, ...(await target.victims.harm())] };
  },
};

const header =
  "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE";
const plain = `${header}\ntask,Milk,,4,1,,,,,`;
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const victim = "00000000-0000-7000-8000-000000000000";

/** Each is one file that has the text wherever its format takes one. */
const makers: ((text: string) => string)[] = [
  (text) =>
    `${header}\ntask,${quoted(text)},${quoted(text)},4,1,${quoted(text)},${quoted(text)},${quoted(text)},en,${quoted(text)}`,
  (text) => `${header}\ntask,${text},${text},4,1,,,every ${text},en,${text}`,
  (text) =>
    calendar(`SUMMARY:${text}`, `DESCRIPTION:${text}`, `RRULE:FREQ=DAILY;${text}`, `DUE:${text}`),
  (text) => calendar(`SUMMARY;X=${text}:Milk`, text, "RELATED-TO:a", `UID:${text}`),
  (text) =>
    JSON.stringify({
      kind: "tasks#taskLists",
      items: [
        { kind: "tasks#tasks", title: text, items: [{ title: text, notes: text, due: text }] },
      ],
    }),
  (text) =>
    JSON.stringify({
      name: text,
      lists: [{ id: text, name: text }],
      cards: [{ id: "1", idList: text, name: text, desc: text, due: text, idMembers: [text] }],
      members: [{ id: text, fullName: text }],
      checklists: [{ idCard: "1", name: text, checkItems: [{ name: text, state: text }] }],
    }),
  (text) => milaFile({ title: text, description: text, assignee: text, about: text }),
];

function calendar(...lines: string[]): string {
  const todo = ["BEGIN:VTODO", "UID:a", ...lines, "END:VTODO"];
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...todo, "END:VCALENDAR", ""].join("\r\n");
}

/** Mila's own download, with every id one of the victims'. */
function milaFile(words: Record<string, string>): string {
  const task = {
    id: victim,
    household_id: victim,
    user_id: victim,
    title: "Milk",
    category: "Kids",
    description: null,
    due_local: null,
    due_time_zone: null,
    due_has_time: 0,
    is_completed: 0,
    done_at: null,
    deleted_at: null,
    is_ahead: 0,
    was_missed: 0,
    assignee: null,
    assignee_id: victim,
    about: null,
    about_id: victim,
    ...words,
  };
  const series = { id: victim, rule: "FREQ=DAILY", counts_from: "due", ended_at: null };
  const occurrence = { series_id: victim, task_id: victim, state: "open" };
  return [
    '{"exported_at":"2026-11-30T12:00:00.000Z",',
    `"tasks":[\n${JSON.stringify(task)}\n],`,
    `"checklist_items":[\n${JSON.stringify({ task_id: victim, name: "x", ticked_at: null, deleted_at: null })}\n],`,
    `"lists":[\n${JSON.stringify({ id: victim, name: "x", deleted_at: null })}\n],`,
    `"list_items":[\n${JSON.stringify({ id: victim, list_id: victim, name: "x", ticked_at: null, deleted_at: null })}\n],`,
    `"series":[\n${JSON.stringify(series)}\n],`,
    `"series_occurrences":[\n${JSON.stringify(occurrence)}\n]`,
    "}",
  ].join("\n");
}

const ownDownload = milaFile({});
const many = 100_000;

const odd = [
  plain,
  ownDownload,
  "",
  "PK\u0003\u0004rest",
  `{"exported_at":"x",\n"tasks":${"[".repeat(many)}`,
  `{"cards":${'{"cards":'.repeat(many)}`,
  `{"__proto__":{"isAdmin":true},"cards":[{"__proto__":{"name":"x"},"name":"y"}]}`,
  `BEGIN:VCALENDAR\r\n${"BEGIN:VTODO\r\n".repeat(many)}`,
  calendar("SUMMARY:x", `RRULE:FREQ=SECONDLY;BYSECOND=${"0,".repeat(many)}0`),
  calendar("SUMMARY:x", "DTSTART:00010101T000000Z", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
  calendar(`SUMMARY:${"x\r\n ".repeat(many)}`),
  calendar("SUMMARY:x", `CATEGORIES:${'",'.repeat(many)}`, `X;${'A="'.repeat(many)}:x`),
  `${header}\ntask,"${'""'.repeat(many)}`,
  `${header}\n${`task,x${",".repeat(1_000)}\n`.repeat(100)}`,
  `${header}\n${Array.from({ length: 5_000 }, (_, depth) => `task,x,,4,${depth},,,,,`).join("\n")}`,
];

function withIds(file: string, { victims }: Target): string {
  let at = 0;
  return file.replaceAll(victim, () => victims.ids[(at += 1) % victims.ids.length] ?? victim);
}

/** Sends a file, reads its preview, and presses the button. Returns whether the file was taken. */
async function importFile(account: Account, file: string): Promise<boolean> {
  const name = 'a"\r\nX-Attack: 1 <b data-attack>.csv'.replaceAll(/["\r\n]/g, encodeURIComponent);
  const part = `Content-Disposition: form-data; name="file"; filename="${name}"`;
  const body = Buffer.from(`--b0b0b0\r\n${part}\r\n\r\n${file}\r\n--b0b0b0--\r\n`);
  const headers = { "content-type": "multipart/form-data; boundary=b0b0b0" };
  const sent = await account.post(page, body, headers);
  const preview = sent.headers.location;
  if (typeof preview !== "string") return false;
  await account.get(preview);
  const { status } = await account.post(preview, {});
  await account.get("/dashboard");
  return status === 303;
}
