import { readOutcome } from "../outcome.ts";
import { startProgram, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { endLeases, until, untilFinished } from "../waiting.ts";

const rowsEachKill = 6;

/** Step, before or after it, and the highest turn at which it surely comes; while sending: milliseconds later. */
const points = [
  { at: "tick,before", turns: 3 },
  { at: "tick,after", turns: 3 },
  { at: "handed over,before", turns: 1 },
  { at: "handed over,after", turns: 1 },
  { at: "claimed,before", turns: 1 },
  { at: "claimed,after", turns: 1 },
  { at: "sent,before", turns: rowsEachKill },
  { at: "sent,before", turns: rowsEachKill, isDuring: true },
  { at: "sent,after", turns: rowsEachKill },
  { at: "recorded,before", turns: 1 },
  { at: "recorded,after", turns: 1 },
];

/** A kill between these may leave a message that was taken and not recorded. */
const mayBeTakenUnrecorded = new Set([7, 8, 9]);

export const workerKilledAtSteps: Row = {
  name: "worker-killed-at-steps",
  fault: "worker killed before, during and after each step",
  count: 10,
  async run({ count, isQuick, random, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await using smtp = await startProvider(installation, "smtp");
    const kills = points.flatMap((point, index) => Array.from({ length: count }, () => ({ ...point, index })));
    const { reminderIds } = await seedReminders(db, kills.length * rowsEachKill, {
      isByEmail: (person) => person % 2 === 1,
    });
    let survived = 0;
    for (const [turn, { at, turns, isDuring }] of kills.entries()) {
      await makeDue(db, reminderIds.slice(turn * rowsEachKill, (turn + 1) * rowsEachKill));
      const laterMs = isDuring ? random.whole(1, 12) : 0;
      const killAt = `${at},${random.whole(1, turns)},${laterMs}`;
      await using worker = startProgram(installation, ["jobs/worker.ts"], { more: { FAULT_KILL_AT: killAt } });
      if ((await until(() => !worker.isRunning(), 30_000)) === null) survived += 1;
    }
    if (isQuick) await endLeases(db);
    await using _worker = await startWorker(installation);
    const finishedMs = await untilFinished(db, 180_000);
    const texts = await readOutcome(db, twilio.accepted());
    const mails = await readOutcome(db, smtp.accepted());
    const { lost, givenUp, isSound, mostCopies, ended } = await readOutcome(db, [
      ...twilio.accepted(),
      ...smtp.accepted(),
    ]);
    const turnsRepeated = mails.repeatedMarks.map((mark) => Math.floor(Number(mark.slice(3)) / rowsEachKill));
    const repeated = turnsRepeated.map((turn) => kills[turn]?.index);
    return judge(
      {
        kills: kills.length,
        rows: reminderIds.length,
        lost,
        "extra asked": texts.extra,
        "extra unasked": mails.extra,
        "given up unasked": givenUp,
      },
      {
        "every kill happens": survived === 0,
        "nothing is lost": lost === 0 && (ended.sent ?? 0) + givenUp === reminderIds.length,
        "no extra copy where the provider can be asked": texts.extra === 0,
        "one extra copy a kill at most where it cannot":
          new Set(turnsRepeated).size === turnsRepeated.length && mostCopies <= 2,
        "extra copies come from kills between sending and recording alone": repeated.every(
          (index) => index !== undefined && mayBeTakenUnrecorded.has(index),
        ),
        "the database is sound": isSound,
      },
      { "nothing is stuck over 2 min": finishedMs !== null && finishedMs < 120_000 },
    );
  },
};
