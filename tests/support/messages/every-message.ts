import type { Message } from "#app/domain/outbox/message.ts";
import { schoolMailMessage } from "#app/domain/summary/messages/school-mail-text.ts";
import { dailySummaryMessage } from "#app/domain/summary/messages/daily-summary-text.ts";
import { delegationAnswerMessage } from "#app/domain/delegation/messages/answer-text.ts";
import { delegationChangeMessage } from "#app/domain/delegation/messages/change-text.ts";
import { givenMessage } from "#app/domain/tasks/giving/given-text.ts";
import { delegationHandoverMessage } from "#app/domain/delegation/messages/handover-text.ts";
import { delegationReleaseMessage } from "#app/domain/delegation/messages/release-text.ts";
import {
  delegationRequestMessage,
  yoursAgainMessage,
} from "#app/domain/delegation/messages/request-text.ts";
import {
  emailChangedMessage,
  emailVerificationMessage,
} from "#app/domain/accounts/messages/email-verification.server.ts";
import { invitationMessage } from "#app/domain/people/messages/invitation.server.ts";
import { lateRemindersMessage } from "#app/domain/reminders/messages/late-reminders-text.ts";
import { ownerNoticeMessage } from "#app/domain/instance/messages/owner-notice-text.ts";
import { passwordResetMessage } from "#app/domain/accounts/messages/password-reset.server.ts";
import { numberTakenMessage } from "#app/domain/preferences/messages/number-taken.server.ts";
import { phoneCodeMessage } from "#app/domain/preferences/messages/phone-code.server.ts";
import { reminderMessage } from "#app/domain/reminders/messages/reminder-text.ts";
import { testMessage } from "#app/domain/preferences/messages/test.server.ts";
import { welcomeMessage } from "#app/domain/people/messages/welcome-text.ts";

const timeZone = "America/New_York";
const reader = { timeZone, origin: "https://mila.example.com", now: "2026-11-21T12:00:00.000Z" };
const owner = { ...reader, emailOf: () => "anna@example.com" };
const reached = { householdId: "1", ownerId: "2", used: 10_000, most: 10_000, what: "open tasks" };
const token = `01a2b3c4-0000-7000-8000-0123456789ab.1.${"k3y".repeat(14)}k`;

const all = <Task>(tasks: Task[]) => ({ tasks, count: tasks.length });

export function everyMessage(title = "Pick up Emma", name = "Anna"): Record<string, Message> {
  const due = { instant: "2026-11-21T20:00:00.000Z", timeZone };
  const missed = { instant: "2026-11-20T14:30:00.000Z", timeZone };
  const soon = { instant: "2026-11-24T14:30:00.000Z", timeZone };
  const task = { id: "01a2b3c4-0000-7000-8000-0123456789ab", title, description: null, due };
  const delegation = { name, status: "accepted" as const };
  const nobodys = { whose: null, isYours: false, hasTime: true };
  const sender = { name, email: "anna@example.com" };
  return {
    reminder: reminderMessage({ task, ...reader }),
    "reminder from another zone": reminderMessage({
      task: { ...task, description: "Bring her bag", due: { ...due, timeZone: "Europe/Berlin" } },
      ...reader,
    }),
    "one late reminder": lateRemindersMessage({ tasks: [{ ...task, due: missed }], ...reader }),
    "late reminders": lateRemindersMessage({
      tasks: [{ ...task, due: missed }, task, { ...task, title: "Call grandma", due: soon }, task],
      ...reader,
    }),
    "daily summary": dailySummaryMessage({
      overdue: all([
        { ...nobodys, isYours: true, title: "Pay the rent", due: missed, delegation: null },
      ]),
      today: all([
        { ...nobodys, title, due, delegation },
        { ...nobodys, title: "Buy milk", due, delegation: { name, status: "declined" } },
        { ...nobodys, title: "Water the plants", due, delegation: { name, status: "pending" } },
      ]),
      nextDays: all([
        { ...nobodys, whose: name, title: "Dentist for Emma", due: soon, delegation: null },
      ]),
      mails: 2,
      answers: [
        { name, status: "declined", title, line: "I'm at work" },
        { name, status: "accepted", title: "Buy milk", line: null },
        { name, status: "done", title: "Call grandma", line: null },
      ],
      ...reader,
    }),
    "quiet daily summary": dailySummaryMessage({
      overdue: all([]),
      today: all([]),
      nextDays: all([{ ...nobodys, title, due: soon, delegation: null }]),
      mails: 0,
      answers: [],
      ...reader,
    }),
    "school mail": schoolMailMessage(2, reader.origin),
    "daily summary with one answer": dailySummaryMessage({
      overdue: all([{ ...nobodys, title: "Pay the rent", due: missed, delegation: null }]),
      today: all([
        { ...nobodys, title, due, delegation },
        { ...nobodys, title, due, delegation: null },
      ]),
      nextDays: all([]),
      mails: 1,
      answers: [{ name, status: "declined", title, line: "I'm at work" }],
      ...reader,
    }),
    test: testMessage(reader),
    "phone code": phoneCodeMessage({ code: "012345", ...reader }),
    "number taken": numberTakenMessage({ number: "+1 201 555 0123", ...reader }),
    "password reset": passwordResetMessage({ url: `${reader.origin}/auth/reset?token=${token}` }),
    "email verification": emailVerificationMessage({
      url: `${reader.origin}/auth/verify?token=${token}`,
    }),
    "email changed": emailChangedMessage(reader),
    invitation: invitationMessage({
      inviter: sender,
      url: `${reader.origin}/accept-invitation?token=${token}`,
    }),
    welcome: welcomeMessage({
      name,
      relation: "spouse",
      addedBy: sender,
      url: `${reader.origin}/auth`,
      isInvited: true,
    }),
    "delegation request": delegationRequestMessage({
      asker: sender,
      task,
      url: `${reader.origin}/delegations/${token}`,
      ...reader,
      timeZone: null,
    }),
    "delegation request for all": delegationRequestMessage({
      asker: sender,
      task,
      following: "every Tuesday, except School holidays",
      url: `${reader.origin}/delegations/${token}`,
      ...reader,
      timeZone: null,
    }),
    "delegation request, yours again": yoursAgainMessage({
      asker: sender,
      task,
      url: `${reader.origin}/delegations/${token}`,
      ...reader,
      timeZone: null,
    }),
    "delegation answer, not this time": delegationAnswerMessage({
      who: name,
      answer: "not_this_time",
      task,
      line: null,
      ...reader,
    }),
    "delegation answer, gave up": delegationAnswerMessage({
      who: name,
      answer: "gave_up",
      task,
      line: null,
      ...reader,
    }),
    "delegation answer, reopened": delegationAnswerMessage({
      who: name,
      answer: "reopened",
      task,
      line: null,
      ...reader,
    }),
    "delegation answer, missed again": delegationAnswerMessage({
      who: name,
      answer: "reopened",
      task,
      line: null,
      isMissed: true,
      ...reader,
    }),
    "delegation answer": delegationAnswerMessage({
      who: name,
      answer: "declined",
      task,
      line: "I'm at work",
      ...reader,
    }),
    "delegation answer, left": delegationAnswerMessage({
      who: name,
      answer: "left",
      task,
      line: null,
      ...reader,
    }),
    "owner notice, worker": ownerNoticeMessage(
      { about: "worker_was_down", from: missed.instant, until: due.instant },
      owner,
    ),
    "owner notice, backup": ownerNoticeMessage(
      { about: "backup_restored", madeAt: missed.instant, held: 12 },
      owner,
    ),
    "owner notice, disk": ownerNoticeMessage(
      { about: "disk", level: "filling", usedPercent: 81, fullPercent: 95 },
      owner,
    ),
    "owner notice, full disk": ownerNoticeMessage(
      { about: "disk", level: "full", usedPercent: 95, fullPercent: 95 },
      owner,
    ),
    "owner notice, shares": ownerNoticeMessage({ about: "shares", reached: [reached] }, owner),
    "delegation handover": delegationHandoverMessage({
      who: name,
      isAccepted: true,
      title,
      url: `${reader.origin}/delegations/${token}`,
    }),
    "delegation change": delegationChangeMessage({
      news: "moved",
      mover: name,
      title,
      due: soon,
      timeZone: null,
      url: `${reader.origin}/delegations/${token}`,
      now: reader.now,
    }),
    "task given": givenMessage({
      giver: name,
      tasks: [{ ...task, title: `${title} for ${name}`, hasTime: true }],
      personId: task.id,
      ...reader,
    }),
    "tasks given": givenMessage({
      giver: name,
      tasks: [title, "Buy milk", "Dentist", "Call grandma"].map((each) => ({
        ...task,
        title: each,
        hasTime: true,
      })),
      personId: task.id,
      ...reader,
    }),
    ...Object.fromEntries(
      (["withdrawn", "given", "skipped"] as const).map((why) => {
        const facts = { who: name, why, title, url: `${reader.origin}/delegations/${token}` };
        return [`delegation release, ${why}`, delegationReleaseMessage(facts)];
      }),
    ),
  };
}
