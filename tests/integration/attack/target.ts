import { setTimeout as sleep } from "node:timers/promises";
import { whereSendable } from "#app/domain/outbox/queries/sendable.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { type FakeSmtp, startFakeSmtp } from "../../fakes/smtp.ts";
import { type FakeTwilio, startFakeTwilio } from "../../fakes/twilio.ts";
import { startMila } from "../../support/product/mila.ts";
import type { RunningMila } from "../../support/product/shared-mila.ts";
import { Judge } from "./judge.ts";
import { newVictims, type Victims } from "./victims.ts";
import { openData } from "../../support/records/open-data.ts";

/** A running product as its attackers know it. */
export interface Site {
  url: string;
  judge: Judge;
  canMail: boolean;
  /** The path in the newest mail to an address. */
  linkTo: (email: string, path: string) => Promise<string>;
}

export interface Target extends Site, RunningMila {
  twilio: FakeTwilio;
  smtp: FakeSmtp;
  victims: Victims;
  log: () => Promise<string>;
  /** Waits until no message is due. */
  settle: () => Promise<void>;
  /** As if a day had passed, or the limit that one attack reaches would stop the next. */
  forgetCounts: () => Promise<void>;
}

/** Starts the product with mail and texts, and a family in it. */
export async function startTarget(): Promise<Target> {
  const [twilio, smtp] = await Promise.all([
    startFakeTwilio({ isReporting: false }),
    startFakeSmtp(),
  ]);
  const mila = await startMila({ ...twilio.settings, ...smtp.settings, TRUST_PROXY: "1" });
  const db = openData(mila.dataFolder);
  const judge = new Judge();
  for (const secret of [twilio.settings.TWILIO_AUTH_TOKEN, "fake-smtp-password"])
    if (secret) judge.secrets.add(secret);
  const site = {
    url: mila.url,
    dataFolder: mila.dataFolder,
    judge,
    canMail: true,
    linkTo: (email: string, path: string) => newestLink(smtp, email, path),
    twilio,
    smtp,
    db,
    log: mila.wholeOutput,
    settle: () => settle(db),
    forgetCounts: () => forgetCounts(db),
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await mila[Symbol.asyncDispose]();
      await twilio[Symbol.asyncDispose]();
      await smtp[Symbol.asyncDispose]();
    },
  };
  return { ...site, victims: await newVictims(site) };
}

async function newestLink(smtp: FakeSmtp, email: string, path: string): Promise<string> {
  const link = new RegExp(`${path.replaceAll("/", "\\/")}[\\w?=./-]+`);
  for (let tries = 0; tries < 600; tries += 1) {
    const mails = smtp.mails().filter(({ recipients }) => recipients.includes(email));
    const found = mails.flatMap((mail) => link.exec(mail.email.text ?? "")?.[0] ?? []).at(-1);
    if (found) return found;
    await sleep(50);
  }
  throw new Error(`${email} got no mail with ${path}`);
}

/** Drafts that wait for their sender to confirm an address do not count. */
async function settle(db: Target["db"]): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const sendable = whereSendable(
      db,
      { messageTypes, isSetUp: () => true },
      new Date().toISOString(),
    );
    const { due } = await db
      .selectFrom("deliveries")
      .select(({ fn }) => fn.countAll<number>().as("due"))
      .where((eb) => eb.or([eb("state", "=", "sending"), sendable(eb)]))
      .executeTakeFirstOrThrow();
    if (due === 0) return;
    await sleep(50);
  }
  throw new Error("Messages are still waiting after 30 s");
}

async function forgetCounts(db: Target["db"]): Promise<void> {
  for (const table of ["messages_to_others", "limit_events"] as const)
    await db.deleteFrom(table).execute();
}
