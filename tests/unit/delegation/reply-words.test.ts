import { expect, test } from "vitest";
import { readReply, readWords } from "#app/domain/delegation/by-text/reply-words.ts";

const yes = `
  YES|yes|Yes.|Yes!| yes |y|Y|ok|OK|Okay|k|sure|Sure!|sure thing|yep|Yup|yeah|of course|Will do|I'll do it|I’ll do it
  ill do it|I can|no problem|No worries|on it|👍|👍🏽|👍👍|✅|👌|Yes 👍|yes please|Yes, of course!|OK thanks|ＹＥＳ
  Yes, I can do it|Liked “Mila: Nora asks: can you do this? Call the vet”|👍 to “Mila: Nora asks: can you do this?”
  Loved “Mila: Nora asks: can you do this?”|Reacted 👍🏽 to “Mila: Nora asks: can you do this?”|❤️ to “Nora asks: can you do this?”
`;
const no = `
  NO|no|No.|n|N|nope|nah|can't|Can't|can’t|cant|Cannot|I can't|Sorry, I can't|sorry|Sorry!|no sorry|not today|no way|👎
  ❌|No 👎|no thanks|Disliked “Mila: Nora asks: can you do this?”
`;
const neither = `
  |?|yes?|no?|maybe|yes but only after 5|if I must|ok, unless it rains|ok until 5|who is this|hello|yes no|no yes|👍👎
  no 👍|yes and no|Can't you do it?|wait|STOP that|10:30|yesterday|note|nothing|knock|okra|I wish|not sure|🙂
  Pick up Emma|call me|why me
`;
const read = (text: string) => readReply(readWords(text));
const each = (texts: string) => texts.split(/[|\n]/);

test.for(each(yes).slice(1, -1))("%j says yes", (text) => {
  expect(read(text)).toMatchObject({ answer: "accept", number: null, line: null });
});

test.for(each(no).slice(1, -1))("%j says no", (text) => {
  expect(read(text)).toMatchObject({ answer: "decline", number: null, line: null });
});

test.for(each(neither))("%j says neither", (text) => {
  expect(read(text)).toMatchObject({ answer: null });
});

test.for([
  "Liked “Mila: Reminder: Pick up Emma, today at 3:00 PM.”",
  "Loved “Mila: Thank you. Nora knows you're on it: Pick up Emma.”",
  "Disliked “Mila: Nora cancelled this request: Pick up Emma. Nothing for you to do.”",
  "👍 to “Mila: Reminder: Pick up Emma”",
  "Laughed at “Mila: Nora asks: can you do this? Pick up Emma”",
  "Reacted 😂 to “Mila: Nora asks: can you do this? Pick up Emma”",
  "Removed a like from “Mila: Nora asks: can you do this? Pick up Emma”",
])("%j needs no reply", (text) => {
  expect(read(text)).toBeNull();
});

test.for([
  ["YES 1", "accept", 1],
  ["yes 2.", "accept", 2],
  ["Yes #2", "accept", 2],
  ["1 yes", "accept", 1],
  ["2) ok", "accept", 2],
  ["no 2", "decline", 2],
  ["No, number 2", "decline", 2],
  ["👍 1", "accept", 1],
  ["2", null, 2],
  ["#1", null, 1],
  [" 3. ", null, 3],
] as const)("%j names a request by its number", ([text, answer, number]) => {
  expect(read(text)).toMatchObject({ answer, number, line: null });
});

test.for([
  ["Yes, I'll be there at 3:30", "accept"],
  ["Ok, see you at 3", "accept"],
  ["No, I'm at work", "decline"],
  ["no but Alex is free", "decline"],
  ["Sorry I can't, stuck in a meeting until 5", "decline"],
] as const)("%j is an answer with a note", ([text, answer]) => {
  expect(read(text)).toMatchObject({ answer, number: null, line: text });
});

test("a note is cut to its maximum length", () => {
  expect(read(`Yes, ${"dear ".repeat(100)}grandma comes too`)?.line).toHaveLength(200);
});
