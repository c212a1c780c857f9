import { type Kysely, sql } from "kysely";
import "#app/domain/wiring/rules.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Outbox } from "#app/domain/outbox/message-type.ts";
import { createDeliver, type Deliver } from "#app/domain/outbox/sending/deliver.server.ts";
import { addFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import type { Database } from "#db/schema.ts";
import { newSender } from "../support/messages/deliveries.ts";
import { confirmedPhone } from "../support/people/confirmed-phone.ts";
import { listTables } from "../support/records/tables.ts";
import { newFamily, newMember } from "../support/records/family.ts";
import { nameAccount } from "../support/records/people.ts";
import type { Chance } from "./chance.ts";
import { standingClock } from "./clock.ts";
import { newOutside, type Outside } from "./outside.ts";

export const names = ["Nora", "Sam", "Zoe", "Lea"] as const;
export type Name = (typeof names)[number];

/**
 * Two of the same name, each with a number, and a grandmother who has one as well. All can be
 * asked: they are partners.
 */
export const numbers = {
  Nora: "+12015550101",
  Sam: "+12015550102",
  Zoe: "+12015550103",
  Lea: "+12015550104",
  "Nora's Otto": "+12015550111",
  "Zoe's Otto": "+12015550112",
  "Nora's Grandma": "+12015550113",
} as const;

/** He writes to Mila in Telegram too, and is reminded there. */
export const samsChat = "1002003";

const zones = { Nora: "America/New_York", Sam: "America/New_York", Zoe: "Europe/Berlin" } as const;

/** Nora's household with Sam, Zoe's with Lea, and what they have outside Mila. */
export interface World {
  db: Kysely<Database>;
  outside: Outside;
  outbox: Outbox;
  deliver: Deliver;
  accounts: Map<Name, { userId: string; timeZone: string }>;
  /** Mila's answers to texts, with who wrote what. */
  replies: { from: string; body: string; reply: string | null }[];
  /** "TASK PERSON" where somebody was given a turn by hand. */
  turnsByHand: Set<string>;
  clock: ReturnType<typeof standingClock>;
}

/** What someone does to the world. Returns it in words, or null if there is nothing to do it to. */
export type Take = (world: World, chance: Chance) => Promise<string | null>;

/** What an action itself can see: a rule is broken. */
export class BrokenRule extends Error {
  readonly sentence: string;

  constructor(sentence: string, problem: string) {
    super(problem);
    this.sentence = sentence;
  }
}

export interface ActionKind {
  weight: number;
  take: Take;
}

export const emailOf = (name: Name) => `${name.toLowerCase()}@example.com`;

/** Empties the database, and lets both households move in. */
export async function newWorld(db: Kysely<Database>, start: string): Promise<World> {
  const clock = standingClock(start);
  await emptyAll(db);
  const outside = newOutside();
  const { outbox: sending } = newSender(db, {});
  const many = 1e6;
  const outbox: Outbox = {
    ...sending,
    isSetUp: outside.providers.isSetUp,
    limits: Object.fromEntries(Object.keys(sending.limits).map((name) => [name, many])) as never,
  };
  const deliver = createDeliver(db, outbox, outside.providers, {
    info: () => undefined,
    error: ({ err }: { err?: unknown }) => {
      throw err;
    },
  });
  const accounts: World["accounts"] = new Map();
  for (const [owner, member] of [
    ["Nora", "Sam"],
    ["Zoe", "Lea"],
  ] as const) {
    const timeZone = owner === "Nora" ? zones.Nora : zones.Zoe;
    const family = await newFamily(db, {}, timeZone);
    accounts.set(owner, { userId: family.userId, timeZone });
    await newMember(db, family.householdId);
    const { user_id } = await db
      .selectFrom("household_members")
      .select("user_id")
      .where("household_id", "=", family.householdId)
      .where("role", "=", "member")
      .executeTakeFirstOrThrow();
    accounts.set(member, { userId: user_id, timeZone });
  }
  const world: World = {
    db,
    outside,
    outbox,
    deliver,
    accounts,
    replies: [],
    turnsByHand: new Set(),
    clock,
  };
  for (const [name, { userId }] of accounts) {
    await nameAccount(db, userId, name);
    await db
      .updateTable("users")
      .set({ email: emailOf(name), email_verified_at: nowIso() })
      .where("id", "=", userId)
      .execute();
    await db
      .updateTable("user_preferences")
      .set({ ...confirmedPhone(numbers[name]), sms_enabled: 1 })
      .where("user_id", "=", userId)
      .execute();
  }
  await db
    .updateTable("user_preferences")
    .set({ telegram_chat: samsChat })
    .where("user_id", "=", accounts.get("Sam")!.userId)
    .execute();
  await addFamily(world, "Nora", [
    ["Otto", "partner", numbers["Nora's Otto"]],
    ["Grandma", "partner", numbers["Nora's Grandma"]],
    ["Emma", "child", null],
  ]);
  await addFamily(world, "Zoe", [
    ["Otto", "partner", numbers["Zoe's Otto"]],
    ["Max", "child", null],
  ]);
  return world;
}

async function addFamily(
  world: World,
  of: Name,
  members: [string, "partner" | "child", string | null][],
): Promise<void> {
  const viewer = await viewerOf(world, of);
  for (const [name, relation, phone] of members)
    await addFamilyMember(world.db, viewer, { name, relation, phone, email: null });
  // The adults of a household are in its family too, so that they can be asked.
  await world.db
    .updateTable("people")
    .set({ relation: "partner" })
    .where("household_id", "=", viewer.householdId)
    .where("user_id", "is not", null)
    .execute();
}

export async function viewerOf(world: World, name: Name): Promise<ZonedViewer> {
  const { userId, timeZone } = world.accounts.get(name)!;
  const householdId = (await findHouseholdIds(world.db, [userId])).get(userId);
  if (!householdId) throw new Error(`${name} is in no household`);
  return { userId, timeZone, householdId };
}

export async function someone(
  world: World,
  chance: Chance,
): Promise<ZonedViewer & { name: Name; email: string }> {
  const name = chance.of(names);
  return { ...(await viewerOf(world, name)), name, email: emailOf(name) };
}

/** Lets a few seconds pass, as between two presses. */
export function letSecondsPass({ clock }: World, chance: Chance): void {
  clock.set(laterBy(nowIso(), { seconds: 1 + chance.below(40) }));
}

let tables: string[] | undefined;

async function emptyAll(db: Kysely<Database>): Promise<void> {
  tables ??= (await listTables(db)).filter((name) => !name.startsWith("migration"));
  await sql`pragma foreign_keys = off`.execute(db);
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`pragma foreign_keys = on`.execute(db);
}
