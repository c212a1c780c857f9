import { smtpConnections } from "#app/services/smtp/pool.server.ts";
import type { Accepted } from "../../fakes/accepted-log.ts";
import type { Installation } from "../installation.ts";
import { type Kill, readKills } from "../kill-at-step.ts";
import { readOutcome } from "../outcome.ts";
import { startProgram, startWorker } from "../program.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { builtWorker } from "../../../scripts/start/built.ts";
import { endLeases, until, untilFinished } from "../waiting.ts";

const rowsEachKill = 6;
/**
 * An email that a worker has sent may arrive after its death; the next kill is at least 250 ms
 * later.
 */
const onTheWayMs = 100;

/**
 * Step, before or after, the highest passing sure to occur, and, while sending, a delay.
 * The sweep recovers what the previous kill interrupted between claim and record.
 */
const points = [
  { at: "tick,before", turns: 3 },
  { at: "tick,after", turns: 3 },
  { at: "enqueued,before", turns: 1 },
  { at: "enqueued,after", turns: 1 },
  { at: "claimed,before", turns: 1 },
  { at: "claimed,after", turns: 1 },
  { at: "sent,before", turns: rowsEachKill, isDuring: true },
  { at: "sent,before", turns: rowsEachKill },
  { at: "resolved,before", turns: 1, isSweep: true },
  { at: "sent,after", turns: rowsEachKill },
  { at: "resolved,after", turns: 1, isSweep: true },
  { at: "recorded,before", turns: 1 },
  { at: "recorded,after", turns: 1 },
];

export const workerKilledAtSteps: Row = {
  name: "worker-killed-at-steps",
  fault: "worker killed before, during and after each step",
  count: 10,
  isLong: true,
  async run({ count, isQuick, random, installation }) {
    const { db } = installation;
    await using twilio = await startProvider(installation, "twilio");
    await using smtp = await startProvider(installation, "smtp");
    const kills = Array.from({ length: count }, () => points).flat();
    const { reminderIds } = await seedReminders(db, kills.length * rowsEachKill, {
      isByEmail: (person) => person % 2 === 1,
    });
    let survived = 0;
    for (const [turn, { at, turns, isDuring, isSweep }] of kills.entries()) {
      await makeDue(db, reminderIds.slice(turn * rowsEachKill, (turn + 1) * rowsEachKill));
      if (isSweep) await endLeases(db);
      const laterMs = isDuring ? random.whole(1, 12) : 0;
      if (!(await killAt(installation, `${at},${random.whole(1, turns)},${laterMs}`)))
        survived += 1;
    }
    if (isQuick) await endLeases(db);
    await using _worker = await startWorker(installation);
    const finishedMs = await untilFinished(db);
    const texts = await readOutcome(db, twilio.accepted());
    const mails = await readOutcome(db, smtp.accepted());
    const { lost, unconfirmed, isSound, maxCopies, sent } = await readOutcome(db, [
      ...twilio.accepted(),
      ...smtp.accepted(),
    ]);
    const endedBy = killsBehind(
      mails.repeatedMarks,
      smtp.accepted(),
      readKills(installation.folder),
    );
    return judge(
      {
        kills: kills.length,
        rows: reminderIds.length,
        lost,
        "extra asked": texts.extra,
        "extra unasked": mails.extra,
        unconfirmed,
      },
      {
        "every kill happens": survived === 0,
        "nothing is lost": lost === 0 && sent === reminderIds.length,
        "no extra copy where the provider can be asked": texts.extra === 0,
        "one extra copy a kill and connection at most where it cannot":
          [...Map.groupBy(endedBy, (kill) => kill?.at).values()].every(
            (copies) => copies.length <= smtpConnections,
          ) && maxCopies <= 2,
        "extra copies come from kills between sending and recording alone": endedBy.every(
          (kill) => kill?.underway,
        ),
        "the database is sound": isSound,
      },
      { "nothing is stuck over 2 min": finishedMs !== null && finishedMs < 120_000 },
    );
  },
};

/** Returns whether the worker has killed itself. */
async function killAt(installation: Installation, point: string): Promise<boolean> {
  await using worker = startProgram(installation, [builtWorker], {
    more: { FAULT_KILL_AT: point },
  });
  // Starting takes half a minute on a busy machine.
  return (await until(() => !worker.isRunning(), 90_000)) !== null;
}

/** For each duplicate, the kill that prevented the first copy's record. */
function killsBehind(
  repeatedMarks: string[],
  accepted: Accepted[],
  kills: Kill[],
): (Kill | undefined)[] {
  return repeatedMarks.map((mark) => {
    const takenAt = accepted.find(({ text }) => text.includes(mark))?.at ?? Infinity;
    return kills.find(({ at }) => at + onTheWayMs >= takenAt);
  });
}
