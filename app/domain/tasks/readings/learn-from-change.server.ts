import type { Transaction, Updateable } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import { listFamilyNames } from "#app/domain/people/family/family-names.server.ts";
import {
  type Correction,
  learnFrom,
} from "#app/domain/understanding/learned/learned-words.server.ts";
import type { Category, Database } from "#db/schema.ts";
import type { Member, Task } from "../find-tasks.server.ts";
import { findTaskReading } from "./task-reading.server.ts";

/** Teaches the household when someone changes what Mila understood. */
export async function learnFromChange(
  trx: Transaction<Database>,
  member: Member,
  before: Task,
  values: Updateable<Database["tasks"]>,
): Promise<void> {
  const reading = await findTaskReading(trx, before.id);
  if (!reading) return;
  const category = values.category !== before.category ? values.category : undefined;
  const read = {
    title: reading.title,
    due: before.due_local,
    isTimeSaid: reading.is_time_said === 1,
  };
  await learn(trx, member, read, { category, due: values.due_local ?? null });
}

/** @param changed has the category only if it is another one */
export async function learn(
  trx: Transaction<Database>,
  member: Member,
  read: { title: string; due: string | null; isTimeSaid: boolean },
  changed: { category: Category | undefined; due: string | null },
): Promise<void> {
  const correction: Correction = { title: read.title };
  if (changed.category) correction.category = changed.category;
  const time = read.isTimeSaid ? null : otherTime(read.due, changed.due);
  if (time) correction.time = time;
  if (!correction.category && !time) return;
  await learnFrom(
    trx,
    member,
    correction,
    await listFamilyNames(trx, member.householdId),
    nowIso(),
  );
}

/** Returns another time on the same day, HH:mm. */
function otherTime(before: string | null, after: string | null): string | null {
  const [[day, time], [newDay, newTime]] = [before?.split("T") ?? [], after?.split("T") ?? []];
  return day && newTime && day === newDay && time !== newTime ? newTime : null;
}
