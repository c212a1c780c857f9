import type { Insertable } from "kysely";
import { readSecrets } from "#app/config/secrets.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { takeMail } from "#app/domain/mail/mails.server.ts";
import { unknownMail } from "#app/domain/mail/reading/parse-mail.server.ts";
import "#app/domain/wiring/rules.server.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import type { Database } from "#db/schema.ts";
import { plantMailbox } from "../../records/plant-mailbox.ts";
import { findUserId } from "../../people/owner.ts";
import { member, type PageState, type Scene } from "./page-state.ts";
import { readerSettings } from "../../mails/reader-settings.ts";
import { openData } from "../../records/open-data.ts";

const title = "From school · Mila";

const newsletter = [
  "Dear families,",
  "",
  "- Mon 14 Dec - PE kit needed for all of Year 3",
  "- Tuesday 15 December: Christmas concert in the hall, 2pm. Please arrive by 1.45pm.",
  "- Friday 18 December: last day of term, school finishes at 1.30pm",
  "",
  "Please return the trip permission slip by Thursday 10 December.",
  "If your child would like to join the choir, please reply by 11 December.",
  "",
  "Best wishes,",
  "Mrs Patel",
].join("\n");

const correction = [
  "Dear families,",
  "",
  "The Christmas concert is moved from Tuesday 15 December to Thursday 17 December.",
  "There is no PE on Monday 14 December.",
  "Please return the trip permission slip by Thursday 10 December.",
].join("\n");

async function addMailbox(
  { family, mila }: Scene,
  state: Partial<Insertable<Database["mailboxes"]>>,
): Promise<void> {
  await using db = openData(mila.dataFolder);
  const userId = await findUserId(mila, family.email);
  const { householdId } = await getMembership(db, userId);
  const at = earlierBy(nowIso(), { hours: 40 * 24 });
  const { encryption } = readSecrets(mila.dataFolder);
  const read = { added_at: at, tried_at: at, read_at: at };
  await plantMailbox(db, { userId, householdId }, encryption, { ...read, ...state });
}

/** Takes a mail whose sender is proven, and one that is unreadable. */
async function takeMails({ family, mila }: Scene): Promise<void> {
  await using db = openData(mila.dataFolder);
  const userId = await findUserId(mila, family.email);
  const viewer = { ...(await getMembership(db, userId)), userId, timeZone: "America/New_York" };
  const { encryption } = readSecrets(mila.dataFolder);
  const mail = {
    messageId: "1@oak.example",
    sender: { name: "Oak School", address: "office@oak.example" },
    subject: "The trip",
    sentAt: nowIso(),
    text: "Please return the trip slip by June 10, 2041.",
    calendars: [],
    hasUnreadPart: true,
    isProven: true,
  };
  await takeMail(db, viewer, mail, readerSettings(encryption));
  await takeMail(
    db,
    viewer,
    { ...unknownMail, messageId: "2@oak.example" },
    readerSettings(encryption),
  );
}

export const mailStates: Record<string, PageState> = {
  "mail, none": { ...member, title, open: ({ user }) => user.visit("/mail") },
  "mail, without words": {
    ...member,
    title,
    status: 400,
    open: async ({ user }) => {
      await user.visit("/mail");
      await user.skipBrowserChecks();
      await user.press("Read it");
      await user.sees("Please paste a mail first");
    },
  },
  "mail, a newsletter": {
    ...member,
    title,
    open: async ({ user, family }) => {
      await family.post("/mail", { text: newsletter });
      await user.visit("/mail");
    },
  },
  "mail, added": {
    ...member,
    title,
    open: async ({ user, family }) => {
      await family.post("/mail", { text: newsletter });
      await user.visit("/mail");
      await user.press("Add the ticked ones: Dear families,");
      await user.sees("No mail waits for you.");
    },
  },
  "mail, changes of an earlier one": {
    ...member,
    title,
    open: async ({ user, family }) => {
      await family.post("/mail", { text: newsletter });
      await user.visit("/mail");
      await user.press("Add the ticked ones: Dear families,");
      await user.sees("No mail waits for you.");
      await family.post("/mail", { text: correction });
      await user.visit("/mail");
      await user.sees("Move “");
    },
  },
  "mail, nothing to do": {
    ...member,
    title,
    open: async ({ user, family }) => {
      await family.post("/mail", { text: "Thank you all for a lovely fair.\nBest wishes,\nSue" });
      await user.visit("/mail");
    },
  },
  "mail, a mailbox that refuses": {
    ...member,
    title,
    open: async (scene) => {
      await addMailbox(scene, { host: "imap.example.com", problem: "wrong_password", failures: 3 });
      await scene.user.visit("/mail");
    },
  },
  "school mail, none": {
    ...member,
    title: "School mail · Mila",
    open: ({ user }) => user.visit("/preferences/mail"),
  },
  "school mail, an address": {
    ...member,
    title: "School mail · Mila",
    open: async ({ user }) => {
      await user.visit("/preferences/mail");
      await user.press("Make an address");
      await user.sees("Your address is ready");
    },
  },
  "school mail, two mailboxes": {
    ...member,
    title: "School mail · Mila",
    open: async (scene) => {
      await addMailbox(scene, { host: "imap.example.com" });
      await addMailbox(scene, { host: "mail.example.org", problem: "no_folder" });
      await scene.user.visit("/preferences/mail");
    },
  },
  "school mail, a provider without passwords": {
    ...member,
    title: "School mail · Mila",
    status: 400,
    open: async ({ user }) => {
      await user.visit("/preferences/mail");
      await user.fill("Address of the mailbox", "nora@outlook.com");
      await user.fill("Its password, or an app password", "secret");
      await user.press("Add");
      await user.sees("lets no program in with a password");
    },
  },
  "mail, of a mailbox": {
    ...member,
    title,
    open: async (scene) => {
      await takeMails(scene);
      await scene.user.visit("/mail");
    },
  },
  "school mail, a sender": {
    ...member,
    title: "School mail · Mila",
    open: async ({ user, family }) => {
      const header = [
        "From: Oak School <office@oak.example>",
        "Subject: News",
        "Date: Tue, 1 Dec 2026 09:00:00 -0500",
        "To: Families <all@oak.example>",
      ];
      const text = `${header.join("\n")}\n\n${newsletter}`;
      await family.post("/mail", { text });
      await user.visit("/mail");
      await user.unfold("More: News");
      await user.press("Never from this sender: News");
      await user.sees("I leave out mails from Oak School now.");
      await user.visit("/preferences/mail");
    },
  },
};
