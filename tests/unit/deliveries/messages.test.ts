import { expect, test } from "vitest";
import { renderEmail } from "#app/domain/outbox/rendering/email-layout.ts";
import { segmentCount } from "#app/domain/outbox/rendering/segments.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { everyMessage } from "#tests/support/messages/every-message.ts";

const origin = "https://mila.example.com";
const taskUrl = `${origin}/tasks/01a2b3c4-0000-7000-8000-0123456789ab`;

test("every-message.ts has the words of each message type", () => {
  const withoutOwnWords = ["calendar_event", "reminder_again"];
  const kinds = Object.keys(messageTypes).filter((kind) => !withoutOwnWords.includes(kind));
  const written = Object.keys(everyMessage());
  expect(
    kinds.filter((kind) => !written.some((name) => name.includes(kind.replaceAll("_", " ")))),
  ).toEqual([]);
});

test("each message type has a short, kind text for phones", () => {
  const texts = Object.values(everyMessage()).map(({ text }) =>
    text.replace(/[\w-]+\.1\.\w+$/, "TOKEN"),
  );
  expect(texts).toEqual([
    `Mila: Pick up Emma, today at 3:00 PM. ${taskUrl}`,
    `Mila: Pick up Emma, today at 9:00 PM Berlin time. ${taskUrl}`,
    `Mila: Sorry, I'm late. Pick up Emma was due yesterday at 9:30 AM. ${taskUrl}`,
    `Mila: Sorry, I'm late. Pick up Emma was due yesterday at 9:30 AM. Pick up Emma is due today at 3:00 PM. Call grandma is due Tue, Nov 24 at 9:30 AM. And 1 more. ${origin}/dashboard`,
    `Mila: Today: Pick up Emma 3:00 PM, Buy milk 3:00 PM and 1 more. 1 overdue. 1 coming up. 3 answers to your requests. 2 school mails wait for you. ${origin}/dashboard`,
    `Mila: Nothing is due today. 1 coming up. ${origin}/dashboard`,
    `Mila: 2 school mails wait for you. ${origin}/mail`,
    `Mila: Today: Pick up Emma 3:00 PM, Pick up Emma 3:00 PM. 1 overdue. Anna said no: Pick up Emma. 1 school mail waits for you. ${origin}/dashboard`,
    `Mila: This is the test you asked for. It works: reminders will reach you here. ${origin}/preferences/notifications`,
    `Mila: 012345 is your code. If you didn't ask for it, ignore this text. Type it in at ${origin}/preferences/notifications/code`,
    `Mila: Someone else confirmed +1 201 555 0123 in their account, so I text you nothing there any more. If it's still yours, confirm it again: ${origin}/preferences/notifications`,
    `Mila: Choose a new password with this link. It works once and expires in 30 minutes. ${origin}/auth/reset?token=TOKEN`,
    `Mila: Confirm your email address with this link. It works for 24 hours. ${origin}/auth/verify?token=TOKEN`,
    `Mila: Your account is getting a new email address. Not you? Choose a new password: ${origin}/auth/forgot`,
    `Mila: Anna (anna@example.com) invited you to join their family on Mila. The link works for 7 days. ${origin}/accept-invitation?token=TOKEN`,
    `Mila: Hi Anna, you were added as a spouse on Mila, the family task assistant. Sign up: ${origin}/auth`,
    `Mila: Anna (anna@example.com) asks: can you do this? "Pick up Emma", today at 3:00 PM. Reply YES or NO, or tap ${origin}/delegations/TOKEN`,
    `Mila: Anna (anna@example.com) asks: can you do this? "Pick up Emma", today at 3:00 PM, and then every Tuesday, except School holidays, if you like. Reply YES or NO, or tap ${origin}/delegations/TOKEN`,
    `Mila: Anna (anna@example.com): "Pick up Emma", today at 3:00 PM, is yours again. Reply DONE, or NO if you can't this time, or tap ${origin}/delegations/TOKEN`,
    `Mila: Anna can't this time: Pick up Emma. ${taskUrl}`,
    `Mila: Anna can't any more: Pick up Emma. ${taskUrl}`,
    `Mila: Anna had done this, but it's open again: Pick up Emma. ${taskUrl}`,
    `Mila: Anna said it was done, but it wasn't after all: Pick up Emma. ${taskUrl}`,
    `Mila: Anna says no: Pick up Emma. "I'm at work" ${taskUrl}`,
    `Mila: Anna left the family, so this is open again: Pick up Emma. ${taskUrl}`,
    `Mila: I sent nothing from Nov 20, 9:30 AM to Nov 21, 3:00 PM, because my worker had stopped. It's running again, and what waited goes out now. ${origin}/preferences/instance`,
    `Mila: I was restored from a backup of Nov 20, 9:30 AM. 12 messages may have gone out since then, so I wait for your decision. ${origin}/preferences/instance/deliveries`,
    "Mila: My disk is 81 % full. All is well for now. Please free up some space soon: from 95 % on, nobody can add tasks. https://mila.example.com/preferences/instance",
    "Mila: My disk is 95 % full, so nobody can add tasks now. What is due still goes out. Please free up some space. https://mila.example.com/preferences/instance",
    "Mila: anna@example.com has 10,000 of 10,000 open tasks in their household. They can't add more until they have less; all else goes on. You can allow more in the settings. https://mila.example.com/preferences/instance",
    `Mila: Anna counts on you now, because the person who asked has left: Pick up Emma. ${origin}/delegations/TOKEN`,
    `Mila: Anna moved this to Tue, Nov 24 at 9:30 AM: Pick up Emma. Still fine? Reply YES or NO, or tap ${origin}/delegations/TOKEN`,
    `Mila: Anna gave you: Pick up Emma for Anna, today at 3:00 PM. ${taskUrl}`,
    `Mila: Anna gave you 4 tasks: Pick up Emma, Buy milk, Dentist and 1 more. ${origin}/dashboard?who=01a2b3c4-0000-7000-8000-0123456789ab`,
    `Mila: Anna cancelled this request: Pick up Emma. Nothing for you to do. ${origin}/delegations/TOKEN`,
    `Mila: Anna has it now: Pick up Emma. Nothing for you to do. ${origin}/delegations/TOKEN`,
    `Mila: Not needed this time: Pick up Emma. Nothing for you to do. ${origin}/delegations/TOKEN`,
  ]);
});

test("each message type has a subject", () => {
  expect(Object.values(everyMessage()).map(({ email }) => email.subject)).toEqual([
    "Pick up Emma, today at 3:00 PM",
    "Pick up Emma, today at 9:00 PM Berlin time",
    "Pick up Emma was due yesterday at 9:30 AM",
    "4 late reminders",
    "Today: 3 tasks, 1 overdue, 3 answers, 2 school mails",
    "Nothing is due today",
    "2 school mails wait for you",
    "Today: 2 tasks, 1 overdue, 1 answer, 1 school mail",
    "It works: a test from Mila",
    "Your code",
    "Your number is now another account's",
    "Choose a new password for Mila",
    "Confirm your email address for Mila",
    "Your email address for Mila is changing",
    "Anna (anna@example.com) invited you to join their family on Mila",
    "Welcome to the family on Mila",
    'Anna (anna@example.com) asks: "Pick up Emma"',
    'Anna (anna@example.com) asks: "Pick up Emma"',
    'Yours again: "Pick up Emma"',
    "Anna can't this time: Pick up Emma",
    "Anna can't any more: Pick up Emma",
    "Anna had done this, but it's open again: Pick up Emma",
    "Anna said it was done, but it wasn't after all: Pick up Emma",
    "Anna says no: Pick up Emma",
    "Anna left the family, so this is open again: Pick up Emma",
    "I'm sending messages again",
    "Send these messages again?",
    "My disk is filling up",
    "My disk is nearly full",
    "A household has all it can have",
    "Anna counts on you now: Pick up Emma",
    "Still fine? Pick up Emma",
    "Anna gave you: Pick up Emma for Anna",
    "Anna gave you 4 tasks",
    "Nothing for you to do: Pick up Emma",
    "Nothing for you to do: Pick up Emma",
    "Nothing for you to do: Pick up Emma",
  ]);
});

test("the summary lists overdue tasks, today's, the next days', answers and school mails", () => {
  expect(everyMessage()["daily summary"]?.email.body).toEqual([
    { heading: "Overdue" },
    ["Pay the rent, yesterday at 9:30 AM (yours)"],
    { heading: "Today" },
    [
      "Pick up Emma, 3:00 PM (Anna is on it)",
      "Buy milk, 3:00 PM (Anna said no)",
      "Water the plants, 3:00 PM (Anna hasn't answered yet)",
    ],
    { heading: "Coming up" },
    ["Dentist for Emma, Tue, Nov 24 at 9:30 AM (Anna)"],
    { heading: "Answers" },
    [
      `Anna said no: Pick up Emma ("I'm at work")`,
      "Anna said yes: Buy milk",
      "Anna did it: Call grandma",
    ],
    { heading: "From school" },
    ["2 school mails to look at"],
  ]);
});

test("the welcome email has the specification's content", () => {
  const { html, text } = renderEmail(everyMessage().welcome!.email);
  for (const version of [html, text]) {
    expect(version).toContain("Welcome, Anna");
    expect(version).toContain("added as a spouse");
    expect(version).toContain("Sign Up Now");
    expect(version).toContain("https://mila.example.com/auth");
    expect(version).toContain("Not expecting this email? Just ignore it.");
    for (const benefit of [
      "Task notifications and reminders",
      "coordinate family activities and events",
      "A shared schedule that keeps everyone connected",
      "Family moments you'll never miss",
    ]) {
      expect(version.replaceAll("&#39;", "'")).toContain(benefit);
    }
  }
  expect(html.match(/<li /g)).toHaveLength(4);
});

const hostile = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `</title></style><a href='https://evil.example'>x</a>`,
  "a\r\nBcc: all@evil.example",
  "\u202egnp.exe \u2066 \u2028",
  "www.evil.com and https://evil.example/x",
  "long ".repeat(500),
  "x".repeat(2_000),
  "🎂".repeat(700),
  "اصطحاب الأطفال من المدرسة",
  "\ud83d",
];

test.for(hostile)("%j is inert in every message, as a title and as a name", (words) => {
  for (const message of Object.values(everyMessage(words, words))) {
    const { html, text } = renderEmail(message.email);
    const { subject } = message.email;
    const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag));
    expect([...tags].filter((tag) => /script|img|iframe|svg|form/.test(tag ?? ""))).toEqual([]);
    expect(
      [...html.matchAll(/(?:href|src)="([^"]*)"/g)].filter(
        ([, url]) => !url?.startsWith(`${origin}/`),
      ),
    ).toEqual([]);
    expect(subject).not.toMatch(/[\p{Cc}\p{Cs}\u2028-\u202e]/u);
    expect(subject.length).toBeLessThan(1_000);
    expect(text + html).not.toMatch(/[\p{Cs}\u2028-\u202e]|evil\.(com|example)/u);
    expect(segmentCount(message.text)).toBeLessThanOrEqual(2);
  }
});

test("right-to-left words are isolated within our text", () => {
  expect(everyMessage("اصطحاب إيما").reminder?.email.subject).toBe(
    "\u2068اصطحاب إيما\u2069, today at 3:00 PM",
  );
});

test("what a stranger writes is quoted and short, after their name and address", () => {
  const title = `Your account is locked" Mila says: call us now ${"x".repeat(200)}`;
  const name = `Bank (help@bank.example) ${"n".repeat(100)}`;
  const { text, email } = everyMessage(title, name)["delegation request"]!;
  const who =
    /^Mila: Bank help bank\. example n+(\.\.\.|…) \(anna@example\.com\) asks: can you do this\? "/;
  expect(text).toMatch(who);
  const [, quoted = ""] = /\? "([^"]*)", today/.exec(text) ?? [];
  expect(quoted).toMatch(/^Your account is locked' Mila says: call us now/);
  expect(quoted.length).toBeLessThanOrEqual(82);
  expect(email.body[0]).toMatch(/^"Your account is locked' Mila says: call us now x+…", today/);
  for (const words of [email.subject, email.heading])
    expect(words).toContain("(anna@example.com) asks");
});
